import ArgumentParser
import Catalogue
import CatalogueUpdate
import Clients
import DiscogsAPI
import DiscogsModel
import DiscogsTransport
import LibC
import LiveClients
import Platform
import RunoutModel
import Wording

struct CatalogueUpdateVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Fetch Discogs' dumps of a month and make the catalogue of them.",
    discussion: """
      Takes the newest month that is complete, says what it needs, and asks before it begins. The dumps are imported \
      while they download and take no room on disk. Stopped or killed, the same command continues, and until the new \
      catalogue is whole, the old one stays.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var choice: CatalogueChoice
  @Option(help: ArgumentHelp("The month of the dumps. Default: the newest.", valueName: "YYYY-MM")) var month: String?
  @Option(help: ArgumentHelp("How often to save progress: what a kill costs.", valueName: "seconds")) var saveEvery = 30
  @Flag(name: .shortAndLong, help: "Begin without being asked.") var yes = false

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let (kinds, only, url) = (try choice.chosenKinds(), try choice.selection(), try choice.address())
    if let month, !Self.isMonth(month) { throw Failure(UpdateWords.notAMonth, .usage) }
    let transport = AsyncHTTPTransport(proxies: ProxyRules(environment: wiring.variables))
    let display = ProgressDisplay(isLive: Output.isErrorTerminal)
    let mirror = Mirror(
      url: url, transport: transport, userAgent: wiring.discogs.userAgent.description, note: { display.note($0) })
    let plan: UpdatePlan
    do {
      plan = try await mirror.plan(month: month, kinds: kinds)
    } catch {
      throw Failure(error.description, error.kind == .network ? .network : .failed)
    }
    let run = ImportRun(into: try wiring.catalogueForWriting(), wiring, name: "update", display)
    if try await Self.isUpToDate(run.path, plan, only) { return Output.sentence(UpdateWords.upToDate(plan.month)) }
    let dumps = mirror.dumps(
      of: plan, keptIn: try choice.keep ? Self.folder(wiring) : nil, isCancelled: { run.stop.isSet })
    let options = UpdateOptions(
      month: plan.month, only: only, interval: .seconds(max(0, saveEvery)), faultPoint: wiring.passFaultPoint)
    say(plan, only)
    try sayWhatIsLeft(at: run.path, dumps, options)
    guard try isWanted() else { return Output.line(UpdateWords.notBegun) }
    let now = wiring.now
    do {
      try await run.carryOut { () throws(CatalogueError) in
        try CatalogueImporter.update(
          dumps, into: run.path, now: now, options: options, progress: { display.show($0) },
          isCancelled: { run.stop.isSet })
      }
    } catch {
      if error == .cancelled { throw Failure(UpdateWords.stoppedByUser) }
      if choice.keep, case .dump(let dump) = error, dump.reason == .checksum { try Self.remove(dump.file, wiring) }
      throw Failure(error.description, Self.isNetwork(error) ? .network : .failed)
    }
  }

  private static func isNetwork(_ error: CatalogueError) -> Bool {
    if case .dump(let error) = error, case .interrupted = error.reason { true } else { false }
  }

  private static func isMonth(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.map(\.utf8.count) == [4, 2], Int(parts[0]) != nil else { return false }
    return (1...12).contains(Int(parts[1]) ?? 0)
  }

  private static func folder(_ wiring: Wiring) throws -> String {
    let folder = wiring.paths.dataDirectory + "/dumps"
    try Failure.explaining { try FileSystem.makeDirectory(folder) }
    return folder
  }

  /// Deletes a dump with a wrong checksum: the next update would read it again.
  private static func remove(_ name: String, _ wiring: Wiring) throws {
    let file = "\(try folder(wiring))/\(name)"
    if FileSystem.isFile(file) { try Failure.explaining { try FileSystem.remove(file) } }
  }

  // MARK: Before it begins

  /// Whether the catalogue was made from these dumps, with this selection.
  private static func isUpToDate(_ path: String, _ plan: UpdatePlan, _ only: SearchQuery?) async throws -> Bool {
    do {
      let info = try await CatalogueStore(path: path).info()
      try CatalogueImporter.removeLeftovers(of: path)
      let names = Set(info.files.map(\.name))
      return info.only == only?.description ?? "" && plan.files.allSatisfy { names.contains($0.name) }
    } catch {
      // The update reports or replaces an unreadable catalogue.
      return false
    }
  }

  /// Compressed bytes read and indexed per second, on two cores of 2026.
  private static let bytesPerSecond = 5_500_000

  @MainActor private func say(_ plan: UpdatePlan, _ only: SearchQuery?) {
    let kinds = plan.files.map { "\($0.kind.rawValue)s" }.sorted().joined(separator: ", ")
    Output.sentence(UpdateWords.plan(plan.month, kinds))
    Output.sentence(UpdateWords.download(ByteCount.display(plan.bytes)))
    Output.sentence(
      UpdateWords.disk(
        ByteCount.display(CatalogueImporter.room(forCompressed: plan.bytes)),
        keeping: choice.keep ? ByteCount.display(plan.bytes) : nil))
    Output.sentence(UpdateWords.time(VerbWords.time(seconds: max(1, plan.bytes / Self.bytesPerSecond))))
    if let only { Output.sentence(UpdateWords.only(only.description)) }
  }

  /// Tells the user whether the update resumes an earlier one.
  @MainActor private func sayWhatIsLeft(at path: String, _ dumps: [IncomingDump], _ options: UpdateOptions) throws {
    let unfinished = try Failure.explaining { try CatalogueImporter.unfinished(of: path) }
    guard let left = unfinished else { return }
    let continues = CatalogueImporter.continues(left, with: dumps, into: path, options: options)
    let size = ByteCount.display(left.bytes)
    Output.sentence(continues ? UpdateWords.continues(size) : UpdateWords.startsOver(size))
  }

  /// Asks if there is a terminal; without one, as from a timer, the update begins.
  @MainActor private func isWanted() throws -> Bool {
    guard !yes, Output.isTerminal, isatty(STDIN_FILENO) == 1 else { return true }
    return try Input.agrees(UpdateWords.begin)
  }
}
