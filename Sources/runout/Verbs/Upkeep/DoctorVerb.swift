import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LibC
import LiveClients
import NcursesTerminal
import Platform
import Terminal
import Wording

struct DoctorVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Diagnose problems and suggest fixes.",
    discussion: """
      Checks terminal, configuration, folders, databases and proxy, and with --source live also network, clock and \
      token, a few seconds each. The output has no tokens, passwords or names, so you can paste it into a bug report. \
      Exit code 1 means that something failed.
      """)

  @OptionGroup var common: CommonOptions
  @Flag(help: "One JSON object a line.") var json = false

  @MainActor func run() async throws {
    let wiring = try Wiring(common)
    let doctor = Doctor(wiring.liveConfiguration())
    let redaction = Redaction(wiring.variables)
    var failed = 0
    func report(_ findings: [Finding]) {
      for finding in findings {
        DoctorVerb.write(redaction.applied(to: finding), asJSON: json)
        if finding.verdict == .failed { failed += 1 }
      }
    }
    report(DoctorVerb.versions + DoctorVerb.terminal(wiring.variables) + DoctorVerb.configuration(wiring))
    report(await doctor.directories())
    report(await doctor.databases())
    report(await doctor.network())
    guard failed == 0 else { throw Failure(failed == 1 ? DoctorWords.oneFailed : DoctorWords.failed(failed)) }
  }

  @MainActor private static func write(_ finding: Finding, asJSON: Bool) {
    if asJSON {
      let object = JSONObject(showing: [
        "check": finding.check, "verdict": finding.verdict.rawValue, "text": finding.text, "advice": finding.advice,
      ])
      return Output.line(object.text)
    }
    let verdict = TextWidth.pad(finding.verdict.rawValue, to: 8)
    let check = TextWidth.pad(finding.check, to: 19)
    Output.sentence("\(verdict)\(check)\(finding.text)")
    if !finding.advice.isEmpty { Output.sentence("\(String(repeating: " ", count: 27))\(finding.advice)") }
  }

  // MARK: What only the program itself knows

  private static var versions: [Finding] {
    var names = utsname()
    uname(&names)
    func text(_ field: some Any) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return [
      Finding(
        "version",
        "\(Version.text) on \(text(names.sysname)) \(text(names.release)) \(text(names.machine)), \(TerminalFacts.version)"
      )
    ]
  }

  private static func terminal(_ variables: [String: String]) -> [Finding] {
    guard TerminalFacts.isThere else { return [Finding("terminal", DoctorWords.noTerminal), locale(variables)] }
    let name = variables["TERM"]
    do {
      let facts = try TerminalFacts(name: name, colourTerm: variables["COLORTERM"], isInTmux: variables["TMUX"] != nil)
      return [size(facts, name ?? "", variables), locale(variables)]
    } catch {
      return [Finding("terminal", .failed, DoctorWords.noScreen, advice: error.sentence), locale(variables)]
    }
  }

  private static func size(_ facts: TerminalFacts, _ name: String, _ variables: [String: String]) -> Finding {
    var text = name
    if let columns = facts.columns, let rows = facts.rows { text += DoctorWords.size(columns, rows) }
    text +=
      variables.filled("NO_COLOR") != nil
      ? DoctorWords.noColours
      : facts.colours >= Colour.trueColour ? DoctorWords.trueColour : DoctorWords.colours(facts.colours)
    let within = ["TMUX": "tmux", "STY": "screen", "SSH_CONNECTION": "ssh"].filter { variables[$0.key] != nil }
    if !within.isEmpty { text += DoctorWords.within(within.values.sorted()) }
    if let columns = facts.columns, let rows = facts.rows, columns < 40 || rows < 12 {
      return Finding("terminal", .warning, text, advice: DoctorWords.enlarge)
    }
    if facts.isStandIn { return Finding("terminal", .warning, text, advice: TerminalWords.installDescription) }
    return Finding("terminal", text)
  }

  private static func locale(_ variables: [String: String]) -> Finding {
    let variable = ["LC_ALL", "LC_CTYPE", "LANG"].first { variables.filled($0) != nil }
    let set = variable.map { "\($0)=\(variables[$0] ?? "")" } ?? DoctorWords.noLocale
    switch TerminalFacts.characterSet {
    case "UTF-8"?: return Finding("locale", DoctorWords.utf8(set))
    case let other?:
      return Finding("locale", .warning, "\(set), \(other)", advice: DoctorWords.tryUTF8)
    case nil:
      return Finding("locale", .warning, DoctorWords.missingLocale(set), advice: DoctorWords.installLocale)
    }
  }

  @MainActor private static func configuration(_ wiring: Wiring) -> [Finding] {
    let problems = wiring.problems(wiring.makeKeymap())
    guard problems.isEmpty else {
      return problems.map { Finding("configuration", .warning, $0, advice: DoctorWords.usesDefault) }
    }
    let path = wiring.paths.configFile
    return [
      Finding("configuration", FileSystem.isFile(path) ? DoctorWords.configurationFine(path) : DoctorWords.defaults)
    ]
  }
}

/// Removes private parts from a text for a bug report: the home directory's path and the user's name.
struct Redaction {
  private let home: String
  private let names: Set<String>

  init(_ variables: [String: String]) {
    let path = variables["HOME"] ?? ""
    home = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    names = Set(["USER", "LOGNAME"].compactMap { variables[$0] }.filter { !$0.isEmpty })
  }

  func applied(to finding: Finding) -> Finding {
    Finding(finding.check, finding.verdict, applied(to: finding.text), advice: applied(to: finding.advice))
  }

  func applied(to text: String) -> String {
    var text = text
    if home.count > 1 {
      text = text.replacing(home + "/", with: "~/")
      if text.hasSuffix(home) { text = text.dropLast(home.count) + "~" }
      text = text.replacing(home + " ", with: "~ ").replacing(home + ":", with: "~:")
    }
    // Directories elsewhere, as on another disk, may have the user's name.
    for name in names { text = text.replacing("/\(name)/", with: "/‹user›/") }
    return text
  }
}
