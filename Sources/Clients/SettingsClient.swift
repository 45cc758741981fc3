/// What a reading of `config.toml` has brought.
public struct SettingsReading: Hashable, Sendable {
  public var settings: Settings
  /// What is wrong with it, a line each with its place: `config.toml:3:9: …`. Empty where all of it can be used.
  public var problems: [String]

  public init(settings: Settings, problems: [String] = []) {
    self.settings = settings
    self.problems = problems
  }
}

/// The user's editor, ready to be run in the foreground of the terminal.
public struct EditorCall: Hashable, Sendable {
  /// What messages call it: `vim`, `code --wait`.
  public var name: String
  /// The path of a program, and its arguments.
  public var command: [String]

  public init(name: String, command: [String]) {
    self.name = name
    self.command = command
  }
}

/// The user's `config.toml`, and what is set for one run.
public struct SettingsClient: Client {
  /// What the file says, each time it has changed, until the reader stops reading.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<SettingsReading>
  /// Has the other clients go by these settings: the currency of prices, and how to copy.
  @Call(answering: ()) public var use: @Sendable (Settings) -> Void
  /// Gets the file ready for the user's editor; where there is none, one is made with every setting commented out.
  @Call() public var beginEditing: @Sendable () async throws(ClientError) -> EditorCall
  /// Reads the file after the editor has ended; a file that was made for it and left as it was goes again.
  ///
  /// - Returns: nil where the file says what it said.
  @Call() public var endEditing: @Sendable () async throws(ClientError) -> SettingsReading?

  public init() {}
}
