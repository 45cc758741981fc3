public import DiscogsModel
internal import LibC
import Wording

/// Keeps the user's tokens: in the desktop's Secret Service if there is one, on a Mac in the keychain, else in files
/// that only this user may read. Secrets that `security` cannot take or show unchanged go into files, too.
///
///     let entry = SecretStore.Entry(environment: "production", profile: "default")
///     let written = try await store.write(token, for: entry)   // tell the user when it is a file
///     let found = try await store.find(entry, variable: "DISCOGS_TOKEN", command: settings.tokenCommand)
///
/// The service is called through `secret-tool`, and only within a D-Bus session; the keychain through `security`. The
/// secret goes over their standard input, never into their arguments, which every user can see.
///
/// A file is newer than the service's entry, because writing to the service removes it. So it is read first.
public struct SecretStore: Sendable {
  /// The name under which a secret is kept.
  public struct Entry: Hashable, Sendable {
    /// For example `production` or `staging`.
    public var environment: String
    public var profile: String
    /// The server it may be sent to, as ``ApiURL/origin``; each has an entry of its own.
    public var origin: String

    public init(environment: String, profile: String, origin: String = ApiURL.discogs.origin) {
      (self.environment, self.profile, self.origin) = (environment, profile, origin)
    }
  }

  /// The place of a secret; `secretService` is the keychain on a Mac.
  public enum Place: Hashable, Sendable {
    case variable(String)
    /// The output of `token_command`.
    case command
    case secretService
    case file(path: String)
  }

  public struct Found: Hashable, Sendable {
    public var secret: Secret
    public var place: Place
  }

  /// The place a secret was written to, and the reason if that is not the service.
  public struct Written: Hashable, Sendable {
    public var place: Place
    /// Half a sentence; nil if it is in the service.
    public var reason: String?
  }

  public let directory: String
  private let environment: [String: String]
  private let timeout: Duration
  /// The program to call instead of `secret-tool`.
  var keychain = isApple ? "/usr/bin/security" : nil

  /// - Parameters:
  ///   - directory: `secrets` in the data directory; made when the first file is written.
  ///   - environment: the variables with which programs are found and run.
  ///   - timeout: the time for a call of `secret-tool`: the desktop may ask the user to unlock the keyring.
  public init(directory: String, environment: [String: String], timeout: Duration = .seconds(20)) {
    (self.directory, self.environment, self.timeout) = (directory, environment, timeout)
  }

  // MARK: Finding

  /// Finds a secret, in this order: the environment variable, the command, the file, the service.
  ///
  /// - Parameters:
  ///   - variable: for example `DISCOGS_TOKEN`; nil to skip it.
  ///   - command: a line for `sh`, whose first line of output is the secret; empty to skip it. Its failure is an error,
  ///     because falling back would act as another user.
  /// - Returns: nil if none of them has one.
  public func find(_ entry: Entry, variable: String?, command: String) async throws(SecretError) -> Found? {
    if let variable, let secret = Secret.variable(variable, in: environment) {
      return Found(secret: secret, place: .variable(variable))
    }
    if !command.isEmpty {
      return Found(secret: try await TokenCommand(command, environment: environment).run(), place: .command)
    }
    return try await read(entry)
  }

  /// Reads an entry from its file or the service; nil if there is none.
  public func read(_ entry: Entry) async throws(SecretError) -> Found? {
    let path = path(of: entry)
    if FileSystem.isLinkOrFile(path) {
      let text = String(decoding: try PrivateFile.read(path, limit: Self.longest + 2), as: UTF8.self)
      let secret = Secret(text.withoutSurroundingSpace)
      try Self.check(secret)
      return Found(secret: secret, place: .file(path: path))
    }
    guard let keyring else { return nil }
    guard let answer = try await ask(keyring, keyring.lookUp(entry)) else { return nil }
    let secret = Secret(String(decoding: answer.output, as: UTF8.self).withoutSurroundingSpace)
    try Self.check(secret)
    return Found(secret: secret, place: .secretService)
  }

  // MARK: Writing

  /// Writes a secret, replacing an earlier one.
  ///
  /// - Throws: `SecretError` if there is no place for it; the earlier one is kept.
  public func write(_ secret: Secret, for entry: Entry) async throws(SecretError) -> Written {
    try Self.check(secret)
    let path = path(of: entry)
    var reason = AccountWords.noService
    if let keyring, let call = keyring.store(secret, entry) {
      do {
        _ = try await ask(keyring, call)
        try removeFile(path)
        return Written(place: .secretService)
      } catch .service(let why) {
        reason = AccountWords.serviceFailed(why)
      }
    } else if keyring != nil {
      reason = AccountWords.unfitForKeyring
    }
    try PrivateFile.write(Array((secret.reveal() + "\n").utf8), to: path)
    return Written(place: .file(path: path), reason: reason)
  }

  /// Removes an entry from file and service.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func remove(_ entry: Entry) async throws(SecretError) -> Bool {
    let path = path(of: entry)
    let hasFile = FileSystem.isLinkOrFile(path)
    try removeFile(path)
    guard let keyring else { return hasFile }
    let isInService = try await run(keyring, keyring.find(entry)).outcome == .exited(0)
    // Older versions of `secret-tool` report a missing entry as on lookup.
    _ = try await ask(keyring, keyring.clear(entry))
    return hasFile || isInService
  }

  /// The path of an entry's file: `production~default` for Discogs' own API,
  /// `production~default~http%3a%2f%2f127%2e0%2e0%2e1%3a8080` for another. All but letters, digits and `-` is
  /// percent-encoded.
  func path(of entry: Entry) -> String { directory.appending(path: Self.name(of: entry)) }

  fileprivate static func name(of entry: Entry) -> String {
    "\(plain(entry.environment))~\(plain(entry.profile))" + suffix(entry)
  }

  /// The origin as part of a name; empty for Discogs' own API, whose entries keep the names from before origins.
  fileprivate static func suffix(_ entry: Entry) -> String {
    entry.origin == ApiURL.discogs.origin ? "" : "~" + plain(entry.origin)
  }

  private static func plain(_ text: String) -> String {
    text.utf8.map { byte in
      byte.isLetterOrDigit || "-_".utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private func removeFile(_ path: String) throws(SecretError) {
    do { try FileSystem.remove(path) } catch {
      if !error.isMissing { throw .file(error) }
    }
  }

  /// Refuses a secret that is empty, has control characters, or does not fit into a header and the 8 kB that
  /// `secret-tool` reads.
  static func check(_ secret: Secret) throws(SecretError) {
    let value = secret.reveal()
    if value.isEmpty { throw .unusable(reason: AccountWords.empty) }
    if value.utf8.count > longest { throw .unusable(reason: AccountWords.longerThan(longest)) }
    if value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw .unusable(reason: AccountWords.severalLines)
    }
  }

  static let longest = 4096

  // MARK: The service

  /// The program to keep secrets with; nil without a session bus, as `secret-tool` would start one of its own or wait
  /// for one.
  private var keyring: Keyring? {
    if let keychain { return .keychain(keychain) }
    let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
    guard
      environment.has("DBUS_SESSION_BUS_ADDRESS")
        || !runtime.isEmpty && FileSystem.isLinkOrFile(runtime.appending(path: "bus"))
    else { return nil }
    return ProgramFinder.find("secret-tool", in: environment).map(Keyring.secretService)
  }

  /// - Returns: nil if there is no such secret.
  /// - Throws: `SecretError.service` if the program fails.
  private func ask(_ keyring: Keyring, _ call: Keyring.Call) async throws(SecretError) -> Subprocess.Answer? {
    let answer = try await run(keyring, call)
    if answer.outcome == .exited(0) { return answer }
    if call.mayFindNothing, keyring.hasNothing(answer) { return nil }
    throw .service(reason: keyring.reason(answer, of: call, within: timeout))
  }

  private func run(_ keyring: Keyring, _ call: Keyring.Call) async throws(SecretError) -> Subprocess.Answer {
    let process = Subprocess(program: keyring.program, arguments: call.arguments, environment: environment)
    let answer: Subprocess.Answer
    do { answer = try await process.ask(input: call.input, timeout: timeout) } catch {
      throw .service(reason: AccountWords.toolFailed(keyring.name, error.reason))
    }
    if answer.outcome == .outlived { throw .service(reason: FilesWords.noAnswer(within: timeout)) }
    return answer
  }
}

/// A program that keeps secrets, and its arguments.
private enum Keyring {
  /// The path of `secret-tool`. Source: secret-tool(1).
  case secretService(String)
  /// The path of `security`. Source: security(1).
  case keychain(String)

  struct Call {
    var arguments: [String]
    var input: [UInt8] = []
    /// Whether the program's error messages cannot contain the secret.
    var isQuotable = true
    var mayFindNothing = true
  }

  var program: String {
    switch self {
    case .secretService(let path), .keychain(let path): path
    }
  }

  var name: String { String(program.split(separator: "/").last ?? "") }

  func lookUp(_ entry: SecretStore.Entry) -> Call { call(["lookup"], ["find-generic-password", "-w"], entry) }

  /// Asks whether there is a secret, which a locked keychain tells too.
  func find(_ entry: SecretStore.Entry) -> Call { call(["lookup"], ["find-generic-password"], entry) }

  func clear(_ entry: SecretStore.Entry) -> Call { call(["clear"], ["delete-generic-password"], entry) }

  private func call(_ tool: [String], _ security: [String], _ entry: SecretStore.Entry) -> Call {
    switch self {
    case .secretService: Call(arguments: tool + attributes(entry))
    case .keychain: Call(arguments: security + attributes(entry))
    }
  }

  /// Nil for a secret that the program would not return unchanged.
  func store(_ secret: Secret, _ entry: SecretStore.Entry) -> Call? {
    let label = AccountWords.keyringLabel(entry.environment, entry.profile)
    switch self {
    case .secretService:
      return Call(
        arguments: ["store", "--label=" + label] + attributes(entry), input: Array(secret.reveal().utf8),
        mayFindNothing: false)
    case .keychain:
      // A command on standard input, its words in quotes; the secret in hexadecimal digits needs none.
      let digits = secret.reveal().utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let words = attributes(entry) + ["-l", label.filter { $0 != "\"" && $0 != "\\" }]
      let command = "add-generic-password -U " + words.map { "\"\($0)\"" }.joined(separator: " ") + " -X \(digits)"
      // `find-generic-password -w` would show other bytes in digits.
      let isPlain = secret.reveal().utf8.allSatisfy { 0x20...0x7E ~= $0 }
      guard isPlain, command.utf8.count <= Self.longestCommand else { return nil }
      return Call(arguments: ["-i"], input: Array((command + "\n").utf8), isQuotable: false, mayFindNothing: false)
    }
  }

  /// The bytes of a line that `security -i` reads. It takes the rest for another command, and quotes it in an error.
  private static let longestCommand = 4_094

  /// Whether an answer says that there is no such secret.
  func hasNothing(_ answer: Subprocess.Answer) -> Bool {
    switch self {
    case .secretService: answer.outcome == .exited(1) && answer.complaint.isEmpty
    // errSecItemNotFound, as an exit status.
    case .keychain: answer.outcome == .exited(44)
    }
  }

  /// The reason a call failed: the first line of the program's standard error, or its end. Never its output.
  func reason(_ answer: Subprocess.Answer, of call: Call, within timeout: Duration) -> String {
    // errSecInteractionNotAllowed: macOS cannot ask for the password, as over ssh.
    if case .keychain = self, answer.outcome == .exited(36) { return AccountWords.keychainLocked }
    let complaint = call.isQuotable ? String(decoding: answer.complaint, as: UTF8.self) : ""
    let text = String(complaint.split(whereSeparator: \.isNewline).first ?? "").withoutSurroundingSpace
    return text.isEmpty ? answer.outcome.reason(within: timeout) : text
  }

  private func attributes(_ entry: SecretStore.Entry) -> [String] {
    switch self {
    case .secretService:
      // The origin is no attribute of its own: the service also returns entries with more attributes than asked for.
      ["application", "runout", "environment", entry.environment, "profile", entry.profile + SecretStore.suffix(entry)]
    case .keychain: ["-s", "runout", "-a", SecretStore.name(of: entry)]
    }
  }
}

/// The reason a secret cannot be read or kept, with a sentence for the user. It never contains a secret.
public enum SecretError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Others can access the file or its directory. Reason and remedy are half a sentence each.
  case exposed(path: String, reason: String, remedy: String)
  case file(FileError)
  /// The Secret Service or the keychain refused.
  case service(reason: String)
  /// The stored or given text cannot be a token.
  case unusable(reason: String)
  /// `token_command` failed, or printed no token.
  case command(reason: String)

  public var description: String {
    switch self {
    case .exposed(let path, let reason, let remedy): AccountWords.exposed(path, reason, remedy)
    case .file(let error): "\(error)"
    case .service(let reason): AccountWords.serviceRefused(reason)
    case .unusable(let reason): AccountWords.unusable(reason)
    case .command(let reason): AccountWords.commandFailed(reason)
    }
  }
}

extension FileSystem {
  /// Whether there is anything of this name but a directory; a dangling link counts.
  static func isLinkOrFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }
}
