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
}

extension PlainArguments {
  /// Nil if ArgumentParser has to read the arguments.
  static func browse(_ arguments: ArraySlice<String>) -> Browse? {
    guard let plain = PlainArguments(arguments, values: CommonOptions.names, flags: CommonOptions.flags),
      plain.words.isEmpty || plain.words.allSatisfy({ $0 != "help" && !Runout.verbs.contains($0) }),
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
      !plain.words.isEmpty,
      let common = CommonOptions(plain.values.filter { $0.name != "--type" && $0.name != "--limit" }, plain.flags)
    else { return nil }
    var search = SearchVerb()
    search.common = common
    var list = ListOptions()
    list.json = plain.flags.contains("--json")
    list.csv = plain.flags.contains("--csv")
    list.spreadsheetSafe = plain.flags.contains("--spreadsheet-safe")
    search.list = list
    search.query = plain.words
    search.type = nil
    search.limit = RowLimit(SearchVerb.rows)
    for (name, value) in plain.values {
      switch name {
      case "--type":
        guard let kind = EntityKind(rawValue: value) else { return nil }
        search.type = kind
      case "--limit":
        guard let limit = RowLimit(argument: value) else { return nil }
        search.limit = limit
      default: break
      }
    }
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
  /// The common options that take a value.
  static let names = [
    "--source", "--api-url", "--profile", "--data-dir", "--cache-dir", "--state-dir", "--config", "--log-file",
    "--resources", "--environment",
  ]
  /// The common options without a value.
  static let flags = ["--read-only"]

  /// Nil for a value that its option does not take.
  fileprivate init?(_ values: [(name: String, value: String)], _ flags: [String]) {
    self.init()
    readOnly = flags.contains("--read-only")
    source = nil
    (dataDir, cacheDir, stateDir) = (nil, nil, nil)
    (config, logFile, resources, environment) = (nil, nil, nil, nil)
    (apiURL, profile) = (nil, nil)
    for (name, value) in values {
      switch name {
      case "--source":
        guard let source = Source(rawValue: value) else { return nil }
        self.source = source
      case "--data-dir": dataDir = value
      case "--cache-dir": cacheDir = value
      case "--state-dir": stateDir = value
      case "--config": config = value
      case "--log-file": logFile = value
      case "--resources": resources = value
      case "--environment": environment = value
      case "--api-url": apiURL = value
      case "--profile": profile = value
      default: return nil
      }
    }
  }
}
