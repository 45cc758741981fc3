import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension DigModel: DrawablePage { typealias Drawing = DigPage }

struct DigPage: CataloguePage {
  let model: DigModel
  let style: PageStyle

  var rows: CatalogueListModel { model.list }

  var title: String {
    switch model.subject {
    case .gaps(let owner): DigWords.gaps(name(owner))
    case .path(let start, let end): DigWords.path(name(.artist(start)), name(.artist(end)))
    case .company(let owner): DigWords.company(name(owner))
    case .alike(let id): DigWords.alike(name(.release(id)))
    case .years(let owner, let years): DigWords.years(name(owner), years.lowerBound, years.upperBound)
    case .cameOut(let month, let day, _): DigWords.onThisDay(day, month)
    case .news: NewsWords.title
    case .plays: StatsWords.plays
    }
  }

  private func name(_ reference: EntityReference) -> String {
    model.heading.names[reference] ?? "\(reference.kind.rawValue) \(reference.number)"
  }

  var hints: [Command] { listHints(also: shelfHints).filter { $0 != .sort(by: .year) || list.sorts.contains(.year) } }

  var facts: [String] {
    guard let count = model.heading.count else { return [sorted] }
    return switch model.subject {
    case .gaps(let owner): [sorted, DigWords.missing(count.rows, of: count.all, arePressings: owner.kind == .master)]
    case .path: count.rows > 1 ? [DigWords.steps(count.rows / 2)] : []
    case .company: count.isCut && count.rows > 0 ? [DigWords.bestKnown(count.all)] : []
    case .alike, .years: [sorted, DigWords.found(count.rows, among: count.all)]
    case .cameOut: [sorted, DigWords.amongYours(count.all)]
    case .news: [sorted, NewsWords.found(count.rows)]
    case .plays:
      [sorted, ShelfWords.plays(count.rows)]
        + (model.heading.tally.map {
          [StatsWords.plays(thisMonth: $0.thisMonth, streak: $0.streak, longest: $0.longest)]
        } ?? [])
    }
  }

  var columns: CatalogueColumns.Kind {
    switch model.subject {
    case .gaps(.label), .years(.label, _): .labelReleases
    case .gaps(.master), .years(.master, _): .versions
    case .gaps, .years: .works
    case .path, .company: .dug
    case .alike, .cameOut, .news: .dugRecords()
    case .plays: .dugRecords(DigWords.played)
    }
  }

  var noRows: [String] {
    let count = model.heading.count
    return switch model.subject {
    case .gaps: [count?.all == 0 ? DigWords.noRecordsHere : DigWords.nothingMissing]
    case .path where count?.isCut == true: [DigWords.pathGivenUp(after: count?.all ?? 0)]
    case .path(let start, let end): [DigWords.noPath(name(.artist(start)), name(.artist(end)))]
    case .company: [DigWords.noCompany]
    case .alike: [DigWords.nothingAlike]
    case .years: [DigWords.noRecordsHere]
    case .cameOut: [DigWords.nothingOnThisDay]
    case .plays: [StatsWords.noPlays, StatsWords.howToPlay(key: style.store.key(.markPlayed))]
    case .news: [NewsWords.nothing(of: model.heading.followed), NewsWords.how(key: style.store.key(.follow))]
    }
  }
}
