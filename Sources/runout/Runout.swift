import ArgumentParser
import LibC
import NcursesTerminal
import Platform
import RunoutModel
import Wording

/// The command line: what each verb takes, and what a failure ends with.
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
      starts on Discogs if you are signed in, else on your imported catalogue, else on the small demo catalogue, which \
      needs no account and no network. Press ? there for the keys; `runout help browse` lists the options.
      """,
    version: Version.text,
    subcommands: [
      Browse.self, SearchVerb.self, ReleaseVerb.self, MasterVerb.self, ArtistVerb.self, LabelVerb.self,
      CompareVerb.self, GapsVerb.self, PathVerb.self, WhoVerb.self, AlikeVerb.self, YearsVerb.self, TodayVerb.self,
      CollectionVerb.self, WantListVerb.self, OwnedVerb.self, PendingVerb.self, RemovedVerb.self, ListsVerb.self,
      MarketVerb.self,
      BackupVerb.self,
      RestoreVerb.self,
      ImportVerb.self, CatalogueVerb.self, HistoryVerb.self,
      ServeVerb.self,
      LoginVerb.self, LogoutVerb.self, WhoAmIVerb.self, UserVerb.self, ImageVerb.self, CacheVerb.self, DoctorVerb.self,
    ],
    defaultSubcommand: Browse.self)

  /// The files that a start on Discogs has open at its peak, with some to spare.
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
    // A reader that went away, as in `runout search jazz | head -1`, is no failure to report.
    signal(SIGPIPE, SIG_DFL)
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
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      }
    } catch let failure as Failure {
      if !failure.message.isEmpty { Output.complain(failure.message) }
      LibC.exit(failure.code.rawValue)
    } catch {
      // ArgumentParser's own: help and version are no errors, a wrong argument is.
      let error = mistake(error, in: verbFirst(CommandLine.arguments.dropFirst()))
      let code = exitCode(for: error)
      let text = fullMessage(for: error)
      if code == .success {
        Output.line(text)
        LibC.exit(0)
      }
      // One line; the usage is a long one and a key press away.
      Output.complain(VerbWords.explained(message(for: error).trimmingPeriod))
      LibC.exit(code == .validationFailure ? ExitStatus.usage.rawValue : code.rawValue)
    }
  }
}

extension Runout {
  /// The error to report: ArgumentParser says what is missing before it says that an option is unknown, which may be
  /// the very word that is missing. With something in each place it names the option.
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

  /// The arguments with the verb in front: options that stand before it belong to it, and not to the screen.
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

  /// The verb with its arguments, or the screen with what it is to show, read without a look at all the other verbs: that
  /// is most of what ArgumentParser does with a line.
  ///
  /// Nil for anything but a valid verb: help and errors concern the whole line.
  nonisolated static func verb(_ arguments: [String]) -> sending (any ParsableCommand)? {
    let (named, _, rest) = named(by: arguments[...])
    let verb = named ?? Browse.self
    guard verb.configuration.subcommands.isEmpty else { return nil }
    // What stands anywhere else may be meant as a verb.
    if named == nil, arguments.contains(where: { $0 == "help" || verbs.contains($0) }) { return nil }
    do {
      let command = try verb.parseAsRoot(Array(rest))
      return type(of: command) == verb ? command : nil
    } catch {
      return nil
    }
  }

  /// As far as the names of verbs go: `collection folders make`.
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

  /// As ArgumentParser calls a verb: by the name it gives itself, else by its type.
  nonisolated static func name(of verb: any ParsableCommand.Type) -> String {
    verb.configuration.commandName ?? String(describing: verb).lowercased()
  }

  nonisolated static var verbs: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }
}

extension ParsableCommand {
  /// The subcommand that a misspelt word was probably meant to be; nil where none is near.
  nonisolated static func subcommand(near word: String?) -> String? {
    // So long a name is no misspelling, and measuring takes its time.
    guard let word = word?.lowercased(), 2...20 ~= word.utf8.count else { return nil }
    let names = configuration.subcommands.map { Runout.name(of: $0) }
    let near = names.map { (name: $0, errors: Spelling.distance($0, word)) }.min { $0.errors < $1.errors }
    guard let near, 1...(near.name.utf8.count < 6 ? 1 : 2) ~= near.errors else { return nil }
    return near.name
  }

  /// Says where a list has nothing, and its first word is nearly the name of a subcommand, what was probably meant.
  @MainActor static func checkSpelling(of words: [String]) throws {
    let verb = Runout.name(of: self)
    // Who has named the list means the words.
    guard !CommandLine.arguments.contains("list"), let meant = subcommand(near: words.first) else { return }
    throw Failure(VerbWords.noSubcommand(words[0], meant: "runout \(verb) \(meant)"), .usage)
  }
}

/// What the program ends with; scripts rely on these.
enum ExitStatus: Int32 {
  case failed = 1
  case usage = 2
  case notFound = 3
  case signInNeeded = 4
  case network = 5
  case rateLimited = 6
}

/// A failure with the one line that is said about it.
struct Failure: Error {
  var message: String
  var code: ExitStatus

  init(_ message: String, _ code: ExitStatus = .failed) {
    self.message = message
    self.code = code
  }

  /// What has been told already, thing by thing.
  static func reported(_ code: ExitStatus) -> Failure { Failure("", code) }
}

enum Version {
  nonisolated static let number = "0.4.0-dev"
  nonisolated static let text = "runout \(number)"

  /// What it runs on, for Discogs: the program has no page of its own that every request could name.
  nonisolated static let system = isApple ? "macOS" : "Linux"
}

extension String {
  nonisolated fileprivate var trimmingPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
