/// The result of reading `config.toml`.
public struct SettingsReading: Hashable, Sendable {
  public var settings: Settings
  /// The problems, a line each with its place, `config.toml:3:9: …`; the settings are without these parts.
  public var problems: [String]

  public init(settings: Settings, problems: [String] = []) { (self.settings, self.problems) = (settings, problems) }
}

/// The user's editor, ready to be run in the foreground of the terminal.
public struct EditorCall: Hashable, Sendable {
  /// The name for messages: `vim`, `code --wait`.
  public var name: String
  /// The path of a program, and its arguments.
  public var command: [String]

  public init(name: String, command: [String]) { (self.name, self.command) = (name, command) }
}

/// Reads and edits the user's `config.toml`, and applies settings for one run.
public struct SettingsClient: Client {
  /// A reading for each change of the file.
  @Call(answering: .finished) public var changes: @Sendable () -> AsyncStream<SettingsReading>
  /// Applies these settings to the other clients: the currency of prices, and the copy command.
  @Call(answering: ()) public var use: @Sendable (Settings) -> Void
  /// Prepares the file for the user's editor: a missing one is created with every setting commented out.
  @Call() public var beginEditing: @Sendable () async throws(ClientError) -> EditorCall
  /// Reads the file after the editor has ended. A file created for it is removed if it was left unchanged.
  ///
  /// - Returns: nil where the file has not changed.
  @Call() public var endEditing: @Sendable () async throws(ClientError) -> SettingsReading?

  public init() {}
}
