/// What the program asks of the machine around it.
public struct DesktopClient: Sendable {
  /// Puts text on the clipboard and says by which way: `wl-copy`, `xclip`, the user's `copy_command`, the terminal.
  public var copy: @Sendable (String) async throws(ClientError) -> String
  /// Opens a web page in the browser.
  public var open: @Sendable (_ url: String) async throws(ClientError) -> Void
  /// Seconds since 1970, for showing dates; never for measuring time.
  public var now: @Sendable () -> Double

  public init(
    copy: @escaping @Sendable (String) async throws(ClientError) -> String,
    open: @escaping @Sendable (String) async throws(ClientError) -> Void,
    now: @escaping @Sendable () -> Double
  ) {
    self.copy = copy
    self.open = open
    self.now = now
  }
}
