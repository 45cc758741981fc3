/// A weekly update of a catalogue, for systemd, launchd and cron.
///
/// Weekly, as Discogs' files of a month appear over days. An update that finds no newer month ends after one request.
public struct Schedule: Sendable {
  let command: [String]

  public init(command: [String]) { self.command = command }

  public static let serviceName = "runout-catalogue.service"
  public static let timerName = "runout-catalogue.timer"

  public var service: String {
    """
    [Unit]
    Description=Update the Discogs catalogue of Runout
    Documentation=man:runout(1)
    Wants=network-online.target
    After=network-online.target

    [Service]
    Type=oneshot
    ExecStart=\(command.map(Self.forSystemd).joined(separator: " "))
    Nice=19
    IOSchedulingClass=idle

    """
  }

  public var timer: String {
    """
    [Unit]
    Description=Update the Discogs catalogue of Runout

    [Timer]
    OnCalendar=weekly
    RandomizedDelaySec=12h
    Persistent=true

    [Install]
    WantedBy=timers.target

    """
  }

  /// The name of the agent and its file.
  private static let label = "runout.catalogue"
  public static let propertyListName = "\(label).plist"

  /// For launchd, in `~/Library/LaunchAgents`: Mondays at half past four, or when a sleeping Mac wakes. A Mac that is
  /// off waits for the next Monday.
  ///
  /// - Parameter errors: the file for standard error, which launchd discards otherwise. Its folder must exist.
  public func propertyList(errors: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>Label</key>
      <string>\(Self.label)</string>
      <key>ProgramArguments</key>
      <array>
    \(command.map { "    <string>\(Self.forXML($0))</string>" }.joined(separator: "\n"))
      </array>
      <key>StartCalendarInterval</key>
      <dict>
        <key>Weekday</key>
        <integer>1</integer>
        <key>Hour</key>
        <integer>4</integer>
        <key>Minute</key>
        <integer>30</integer>
      </dict>
      <key>StandardErrorPath</key>
      <string>\(Self.forXML(errors))</string>
      <key>Nice</key>
      <integer>19</integer>
      <key>LowPriorityIO</key>
      <true/>
    </dict>
    </plist>

    """
  }

  /// The shell command that loads the agent, replacing an older one, since launchd refuses a label twice.
  public static func activation(propertyList path: String) -> String {
    "launchctl bootout gui/$(id -u)/\(label) 2>/dev/null; launchctl bootstrap gui/$(id -u) '\(path)'"
  }

  private static func forXML(_ word: String) -> String {
    word.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Mondays at half past four.
  public var cronLine: String { "30 4 * * 1 " + command.map(Self.forCron).joined(separator: " ") }

  /// Quoted for systemd, in which `%` and `$` are special.
  private static func forSystemd(_ word: String) -> String {
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
      .replacing("$", with: "$$")
    return isPlain(word) ? escaped : "\"\(escaped)\""
  }

  /// Quoted for the shell, and for cron, in which `%` ends the line.
  private static func forCron(_ word: String) -> String {
    let quoted = isPlain(word) ? word : "'\(word.replacing("'", with: "'\\''"))'"
    return quoted.replacing("%", with: "\\%")
  }

  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._:=-+@,".contains($0)) }
  }
}
