import Clients
import Foundation
import LiveClients
import Platform
import RunoutModel
import Testing

/// `config.toml` after the start: edited, changed by others, made and removed.
@Suite(.timeLimit(.minutes(1)))
struct SettingsWatchTests {
  private let scratch: LiveScratch
  private let path: String

  init() throws {
    scratch = try LiveScratch()
    path = scratch.file("config/config.toml")
  }

  private func write(_ text: String) throws {
    try FileSystem.makeDirectory(scratch.file("config"))
    try AtomicFile.write(text.utf8, to: path)
  }

  private func live(
    editor: String = "vi", mustExist: Bool = false,
    keyProblems: @escaping @Sendable (SettingsFile, String) -> [String] = { _, _ in [] }
  ) throws -> LiveServices {
    try scratch.live(.demo) {
      $0.pollingInterval = .milliseconds(4)
      $0.settings = SettingsOrigin(
        path: path, file: .read(path, mustExist: mustExist), mustExist: mustExist, editor: editor
      ) { keyProblems($0, $1) }
    }
  }

  @Test func `a file that another program changes is read again, and only then`() async throws {
    try write("ascii = false\n")
    let live = try live()
    // The source's listener is what has the program look at all.
    let sources = live.services.source.changes()
    var readings = live.services.settings.changes().makeAsyncIterator()
    try write("ascii = true\nscroll_lines = 3\n")
    #expect(
      await readings.next() == SettingsReading(settings: Settings { ($0.ascii, $0.scrollLines) = (true, 3) }))
    try write("ascii = true\n  scroll_lines = 300\n")
    let mistaken = await readings.next()
    #expect(
      mistaken?.problems == [
        "config.toml:2:18: \"scroll_lines\" is 300: it must be from 0 (half a screen) to 100"
      ])
    try FileSystem.remove(path)
    #expect(await readings.next() == SettingsReading(settings: Settings()))
    await live.close()
    #expect(await readings.next() == nil)
    withExtendedLifetime(sources) {}
  }

  @Test func `a file that was named and is gone is a mistake`() async throws {
    try write("ascii = true\n")
    let live = try live(mustExist: true)
    try FileSystem.remove(path)
    #expect(
      try await live.services.settings.endEditing()?.problems == [
        "config.toml: Cannot read the settings: No such file or directory"
      ])
    await live.close()
  }

  @Test func `keys are judged by who knows them, with the name of the file`() async throws {
    let live = try live { file, name in file.keyBindings.map { "\(name):\($0.line): \($0.command)" } }
    try write("[keys]\nquit = 'Q'\n")
    #expect(try await live.services.settings.endEditing()?.problems == ["config.toml:2: quit"])
    await live.close()
  }

  @Test func `a file that is not there begins with every setting, and goes again where nothing is saved`() async throws
  {
    let live = try live(editor: "code --wait")
    let call = try await live.services.settings.beginEditing()
    #expect(call.name == "code --wait")
    #expect(call.command == ["/bin/sh", "-c", "trap : INT QUIT; code --wait \"$@\"", "code --wait", path])
    #expect(String(decoding: try FileSystem.read(path), as: UTF8.self) == Setting.document(isTemplate: true))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try await live.services.settings.endEditing() == nil)
    #expect(FileSystem.facts(of: path) == nil)

    _ = try await live.services.settings.beginEditing()
    try write("ascii = true\n")
    #expect(
      try await live.services.settings.endEditing() == SettingsReading(settings: Settings { $0.ascii = true }))
    #expect(try await live.services.settings.endEditing() == nil)
    await live.close()
  }

  @Test func `a file that is there is edited as it is, and an empty one stays`() async throws {
    try write("")
    let live = try live()
    _ = try await live.services.settings.beginEditing()
    #expect(try await live.services.settings.endEditing() == nil)
    #expect(try FileSystem.read(path) == [])
    await live.close()
  }

  // fails: configuration | its folder cannot be made
  @Test func `a configuration that cannot be created is an error with its path`() async throws {
    try scratch.write("in the way", to: "config")
    let live = try live()
    await #expect(throws: ClientError.storage("Cannot create \(scratch.file("config")): Not a directory")) {
      try await live.services.settings.beginEditing()
    }
    await live.close()
  }

  @Test func `copying goes by the command that is set for the run`() async throws {
    let live = try live()
    var settings = Settings()
    settings.copyCommand = "cat > \(scratch.file("copied"))"
    live.services.settings.use(settings)
    #expect(try await live.services.desktop.copy("Kind Of Blue") == "copy_command")
    #expect(String(decoding: try FileSystem.read(scratch.file("copied")), as: UTF8.self) == "Kind Of Blue")
    await live.close()
  }
}
