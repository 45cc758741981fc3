/// What the program asks of the machine around it.
public struct DesktopClient: Client {
  /// Puts text on the clipboard and says by which way: `wl-copy`, `xclip`, the user's `copy_command`, the terminal.
  @Call() public var copy: @Sendable (String) async throws(ClientError) -> String
  /// Opens a web page in the browser.
  @Call() public var open: @Sendable (_ url: String) async throws(ClientError) -> Void
  /// Seconds since 1970, for showing dates; never for measuring time.
  @Call(answering: 0) public var now: @Sendable () -> Double
  /// The time that clocks here show.
  @Call(answering: LocalTime(day: 0, hour: 20)) public var localTime: @Sendable () -> LocalTime

  /// How far clocks here are ahead of UTC at a moment, in seconds since 1970.
  @Call(answering: 0) public var secondsFromUTC: @Sendable (_ time: Double) -> Int

  public init() {}
}

/// What clocks and calendars show where the user is.
public struct LocalTime: Hashable, Sendable {
  /// Days since 1 January 1970.
  public var day: Int
  /// From 0 to 23.
  public var hour: Int

  public init(day: Int, hour: Int) {
    self.day = day
    self.hour = hour
  }

  /// The time of a moment, in seconds since 1970, on clocks that are so many seconds ahead of UTC.
  public init(_ time: Double, secondsFromUTC: Int) {
    let local = time.isFinite && abs(time) < 1e12 ? Int(time.rounded(.down)) + secondsFromUTC : 0
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    self.init(day: day, hour: (local - day * 86_400) / 3_600)
  }

  /// From six in the evening to five in the morning.
  public var isEvening: Bool { hour >= 18 || hour < 5 }
}
