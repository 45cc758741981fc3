import ArgumentParser
import Catalogue
import CatalogueUpdate
import DiscogsJSON
import DiscogsModel
import LibC
import Platform
import Wording

struct CatalogueInfoVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Show what the catalogue holds: month, records, selection, size and age.")

  @OptionGroup var common: CommonOptions
  @Flag(help: "One JSON object.") var json = false

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let path = wiring.paths.catalogue
    let (info, unfinished): (CatalogueInfo?, Int?)
    do {
      unfinished = try CatalogueImporter.unfinished(of: path)?.bytes
      info = FileSystem.isFile(path) || unfinished == nil ? try await CatalogueStore(path: path).info() : nil
    } catch {
      throw Failure(error)
    }
    let bytes = FileSystem.facts(of: path)?.bytes
    if let info, json {
      Output.line(Self.json(info, path, bytes, unfinished))
    } else if let info {
      Self.say(info, path, bytes, now: wiring.now)
    }
    if let unfinished, !json { Output.sentence(UpdateWords.unfinished(ByteCount.display(unfinished))) }
  }

  @MainActor private static func say(_ info: CatalogueInfo, _ path: String, _ bytes: Int?, now: Double) {
    Output.sentence(VerbWords.counts(of: info.counts))
    Output.sentence(UpdateWords.selected(info.only))
    if !info.month.isEmpty { Output.sentence(UpdateWords.month(info.month)) }
    if let made = info.made {
      Output.sentence(UpdateWords.made(UTCTime.text(made), VerbWords.time(seconds: Int(clamping: now - made))))
    }
    Output.sentence(UpdateWords.file(path, bytes.map { ByteCount.display($0) }))
  }

  private static func json(_ info: CatalogueInfo, _ path: String, _ bytes: Int?, _ unfinished: Int?) -> String {
    var object = JSONObject(showing: ["month": info.month, "only": info.only])
    for kind in EntityKind.allCases { object.show("\(kind.rawValue)s", info.counts[kind] ?? 0) }
    return object.showing([
      "made": info.made.map { UTCTime.text($0) }, "bytes": bytes, "path": path, "unfinished_bytes": unfinished,
    ]).text
  }
}

struct CatalogueVerifyVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the whole catalogue for damage.",
    discussion: "Goes through every page of the file, which takes minutes where it is large. Exit code 1: damaged.")

  @OptionGroup var common: CommonOptions
  @Flag(help: "One JSON object.") var json = false

  @MainActor func run() async throws {
    let path = try Wiring(common).paths.catalogue
    do {
      let bytes = try await Self.check(path)
      if json { return Output.line(Self.json(path, bytes, nil)) }
      Output.sentence(UpdateWords.intact(path, ByteCount.display(bytes)))
    } catch {
      if json { Output.line(Self.json(path, FileSystem.facts(of: path)?.bytes, error)) }
      throw Failure(error)
    }
  }

  private static func json(_ path: String, _ bytes: Int?, _ error: CatalogueError?) -> String {
    JSONObject(showing: ["intact": error == nil, "reason": error?.description, "bytes": bytes, "path": path]).text
  }

  @concurrent private static func check(_ path: String) async throws(CatalogueError) -> Int {
    try CatalogueCheck.run(path)
  }
}

struct CatalogueRemoveVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Delete the catalogue, and what a stopped update has left.")

  @OptionGroup var common: CommonOptions
  @Flag(name: .shortAndLong, help: "Skip the question.") var yes = false

  @MainActor func run() async throws {
    let path = try Wiring(common).paths.catalogue
    let unfinished = try Failure.explaining { try CatalogueImporter.unfinished(of: path)?.bytes }
    let bytes = FileSystem.facts(of: path)?.bytes
    guard bytes != nil || unfinished != nil else { throw Failure(.missing(path: path)) }
    if !yes {
      guard Output.isTerminal else { throw Failure(UpdateWords.removing, .usage) }
      let size = ByteCount.display((bytes ?? 0) + (unfinished ?? 0))
      let question = UpdateWords.reallyRemove(path, size)
      guard try Input.agrees(question) else { return Output.line(VerbWords.nothingDeleted) }
    }
    try Failure.explaining { try CatalogueImporter.remove(path) }
    Output.sentence(UpdateWords.removed(path))
  }
}

struct CatalogueScheduleVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Have the system update the catalogue by itself.",
    discussion: """
      Writes a service and a timer for systemd, on a Mac an agent for launchd, of this user, and prints the command that \
      turns it on; with --cron prints a line for crontab instead. Every week, as Discogs' files of a month appear over days; a week without a \
      new month costs one look.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var choice: CatalogueChoice
  @Flag(help: "Print a line for crontab, and write nothing.") var cron = false

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    _ = (try choice.chosenKinds(), try choice.selection(), try choice.address())
    let program = ResourceLocator.executablePath() ?? "runout"
    let data = common.dataDir.map { ["--data-dir", $0] } ?? []
    let schedule = Schedule(command: [program, "catalogue", "update", "--yes"] + choice.arguments + data)
    if cron { return Output.line(schedule.cronLine) }
    try schedule.install(wiring, errors: "catalogue-update.log")
  }
}

extension Schedule {
  /// Writes the files for systemd or launchd, and says how to turn them on.
  ///
  /// - Parameter errors: the file for messages, where the system keeps none.
  @MainActor func install(_ wiring: Wiring, errors name: String) throws {
    let folder = try wiring.schedulesFolder()
    let errors = wiring.paths.stateDirectory.appending(path: name)
    let files =
      isApple ? [(propertyListName, propertyList(errors: errors))] : [(serviceName, service), (timerName, timer)]
    for (name, text) in files {
      let file = "\(folder)/\(name)"
      try Failure.explaining { try FileSystem.makeDirectory(folder) }
      try Output.save(Array(text.utf8), to: file)
      Output.sentence(VerbWords.wrote(file))
    }
    if isApple {
      try Failure.explaining { try FileSystem.makeDirectory(wiring.paths.stateDirectory) }
      Output.sentence(UpdateWords.messages(in: errors))
    }
    Output.line(
      UpdateWords.enable(
        isApple
          ? activation(propertyList: "\(folder)/\(propertyListName)")
          : "systemctl --user enable --now \(timerName)"))
  }
}
