import ArgumentParser
import LibC
import NcursesTerminal
import Platform
import RunoutModel
import Wording

/// The command line: its verbs, and the exit codes of failures.
@main
struct Runout: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "runout",
    abstract: "A terminal browser for Discogs.",
    usage: """
      runout [<options>] [<query> | <url> | <id>]
      runout <verb> [<options>] …
      """,
    discussion: """
      Without a verb, Runout opens its screen: it searches for QUERY, or opens a Discogs URL or an id such as r123. It \
      starts on Discogs if you are signed in, else on your imported catalogue, else on your own shelf if anything is on \
      it, else on the small demo catalogue, which needs no account and no network. Press ? there for the keys; `runout \
      help browse` lists the options.
      """,
    version: Version.text,
    subcommands: [
      Browse.self, SearchVerb.self, ReleaseVerb.self, MasterVerb.self, ArtistVerb.self, LabelVerb.self,
      CompareVerb.self, GapsVerb.self, PathVerb.self, WhoVerb.self, AlikeVerb.self, YearsVerb.self, TodayVerb.self,
      CollectionVerb.self, WantListVerb.self, IntakeVerb.self, PriceVerb.self, ListenVerb.self, OwnedVerb.self,
      PendingVerb.self, RemovedVerb.self, ListsVerb.self, MarketVerb.self, ListingsVerb.self,
      OrdersVerb.self, NewsVerb.self, CheckVerb.self, ScheduleVerb.self, BackupVerb.self, RestoreVerb.self,
      ImportVerb.self, CatalogueVerb.self, HistoryVerb.self,
      ServeVerb.self, LoginVerb.self, LogoutVerb.self, WhoAmIVerb.self, UserVerb.self, ImageVerb.self, CacheVerb.self,
      DoctorVerb.self,
    ],
    defaultSubcommand: Browse.self)

  /// The most files that a start on Discogs has open, and some to spare.
  private static let openFiles = 40

  static func main() {
    if let most = OpenFiles.shortage(of: openFiles) {
      Output.complain(VerbWords.tooFewFiles(most))
      LibC.exit(ExitStatus.failed.rawValue)
    }
    Task { @MainActor in
      await perform()
      LibC.exit(0)
    }
    MainLoop.run()
  }

  @MainActor private static func perform() async {
    // A closed pipe, as in `runout search jazz | head -1`, is no failure to report.
    signal(SIGPIPE, SIG_DFL)
    // Beyond `ulimit -f` a write then fails with an error, which each verb reports.
    signal(SIGXFSZ, SIG_IGN)
    do {
      let arguments = CommandLine.arguments.dropFirst()
      if let browse = PlainArguments.browse(arguments) {
        try await browse.run()
      } else if let search = PlainArguments.search(arguments) {
        try await search.run()
      } else {
        let ordered = verbFirst(arguments)
        var command: any ParsableCommand
        if let verb = verb(ordered) { command = verb } else { command = try parseAsRoot(ordered) }
        if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
      }
    } catch let failure as Failure {
      if !failure.message.isEmpty { Output.complain(failure.message) }
      LibC.exit(failure.code.rawValue)
    } catch {
      // ArgumentParser throws help and version, which are no errors, and invalid arguments.
      let error = mistake(error, in: verbFirst(CommandLine.arguments.dropFirst()))
      let code = exitCode(for: error)
      let text = fullMessage(for: error)
      if code == .success {
        Output.line(text)
        LibC.exit(0)
      }
      // One line only: the usage is long, and `--help` shows it.
      Output.complain(VerbWords.explained(message(for: error).withoutPeriod))
      LibC.exit(code == .validationFailure ? ExitStatus.usage.rawValue : code.rawValue)
    }
  }
}

extension Runout {
  /// Returns the error to report. ArgumentParser reports a missing argument before an unknown option, though a
  /// mistyped option may be the cause; with every argument filled in, it names the option.
  static func mistake(_ error: any Error, in arguments: [String]) -> any Error {
    guard exitCode(for: error) != .success, arguments.contains(where: { $0.hasPrefix("-") && $0 != "-" }) else {
      return error
    }
    var filled = arguments
    for _ in 1...2 {
      filled.append("1")
      do { _ = try parseAsRoot(filled) } catch let other {
        if message(for: other).hasPrefix("Unknown option") { return other }
      }
    }
    return error
  }

  /// Moves the verb to the front: options before it belong to it, not to the screen.
  static func verbFirst(_ arguments: some Sequence<String>) -> [String] {
    let arguments = Array(arguments)
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-") {
      guard arguments[index] != "--" else { return arguments }
      index += CommonOptions.names.contains(arguments[index]) ? 2 : 1
    }
    let options = arguments[..<index]
    let (_, path, rest) = named(by: arguments[index...])
    guard !options.isEmpty, !path.isEmpty else { return arguments }
    return path + options + rest
  }

  /// Reads a verb with its arguments, or the screen with its query, without parsing all the other verbs, which is most
  /// of ArgumentParser's work.
  ///
  /// Nil for anything but a valid verb: help and errors need the whole line.
  nonisolated static func verb(_ arguments: [String]) -> sending (any ParsableCommand)? {
    let (named, _, rest) = named(by: arguments[...])
    let verb = named ?? Browse.self
    guard verb.configuration.subcommands.isEmpty else { return nil }
    // A verb's name in another place may be meant as the verb.
    if named == nil, arguments.contains(where: { $0 == "help" || verbs.contains($0) }) { return nil }
    do {
      let command = try verb.parseAsRoot(Array(rest))
      return type(of: command) == verb ? command : nil
    } catch {
      return nil
    }
  }

  /// Follows the names of verbs as far as they go: `collection folders make`.
  private nonisolated static func named(
    by arguments: ArraySlice<String>
  ) -> (verb: (any ParsableCommand.Type)?, path: [String], rest: ArraySlice<String>) {
    var rest = arguments
    var path: [String] = []
    var verb: (any ParsableCommand.Type)?
    var subcommands = configuration.subcommands
    while let name = rest.first, let next = subcommands.first(where: { self.name(of: $0) == name }) {
      path.append(name)
      rest = rest.dropFirst()
      verb = next
      subcommands = next.configuration.subcommands
    }
    return (verb, path, rest)
  }

  /// ArgumentParser's name for a verb: its own, or that of its type.
  nonisolated static func name(of verb: any ParsableCommand.Type) -> String {
    verb.configuration.commandName ?? String(describing: verb).lowercased()
  }

  nonisolated static var verbs: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }
}

extension ParsableCommand {
  /// The subcommand that a misspelt word probably means; nil if none is close.
  nonisolated static func subcommand(near word: String?) -> String? {
    // A longer name is no misspelling, and measuring the distance takes time.
    guard let word = word?.lowercased(), 2...20 ~= word.utf8.count else { return nil }
    let names = configuration.subcommands.map { Runout.name(of: $0) }
    let near = names.map { (name: $0, errors: Spelling.distance($0, word)) }.min { $0.errors < $1.errors }
    guard let near, 1...(near.name.utf8.count < 6 ? 1 : 2) ~= near.errors else { return nil }
    return near.name
  }

  /// Reports a probable misspelling if an empty list's first word is close to a subcommand's name.
  @MainActor static func checkSpelling(of words: [String]) throws {
    let verb = Runout.name(of: self)
    // After an explicit `list` the words are a filter.
    guard !CommandLine.arguments.contains("list"), let meant = subcommand(near: words.first) else { return }
    throw Failure(VerbWords.noSubcommand(words[0], meant: "runout \(verb) \(meant)"), .usage)
  }
}

enum Version {
  nonisolated static let number = "0.4.0-dev"
  nonisolated static let text = "runout \(number)"

  /// The system, for the User-Agent: the program has no web page to name there.
  nonisolated static let system = isApple ? "macOS" : "Linux"
}
