import Clients
import DiscogsModel
import RunoutModel

/// Reads the most frequent command lines without ArgumentParser.
///
/// ArgumentParser queries Swift's runtime about types some hundred times before the first option is read, and each
/// query searches the conformances of every library in the binary: that took a third of all instructions up to the
/// first screen, and more with each linked library. Only plain lines are read here: `runout` and `runout search` with
/// options spelt out, each value as a separate argument, and words. ArgumentParser reads everything else: other verbs,
/// help, `--name=value`, repeated options, errors. The options stay declared for ArgumentParser; a test compares both.
struct PlainArguments {
  private var words: [String] = []
  private var values: [(name: String, value: String)] = []
  private var flags: [String] = []

  /// Nil for a line that is not plain.
  private init?(_ arguments: ArraySlice<String>, values valueNames: [String], flags flagNames: [String] = []) {
    var rest = arguments
    while let argument = rest.popFirst() {
      guard argument.utf8.first == UInt8(ascii: "-") else {
        guard !argument.isEmpty else { return nil }
        words.append(argument)
        continue
      }
      let isGiven = flags.contains(argument) || values.contains { $0.name == argument }
      guard !isGiven else { return nil }
      if flagNames.contains(argument) {
        flags.append(argument)
      } else {
        guard valueNames.contains(argument), let value = rest.popFirst(), !value.isEmpty,
          value.utf8.first != UInt8(ascii: "-")
        else { return nil }
        values.append((argument, value))
      }
    }
  }

  private func value(of name: String) -> String? { values.first { $0.name == name }?.value }
}

extension PlainArguments {
  /// Nil if ArgumentParser has to read the arguments.
  static func browse(_ arguments: ArraySlice<String>) -> Browse? {
    guard let plain = PlainArguments(arguments, values: CommonOptions.names, flags: CommonOptions.flags),
      plain.words.allSatisfy({ $0 != "help" && !Runout.verbs.contains($0) }),
      let common = CommonOptions(plain.values, plain.flags)
    else { return nil }
    var browse = Browse()
    browse.common = common
    browse.script = nil
    browse.size = nil
    browse.idleFile = nil
    browse.dumpKeys = false
    browse.dumpSettings = false
    browse.query = plain.words
    return browse
  }

  /// Nil if ArgumentParser has to read the arguments.
  static func search(_ arguments: ArraySlice<String>) -> SearchVerb? {
    guard arguments.first == "search",
      let plain = PlainArguments(
        arguments.dropFirst(), values: CommonOptions.names + ["--type", "--limit"],
        flags: CommonOptions.flags + ["--json", "--csv", "--spreadsheet-safe"]),
      !plain.words.isEmpty, let common = CommonOptions(plain.values, plain.flags)
    else { return nil }
    var search = SearchVerb()
    search.common = common
    var list = ListOptions()
    list.json = plain.flags.contains("--json")
    list.csv = plain.flags.contains("--csv")
    list.spreadsheetSafe = plain.flags.contains("--spreadsheet-safe")
    search.list = list
    search.query = plain.words
    let (type, limit) = (plain.value(of: "--type"), plain.value(of: "--limit"))
    search.type = type.flatMap { EntityKind(rawValue: $0) }
    if type != nil, search.type == nil { return nil }
    search.limit = limit.flatMap { RowLimit(argument: $0) } ?? RowLimit(SearchVerb.rows)
    do {
      try list.validate()
      try search.validate()
    } catch {
      // ArgumentParser reports the error.
      return nil
    }
    return search
  }
}

extension CommonOptions {
  /// Setters, as writing by a key path would read the option first, which has no value yet.
  private static let texts: [(name: String, set: @Sendable (inout CommonOptions, String?) -> Void)] = [
    ("--api-url", { $0.apiURL = $1 }), ("--profile", { $0.profile = $1 }), ("--data-dir", { $0.dataDir = $1 }),
    ("--cache-dir", { $0.cacheDir = $1 }), ("--state-dir", { $0.stateDir = $1 }), ("--config", { $0.config = $1 }),
    ("--log-file", { $0.logFile = $1 }), ("--resources", { $0.resources = $1 }),
    ("--environment", { $0.environment = $1 }),
  ]
  /// The common options that take a value.
  static let names = ["--source"] + texts.map(\.name)
  /// The common options without a value.
  static let flags = ["--read-only"]

  /// Nil for a value that its option does not take.
  fileprivate init?(_ values: [(name: String, value: String)], _ flags: [String]) {
    self.init()
    readOnly = flags.contains("--read-only")
    source = nil
    for (name, set) in Self.texts { set(&self, values.first { $0.name == name }?.value) }
    if let (_, value) = values.first(where: { $0.name == "--source" }) {
      guard let source = Source(rawValue: value) else { return nil }
      self.source = source
    }
  }
}
