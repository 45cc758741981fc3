/// A command that the system runs by itself, for systemd, launchd and cron.
public struct Schedule: Sendable {
  public enum Task: String, Sendable {
    /// Updates the catalogue, every week, as Discogs' files of a month appear over days. An update that finds no newer
    /// month ends after one request.
    case catalogue
    /// Looks at prices and news, every day.
    case check

    fileprivate var description: String {
      switch self {
      case .catalogue: "Update the Discogs catalogue of Runout"
      case .check: "Look at prices and new records with Runout"
      }
    }
  }

  let command: [String]
  let task: Task

  public init(_ task: Task = .catalogue, command: [String]) { (self.task, self.command) = (task, command) }

  public var serviceName: String { "runout-\(task.rawValue).service" }
  public var timerName: String { "runout-\(task.rawValue).timer" }

  public var service: String {
    """
    [Unit]
    Description=\(task.description)
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
    Description=\(task.description)

    [Timer]
    OnCalendar=\(task == .catalogue ? "weekly" : "daily")
    RandomizedDelaySec=\(task == .catalogue ? 12 : 2)h
    Persistent=true

    [Install]
    WantedBy=timers.target

    """
  }

  /// The name of the agent and its file.
  private var label: String { "runout.\(task.rawValue)" }
  public var propertyListName: String { "\(label).plist" }

  /// For launchd, in `~/Library/LaunchAgents`: Mondays, or every day, at half past four, or when a sleeping Mac wakes. A
  /// Mac that is off waits for the next time.
  ///
  /// - Parameter errors: the file for standard error, which launchd discards otherwise. Its folder must exist.
  public func propertyList(errors: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>Label</key>
      <string>\(label)</string>
      <key>ProgramArguments</key>
      <array>
    \(command.map { "    <string>\(Self.forXML($0))</string>" }.joined(separator: "\n"))
      </array>
      <key>StartCalendarInterval</key>
      <dict>
    \(task == .catalogue ? "    <key>Weekday</key>\n        <integer>1</integer>\n    " : "")    <key>Hour</key>
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
  public func activation(propertyList path: String) -> String {
    "launchctl bootout gui/$(id -u)/\(label) 2>/dev/null; launchctl bootstrap gui/$(id -u) '\(path)'"
  }

  private static func forXML(_ word: String) -> String {
    word.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Mondays, or every day, at half past four.
  public var cronLine: String {
    (["30 4 * *", task == .catalogue ? "1" : "*"] + command.map(Self.forCron)).joined(separator: " ")
  }

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
