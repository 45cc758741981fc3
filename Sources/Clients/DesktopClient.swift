/// The clipboard, the browser and the clock of the user's machine.
public struct DesktopClient: Client {
  /// Copies text and returns the way it went: `wl-copy`, `xclip`, the user's `copy_command`, the terminal.
  @Call() public var copy: @Sendable (String) async throws(ClientError) -> String
  /// Opens a web page in the browser.
  @Call() public var open: @Sendable (_ url: String) async throws(ClientError) -> Void
  /// Hands addresses to the user's player.
  @Call() public var play: @Sendable (_ urls: [String]) async throws(ClientError) -> Void
  /// Seconds since 1970, for showing dates; never for measuring time.
  @Call(answering: 0) public var now: @Sendable () -> Double
  /// The user's local time.
  @Call(answering: LocalTime(day: 0, hour: 20)) public var localTime: @Sendable () -> LocalTime

  /// The seconds that local time is ahead of UTC at `time`, in seconds since 1970.
  @Call(answering: 0) public var secondsFromUTC: @Sendable (_ time: Double) -> Int

  public init() {}
}

/// A day and hour in the user's time zone.
public struct LocalTime: Hashable, Sendable {
  /// Days since 1 January 1970.
  public var day: Int
  /// From 0 to 23.
  public var hour: Int

  public init(day: Int, hour: Int) { (self.day, self.hour) = (day, hour) }

  /// Makes the local time of a moment, in seconds since 1970; an absurd `time` counts as 0.
  public init(_ time: Double, secondsFromUTC: Int) {
    let local = time.isFinite && abs(time) < 1e12 ? Int(time.rounded(.down)) + secondsFromUTC : 0
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    self.init(day: day, hour: (local - day * 86_400) / 3_600)
  }

  /// Whether it is from 18:00 to before 5:00.
  public var isEvening: Bool { hour >= 18 || hour < 5 }
}
