public import Clients
import DiscogsJSON
public import DiscogsModel
public import RunoutModel

/// A record with all that its page needs: names for the ids in its text, the user's copies and wants.
nonisolated public struct LoadedRecord: Sendable {
  public enum Content: Sendable {
    case release(Release)
    case master(Master)
    case artist(Artist)
    case label(Discogs.Label)

    fileprivate var text: String {
      switch self {
      case .release(let release): release.notes
      case .master(let master): master.notes
      case .artist(let artist): artist.profile
      case .label(let label): label.profile
      }
    }
    fileprivate var master: Master.ID? { if case .release(let release) = self { release.master } else { nil } }
  }

  public var content: Content
  var holding = Holding()
  /// The copies of a release, with those that Discogs refused to add; empty for other records.
  public var copies: [CollectionCopy] { holding.copies }
  public var want: WantListEntry? { holding.want }

  /// Some other versions of a release's master: those that are owned or wanted, and the first of the rest. Live there are
  /// none, as each page would cost a request more.
  var others: [CatalogueRow] = []
  /// The pages that the text mentions by number.
  public var mentioned: [EntityReference]
  public var names: [EntityReference: String]
  /// A master's key release, for its tracklist; nil where it could not be read, and in previews that can do without.
  public var keyRelease: Release?
  /// A preview's lowest prices of the last year, as far as they were kept; oldest first.
  var prices: [PriceOnDay] = []
  /// The error where the shelf could not be read.
  public var shelfFailure: ClientError?

  public init(
    _ reference: EntityReference, from services: Services, isPreview: Bool = false
  ) async throws(ClientError) {
    switch reference {
    case .release(let id): content = .release(try await services.catalogue.release(id))
    case .master(let id):
      let master = try await services.catalogue.master(id)
      content = .master(master)
      // A preview does without if the master has a tracklist of its own: one request less for every row.
      if !isPreview || master.tracklist.isEmpty {
        keyRelease = try await LoadedRecord.keyRelease(of: master, from: services)
      }
    case .artist(let id): content = .artist(try await services.catalogue.artist(id))
    case .label(let id): content = .label(try await services.catalogue.label(id))
    }
    mentioned = TextMarkup(parsing: content.text).unnamedReferences
    let versions =
      isPreview ? [] : try await LoadedRecord.versions(besides: reference, of: content.master, from: services)
    do {
      holding = try await Holding(of: reference, master: content.master, others: versions, from: services)
      others = Self.named(versions, holding.marksOfOthers)
    } catch {
      // The record can be read all the same.
      if error == .cancelled { throw error }
      shelfFailure = error
    }
    if isPreview, case .release(let id) = reference {
      prices = try await LoadedRecord.prices(of: id, from: services)
    }
    names = try await LoadedRecord.names(of: mentioned, from: services)
  }

  static func names(
    of mentioned: [EntityReference], from services: Services
  ) async throws(ClientError) -> [EntityReference: String] {
    guard !mentioned.isEmpty else { return [:] }
    do {
      return try await services.catalogue.names(mentioned)
    } catch {
      // The text can be read all the same, with numbers in place of names.
      guard error.isOfTheNetwork else { throw error }
      services.log.write(.warning, "Could not look up the names in a text", ["error": "\(error)"])
      return [:]
    }
  }

  private static func prices(
    of release: Release.ID, from services: Services
  ) async throws(ClientError) -> [PriceOnDay] {
    do { return try await services.reports.priceHistory(release) } catch {
      if error == .cancelled { throw error }
      services.log.write(.warning, "Could not read the prices that were kept", ["error": "\(error)"])
      return []
    }
  }

  private static func versions(
    besides release: EntityReference, of master: Master.ID?, from services: Services
  ) async throws(ClientError) -> [CatalogueRow] {
    let source = services.source.current().source
    guard let master, source.can(.browse), !source.can(.refresh) else { return [] }
    return try await services.catalogue.browse(BrowseRequest(.versions(master)), nil, mostVersions).rows
      .filter { $0.reference != release }
  }

  /// The versions to name, in their order: those on the shelf come before others.
  private static func named(
    _ versions: [CatalogueRow], _ marks: [EntityReference: ShelfMarks]
  ) -> [CatalogueRow] {
    let onShelf = versions.filter { row in
      marks[row.reference].map { $0.owned == .this || $0.wanted == .this } ?? false
    }
    let named = Set((onShelf + versions).map(\.reference).uniqued().prefix(mostNamed))
    return versions.filter { named.contains($0.reference) }
  }

  private static var mostVersions: Int { 50 }
  private static var mostNamed: Int { 6 }

  private static func keyRelease(of master: Master, from services: Services) async throws(ClientError) -> Release? {
    guard let id = master.keyRelease else { return nil }
    do {
      return try await services.catalogue.release(id)
    } catch {
      // A master can refer to a release that the same month's dump lacks.
      if error == .notFound(.release(id)) || error.isOfTheNetwork { return nil }
      throw error
    }
  }

  /// The record as JSON, with the field names of the Discogs API.
  public var json: String {
    switch content {
    case .release(let release): release.shown
    case .master(let master): master.shown
    case .artist(let artist): artist.shown
    case .label(let label): label.shown
    }
  }

  public var release: Release? { if case .release(let release) = content { release } else { nil } }

  public var subject: Subject {
    switch content {
    case .release(let release):
      Subject(
        reference: .release(release.id), artist: release.artists.displayName, title: release.title,
        catalogueNumber: release.labels.first?.displayCatalogueNumber ?? "", master: release.master)
    case .master(let master):
      Subject(reference: .master(master.id), artist: master.artists.displayName, title: master.title, master: master.id)
    case .artist(let artist): Subject(reference: .artist(artist.id), title: artist.fullName)
    case .label(let label): Subject(reference: .label(label.id), title: label.fullName)
    }
  }
}
