/// What the program asks of the machine around it.
public struct DesktopClient: Client {
  /// Puts text on the clipboard and says by which way: `wl-copy`, `xclip`, the user's `copy_command`, the terminal.
  @Call() public var copy: @Sendable (String) async throws(ClientError) -> String
  /// Opens a web page in the browser.
  @Call() public var open: @Sendable (_ url: String) async throws(ClientError) -> Void
  /// Seconds since 1970, for showing dates; never for measuring time.
  @Call(answering: 0) public var now: @Sendable () -> Double

  public init() {}
}
