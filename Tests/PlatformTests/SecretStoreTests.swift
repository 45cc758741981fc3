import DiscogsModel
import LibC
import Testing
import Wording

@testable import Platform

extension DesktopTests {
  @Suite(.serialized) struct SecretStoreTests {
    private let scratch: Scratch
    private let entry = SecretStore.Entry(environment: "production", profile: "default")
    private let token = Secret("abcdefghijklmnopqrstuvwxyz0123456789ABCD")

    init() throws {
      scratch = try Scratch()
    }

    /// Keeps what it is given in files and writes down how it was called, as `secret-tool` behaves.
    private func installService(_ script: String? = nil) throws {
      let keeping = """
        #!/bin/sh
        echo "$@" >> '\(scratch.file("calls"))'
        action=$1; shift
        case $action in store) shift ;; esac
        file='\(scratch.file("kept"))'/$4-$6
        case $action in
          store) mkdir -p '\(scratch.file("kept"))'; cat > "$file" ;;
          lookup) [ -f "$file" ] || exit 1; cat "$file" ;;
          clear) rm -f "$file" ;;
        esac
        """
      _ = try scratch.write(script ?? keeping, to: "bin/secret-tool", permissions: 0o700)
    }

    private func store(hasBus: Bool = true, timeout: Duration = .seconds(20), _ more: [String: String] = [:])
      -> SecretStore
    {
      var environment = ["PATH": "\(scratch.file("bin")):/usr/bin:/bin"]
      if hasBus { environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/run/user/1000/bus" }
      return SecretStore(
        directory: scratch.file("data/secrets"), environment: environment.merging(more) { $1 }, timeout: timeout)
    }

    private func mode(_ path: String) -> UInt32 {
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    // MARK: The service

    @Test func `a token is kept by the Secret Service, and never among the arguments`() async throws {
      try installService()
      let written = try await store().write(token, for: entry)
      #expect(written == SecretStore.Written(place: .secretService, reason: nil))
      #expect(try await store().read(entry) == SecretStore.Found(secret: token, place: .secretService))
      #expect(try await store().read(.init(environment: "staging", profile: "default")) == nil)
      #expect(try await store().read(.init(environment: "production", profile: "other")) == nil)
      let calls = try scratch.read("calls")
      #expect(calls.hasPrefix("store --label=Runout: Discogs token (production, default) application runout "))
      #expect(!calls.contains(token.reveal()))
      #expect(!FileSystem.isDirectory(scratch.file("data")))
    }

    @Test func `a stored token is removed`() async throws {
      try installService()
      _ = try await store().write(token, for: entry)
      #expect(try await store().remove(entry))
      #expect(try await store().read(entry) == nil)
      #expect(try await !store().remove(entry))
    }

    @Test func `without a session bus the service is not even asked`() async throws {
      try installService()
      let written = try await store(hasBus: false).write(token, for: entry)
      #expect(written.place == .file(path: scratch.file("data/secrets/production~default")))
      #expect(written.reason == "this machine has no Secret Service")
      #expect(!FileSystem.isFile(scratch.file("calls")))
    }

    // fails: token | the Secret Service fails
    @Test func `if the Secret Service fails, the token goes to a file, with the reason`() async throws {
      try installService("#!/bin/sh\necho 'secret-tool: Cannot create an item in a locked collection' >&2\nexit 1\n")
      let written = try await store().write(token, for: entry)
      #expect(
        written.reason == "the Secret Service failed: secret-tool: Cannot create an item in a locked collection")
      #expect(try await store().read(entry)?.secret == token)
    }

    @Test func `a silent service times out`() async throws {
      try installService("#!/bin/sh\nexec sleep 60\n")
      let error = await #expect(throws: SecretError.self) {
        try await store(timeout: .milliseconds(50)).read(entry)
      }
      #expect(error?.description.hasPrefix("The Secret Service failed: no answer") == true)
      let written = try await store(timeout: .milliseconds(50)).write(token, for: entry)
      #expect(written.place == .file(path: scratch.file("data/secrets/production~default")))
    }

    @Test func `a token written to the service later takes the place of the one in the file`() async throws {
      _ = try await store(hasBus: false).write(Secret("theformeronefromthefile"), for: entry)
      try installService()
      _ = try await store().write(token, for: entry)
      #expect(try await store().read(entry) == SecretStore.Found(secret: token, place: .secretService))
      #expect(try FileSystem.names(in: scratch.file("data/secrets")) == [])
    }

    @Test func `a token written to the file later is not hidden by the one in the service`() async throws {
      try installService()
      _ = try await store().write(Secret("theformeronefromtheservice"), for: entry)
      _ = try await store(hasBus: false).write(token, for: entry)
      #expect(try await store().read(entry)?.secret == token)
    }

    // MARK: The keychain

    /// A `security` that has what it is given in a file, and behaves as that of a Mac is documented to.
    ///
    /// - Parameter script: what it does instead.
    private func keychain(_ script: String? = nil) throws -> SecretStore {
      let keeping = """
        #!/bin/sh
        echo "$@" >> '\(scratch.file("calls"))'
        kept='\(scratch.file("kept"))'
        case "$1 $2" in
          -i*) read -r line; eval "set -- $line"; echo "$4 $6 $8" > '\(scratch.file("names"))'; printf %s "${10}" > "$kept" ;;
          find-generic-password*) [ -f "$kept" ] || exit 44 ;;
          delete-generic-password*) [ -f "$kept" ] || exit 44; rm "$kept" ;;
        esac
        [ "$1 $2" != "find-generic-password -w" ] || { sed 's/../\\\\x&/g' "$kept" | xargs -0 printf %b; echo; }
        """
      let path = try scratch.write(script ?? keeping, to: "bin/security", permissions: 0o700)
      var store = SecretStore(directory: scratch.file("data/secrets"), environment: ["PATH": "/usr/bin:/bin"])
      store.keychain = path
      return store
    }

    @Test func `on a Mac a token is kept by the keychain, and never among the arguments`() async throws {
      let store = try keychain()
      #expect(try await store.read(entry) == nil)
      #expect(try await store.write(token, for: entry) == SecretStore.Written(place: .secretService, reason: nil))
      #expect(try await store.read(entry) == SecretStore.Found(secret: token, place: .secretService))
      #expect(try scratch.read("names") == "runout production~default Runout: Discogs token (production, default)\n")
      #expect(!(try scratch.read("calls")).contains(token.reveal()))
      #expect(try await store.remove(entry))
      #expect(try await store.remove(entry) == false)
    }

    @Test func `a token that security cannot take whole or show as it is goes to a file`() async throws {
      let store = try keychain()
      for text in [String(repeating: "x", count: 1_989), "pässword"] {
        let written = try await store.write(Secret(text), for: entry)
        #expect(written.place == .file(path: scratch.file("data/secrets/production~default")))
        #expect(written.reason == "the \(AccountWords.secretService) takes only short tokens in ASCII")
        #expect(try await store.read(entry)?.secret.reveal() == text)
      }
      #expect(!FileSystem.isFile(scratch.file("calls")))
      // With its command, this one has as many bytes as fit.
      let longest = Secret(String(repeating: "x", count: 1_988))
      #expect(try await store.write(longest, for: entry).place == .secretService)
      #expect(try await store.read(entry)?.secret == longest)
    }

    @Test func `what security complains of when it gets a token is never repeated`() async throws {
      let store = try keychain("#!/bin/sh\nread -r line; echo \"unknown: $line\" >&2; exit 2\n")
      let written = try await store.write(token, for: entry)
      #expect(written.reason == "the \(AccountWords.secretService) failed: exit code 2")
      #expect(try await store.read(entry)?.secret == token)
    }

    /// Over ssh `security` can say that there is a secret, and not which.
    @Test func `a locked keychain says how to unlock it, and what is in it can be removed`() async throws {
      let store = try keychain(
        """
        #!/bin/sh
        case "$1 $2" in
          delete-generic-password*) exit 0 ;;
          "find-generic-password -s") echo 'keychain: "login.keychain-db"'; exit 0 ;;
        esac
        echo 'User interaction is not allowed.' >&2; exit 36
        """)
      let error = await #expect(throws: SecretError.self) { try await store.read(entry) }
      let remedy = "failed: it is locked; run `security unlock-keychain`"
      #expect(error?.description == "The \(AccountWords.secretService) \(remedy)")
      #expect(try await store.remove(entry))
      #expect(try await store.write(token, for: entry).reason == "the \(AccountWords.secretService) \(remedy)")
    }

    // MARK: Files

    @Test func `a file and its directory are for this user only`() async throws {
      let written = try await store(hasBus: false).write(token, for: .init(environment: "dev", profile: "../Änn b"))
      let path = scratch.file("data/secrets/dev~%2e%2e%2f%c3%84nn%20b")
      #expect(written.place == .file(path: path))
      #expect(mode(path) == 0o600)
      #expect(mode(scratch.file("data/secrets")) == 0o700)
      #expect(try FileSystem.read(path) == Array((token.reveal() + "\n").utf8))
    }

    @Test(arguments: [0o640, 0o604, 0o660] as [mode_t])
    func `a file that others can get at is refused`(permissions: mode_t) async throws {
      _ = try await store(hasBus: false).write(token, for: entry)
      let path = scratch.file("data/secrets/production~default")
      chmod(path, permissions)
      let error = await #expect(throws: SecretError.self) { try await store(hasBus: false).read(entry) }
      #expect(
        error?.description
          == "Ignoring the token in \(path): other users can read it; run `chmod 600 \(path)`")
    }

    // fails: token | others can get at its folder
    @Test func `a folder open to others is refused for reading and writing`() async throws {
      _ = try await store(hasBus: false).write(token, for: entry)
      chmod(scratch.file("data/secrets"), 0o755)
      for _ in 1...2 {
        let error = await #expect(throws: SecretError.self) { try await store(hasBus: false).read(entry) }
        #expect(error?.description.hasSuffix("run `chmod 700 \(scratch.file("data/secrets"))`") == true)
      }
      await #expect(throws: SecretError.self) { try await store(hasBus: false).write(token, for: entry) }
    }

    @Test func `a link in the place of the file is not followed`() async throws {
      let elsewhere = try scratch.write("someoneelsestoken", to: "elsewhere")
      try FileSystem.makeDirectory(scratch.file("data/secrets"))
      symlink(elsewhere, scratch.file("data/secrets/production~default"))
      let error = await #expect(throws: SecretError.self) { try await store(hasBus: false).read(entry) }
      #expect(error?.description.contains("it is a link") == true)
      // Writing replaces the link and leaves alone what it led to.
      _ = try await store(hasBus: false).write(token, for: entry)
      #expect(try await store(hasBus: false).read(entry)?.secret == token)
      #expect(try scratch.read("elsewhere") == "someoneelsestoken")
    }

    @Test(arguments: ["", "a\nb", "tab\there", String(repeating: "x", count: 5000)])
    func `text that cannot be a token is neither kept nor used`(text: String) async throws {
      await #expect(throws: SecretError.self) { try await store(hasBus: false).write(Secret(text), for: entry) }
      _ = try scratch.write(text, to: "data/secrets/production~default")
      let error = await #expect(throws: SecretError.self) { try await store(hasBus: false).read(entry) }
      #expect(text.isEmpty || error?.description.contains(text) == false)
    }

    @Test func `nothing was written, nothing is found`() async throws {
      #expect(try await store(hasBus: false).read(entry) == nil)
      #expect(try await !store(hasBus: false).remove(entry))
    }

    // MARK: Variable and command

    @Test func `a variable comes before a command, a command before what was written`() async throws {
      let store = store(hasBus: false, ["DISCOGS_TOKEN": "fromthevariable"])
      _ = try await store.write(token, for: entry)
      #expect(
        try await store.find(entry, variable: "DISCOGS_TOKEN", command: "echo fromthecommand")
          == SecretStore.Found(secret: Secret("fromthevariable"), place: .variable("DISCOGS_TOKEN")))
      #expect(
        try await store.find(entry, variable: "DISCOGS_DEV_TOKEN", command: "echo fromthecommand")?.place == .command)
      #expect(try await store.find(entry, variable: nil, command: "")?.secret == token)
    }

    @Test func `the first line of the command's output is the token`() async throws {
      let command = "printf '  abc123 \\r\\nuser: ann\\n'; echo noise >&2; head -c 200000 /dev/zero"
      #expect(try await store(hasBus: false).find(entry, variable: nil, command: command)?.secret.reveal() == "abc123")
    }

    @Test func `a program that the command leaves running is not waited for`() async throws {
      let command = "sleep 60 & echo abc123"
      #expect(try await store(hasBus: false).find(entry, variable: nil, command: command)?.secret.reveal() == "abc123")
    }

    @Test(arguments: [
      ("echo s3cret; echo s3cret >&2; exit 3", "exit code 3"),
      ("true", "its first line is empty"), ("echo; echo s3cret", "its first line is empty"),
      ("no-such-program-here", "no such program (exit code 127)"), ("kill -9 $$", "killed by signal 9"),
    ])
    func `a command that fails is one clear line, without what it printed`(command: String, reason: String) async {
      let error = await #expect(throws: SecretError.self) {
        try await store(hasBus: false).find(entry, variable: nil, command: command)
      }
      #expect(error?.description == "token_command gave no token: \(reason)")
    }

    @Test(arguments: ["sleep 60", "trap '' TERM; while :; do :; done"])
    func `a command that does not end is stopped`(line: String) async {
      let command = TokenCommand(line, environment: ["PATH": "/usr/bin:/bin"], timeout: .milliseconds(100))
      let error = await #expect(throws: SecretError.self) { try await command.run() }
      #expect(error?.description.hasPrefix("token_command gave no token: no answer within") == true)
    }

    // Whichever comes first: too much to be a token, or too long a time.
    @Test func `a command that prints without end is stopped`() async {
      let command = TokenCommand("yes", environment: ["PATH": "/usr/bin:/bin"], timeout: .milliseconds(100))
      let error = await #expect(throws: SecretError.self) { try await command.run() }
      #expect(error?.description.hasPrefix("token_command gave no token: ") == true)
    }
  }
}
