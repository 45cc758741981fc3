import ArgumentParser
import CatalogueUpdate
import Clients
import DiscogsAPI
import DiscogsJSON
import DiscogsModel
import DiscogsTransport
import Features
import Foundation
import LiveClients
import Platform
import RunoutModel
import Wording

struct CheckVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look at prices and new records, and tell what is new.",
    discussion: """
      Looks up the prices of wants with a limit and the new records of what you follow, and reports each once: in the \
      terminal, and by --command, --webhook-file and --notify, or as config.toml says. A report that fails is sent the \
      next time. The prices of copies and other wants are kept for `runout price`, those longest unseen first. \
      `runout schedule` has the system do so every day.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var ways: NewsWays
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most prices of copies and other wants to keep, one request each.", valueName: "number"))
  var prices = 100
  @Flag(help: "List what would be told, and tell nothing.") var dryRun = false

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let teller = try NewsTeller(ways.completed(by: wiring.settings), wiring)
    let live = try wiring.liveServices()
    let services = live.services
    let (told, problems, hindrance) = try await wiring.ask(showing: "prices") { report in
      let (items, hindrance) = try await items(services, report)
      var told: Set<String> = []
      var problems: [String] = []
      // Each way on its own: what one could not tell is not told again by the others.
      for way in teller.ways {
        let untold = Set(try await services.news.untold(items.map { "\(way.rawValue) \($0.piece)" }))
        for item in items where untold.contains("\(way.rawValue) \(item.piece)") {
          if !dryRun {
            do { try await teller.tell(item, by: way) } catch {
              problems.append((error as? Failure)?.message ?? "\(error)")
              break
            }
            try await services.news.setTold("\(way.rawValue) \(item.piece)")
          }
          told.insert(item.piece)
        }
      }
      return (items.filter { told.contains($0.piece) }, problems, hindrance)
    }
    await teller.close()
    Table(
      told, [.text("what") { $0.what }, .text("id") { $0.reference.shorthand }, .name("text") { $0.text }],
      json: { $0.object }
    ).write(as: list, plain: told.map(\.text))
    for problem in problems { Output.complain(problem) }
    if let hindrance { throw Failure(hindrance) }
    if !problems.isEmpty { throw Failure.reported(.failed) }
  }

  @MainActor private func items(
    _ services: Services, _ report: @escaping MarketReport
  ) async throws -> ([NewsItem], ClientError?) {
    var items: [NewsItem] = []
    var hindrance: ClientError?
    if services.source.current().source.can(.market) {
      let news = try await services.market.check(MarketCheck(others: prices), report)
      hindrance = news.hindrance
      items += news.atPrice.compactMap(NewsItem.init)
    } else if try await services.market.wants().contains(where: { $0.limit != nil }) {
      hindrance = .refused(SourceWords.pricesNeedLive)
    }
    do { try await services.news.look(false) { _ in } } catch {
      if ClientError(error) == .cancelled { throw error }
      hindrance = hindrance ?? ClientError(error)
    }
    if !(try await services.news.followed().isEmpty) {
      items += try await services.digging.rows(DigRequest(.news(since: nil)), nil, .max).rows.map(NewsItem.init)
    }
    do { _ = try await services.reports.sendPlays() } catch {
      if ClientError(error) == .cancelled { throw error }
      hindrance = hindrance ?? ClientError(error)
    }
    return (items, hindrance)
  }
}

struct ScheduleVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Have the system run `runout check` every day.",
    discussion: """
      Writes a service and a timer for systemd, on a Mac an agent for launchd, of this user, and prints the command that \
      turns it on; with --cron prints a line for crontab instead. `runout catalogue schedule` does so for the catalogue.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var ways: NewsWays
  @Flag(help: "Print a line for crontab, and write nothing.") var cron = false

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    _ = try ways.webhook()
    if ways.command?.contains(where: \.isNewline) == true { throw Failure(NewsWords.oneLine, .usage) }
    let program = ResourceLocator.executablePath() ?? "runout"
    let schedule = Schedule(.check, command: [program, "check"] + ways.arguments + common.ofSchedule)
    if cron { return Output.line(schedule.cronLine) }
    try schedule.install(wiring, errors: "check.log")
  }
}

extension CommonOptions {
  /// The options that a schedule keeps.
  fileprivate var ofSchedule: [String] {
    let options = [
      ("--source", source?.rawValue), ("--environment", environment), ("--api-url", apiURL), ("--profile", profile),
      ("--data-dir", dataDir?.absolutePath), ("--cache-dir", cacheDir?.absolutePath),
      ("--state-dir", stateDir?.absolutePath), ("--config", config?.absolutePath),
    ]
    return options.flatMap { name, value in value.map { [name, $0] } ?? [] }
  }
}

extension String {
  /// The file that a relative path means here: a schedule runs elsewhere.
  fileprivate nonisolated var absolutePath: String { URL(fileURLWithPath: self).path }
}

/// The ways to tell news.
struct NewsWays: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A line for sh that is run for each: $1 is the sentence, standard input a JSON object.", valueName: "line"))
  var command: String?
  @Option(
    help: ArgumentHelp(
      "A file whose first line is an https address, which gets each as JSON. The address is in no log.",
      valueName: "file"))
  var webhookFile: String?
  @Flag(help: "Show each on the desktop (notify-send).") var notify = false

  /// These ways, or those of the settings where none is given.
  func completed(by settings: Settings) -> NewsWays {
    guard command == nil, webhookFile == nil, !notify else { return self }
    var ways = self
    ways.command = settings.checkCommand.isEmpty ? nil : settings.checkCommand
    ways.webhookFile = settings.checkWebhookFile.isEmpty ? nil : settings.checkWebhookFile
    ways.notify = settings.checkNotifies
    return ways
  }

  var arguments: [String] {
    (command.map { ["--command", $0] } ?? []) + (webhookFile.map { ["--webhook-file", $0.absolutePath] } ?? [])
      + (notify ? ["--notify"] : [])
  }

  /// The address of the webhook; nil for none.
  @MainActor func webhook() throws -> Secret? {
    guard let webhookFile else { return nil }
    let address = try Failure.explaining { try Secret(firstLineOf: webhookFile) }
    guard let origin = Origin(address.reveal()), origin.isSafe(through: nil) else {
      throw Failure(NewsWords.notAWebhook(webhookFile), .usage)
    }
    return address
  }
}

/// A piece of news, to be told once.
private struct NewsItem: Sendable {
  /// The text by which it is known as told.
  var piece: String
  var what: String
  var text: String
  var reference: EntityReference
  var object: JSONObject

  /// A want that is at its price; nil without one.
  nonisolated init?(_ price: PricedWant) {
    guard let lowest = price.seen?.lowest else { return nil }
    reference = price.want.wanted.reference
    piece = "price \(reference.shorthand) \(lowest.amount) \(lowest.currency)"
    what = "price"
    text = NewsWords.atPrice(price.want.name, lowest.displayName, limit: price.limit?.displayName)
    object = JSONObject(showing: [
      "what": what, "text": text, "id": reference.number, "type": reference.kind.rawValue, "uri": reference.webURL,
      "lowest": "\(lowest.amount)", "currency": "\(lowest.currency)",
    ])
  }

  nonisolated init(_ row: CatalogueRow) {
    reference = row.reference
    piece = "new \(reference.shorthand)"
    what = "new"
    let facts = [row.year.map(String.init) ?? "", row.format, row.label, row.catalogueNumber].filter { !$0.isEmpty }
    text = NewsWords.new(reference.name(artist: row.artist, title: row.title), facts, of: row.role)
    object = row.shown.showing(["what": what, "text": text, "why": row.role])
  }
}

/// Tells news in all ways that were chosen.
private struct NewsTeller: Sendable {
  enum Way: String, CaseIterable { case command, desktop, webhook, list }

  private let options: NewsWays
  private let webhook: Secret?
  private let notifier: Notifier
  private let transport: AsyncHTTPTransport
  private let userAgent: String

  @MainActor init(_ ways: NewsWays, _ wiring: Wiring) throws {
    options = ways
    webhook = try ways.webhook()
    notifier = Notifier(environment: wiring.variables)
    transport = AsyncHTTPTransport(proxies: ProxyRules(environment: wiring.variables))
    userAgent = wiring.discogs.userAgent.description
  }

  func close() async { await transport.shutdown() }

  /// The ways that were chosen; the list on the screen where none was.
  var ways: [Way] {
    let chosen = Way.allCases.filter { way in
      switch way {
      case .command: options.command != nil
      case .desktop: options.notify
      case .webhook: webhook != nil
      case .list: false
      }
    }
    return chosen.isEmpty ? [.list] : chosen
  }

  func tell(_ item: NewsItem, by way: Way) async throws {
    switch way {
    case .command: try await notifier.run(options.command ?? "", item.text, input: Array(item.object.text.utf8))
    case .desktop: try await notifier.show(item.text)
    case .webhook: if let webhook { try await post(item, to: webhook) }
    case .list: break
    }
  }

  private func post(_ item: NewsItem, to webhook: Secret) async throws {
    // Slack reads `text`, Discord `content`.
    let body = item.object.showing(["content": item.text]).text
    let request = HTTP.Request(
      .post, url: webhook.reveal(), headers: ["Content-Type": "application/json", "User-Agent": userAgent],
      body: Array(body.utf8), maximumBodyBytes: 1 << 20)
    let response: HTTP.Response
    do { response = try await transport.send(request) } catch {
      // The address is a secret, and so is what may name it.
      throw Failure(NewsWords.webhookUnreachable)
    }
    guard (200...299).contains(response.status) else { throw Failure(NewsWords.webhookRefused(response.status)) }
  }
}
