import Foundation
import LibC
import Testing

@testable import Platform

/// One at a time: a script that is being written while another test starts a program cannot be run.
@Suite(.serialized) struct DesktopTests {}

extension DesktopTests {
  @Suite(.serialized) struct ClipboardTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    /// A program that writes what it is given, and how it was called, into the scratch directory.
    private func install(_ name: String, _ script: String) throws {
      _ = try scratch.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)", permissions: 0o700)
    }

    private func environment(_ more: [String: String]) -> [String: String] {
      ["PATH": "\(scratch.file("bin")):/usr/bin:/bin"].merging(more) { $1 }
    }

    @Test func `the user's own command comes first and gets the text as it is`() async throws {
      let clipboard = Clipboard(
        environment: environment(["DISPLAY": ":0", "OUT": scratch.file("copied")]), copyCommand: "cat > \"$OUT\"")
      #expect(try await clipboard.copy("Björk – Début\n\u{1B}$(rm)") == "copy_command")
      #expect(try scratch.read("copied") == "Björk – Début\n\u{1B}$(rm)")
    }

    @Test func `wl-copy is taken under Wayland, xclip under X`() async throws {
      try install("wl-copy", "cat > '\(scratch.file("wayland"))'")
      try install("xclip", "cat > '\(scratch.file("x"))'; echo \"$@\" > '\(scratch.file("arguments"))'")
      let both = Clipboard(environment: environment(["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"]))
      #expect(try await both.copy("one") == "wl-copy")
      #expect(try scratch.read("wayland") == "one")
      let x = Clipboard(environment: environment(["WAYLAND_DISPLAY": "", "DISPLAY": ":0"]))
      #expect(try await x.copy("two") == "xclip")
      #expect(try scratch.read("x") == "two")
      #expect(try scratch.read("arguments") == "-selection clipboard\n")
    }

    @Test func `without a desktop the terminal is to be asked`() async throws {
      try install("wl-copy", "exit 1")
      #expect(try await Clipboard(environment: environment([:])).copy("text") == nil)
      #expect(try await Clipboard(environment: ["DISPLAY": ":0", "PATH": "/nowhere"]).copy("text") == nil)
    }

    @Test func `on a Mac pbcopy gets UTF-8, whatever the locale, and nothing over ssh`() async throws {
      try install("pbcopy", "cat > '\(scratch.file("copied"))'; echo \"$LC_ALL\" > '\(scratch.file("locale"))'")
      func clipboard(_ more: [String: String] = [:]) -> Clipboard {
        var clipboard = Clipboard(environment: environment(["LC_ALL": "C"]).merging(more) { $1 })
        clipboard.pasteboard = scratch.file("bin/pbcopy")
        return clipboard
      }
      #expect(try await clipboard(["SSH_CONNECTION": "10.0.0.2 50000 10.0.0.1 22"]).copy("elsewhere") == nil)
      #expect(try await clipboard().copy("Björk") == "pbcopy")
      #expect(try scratch.read("copied") == "Björk")
      #expect(try scratch.read("locale") == "en_US.UTF-8\n")
    }

    @Test func `a command that fails is named with its exit code`() async throws {
      let clipboard = Clipboard(environment: environment([:]), copyCommand: "exit 3")
      let error = await #expect(throws: ClipboardError.self) { try await clipboard.copy("text") }
      #expect(error?.description == "Could not copy: copy_command failed (exit code 3)")
    }

    @Test func `a command that does not read its input does no harm`() async throws {
      let clipboard = Clipboard(environment: environment([:]), copyCommand: "exec true")
      #expect(try await clipboard.copy(String(repeating: "x", count: 1 << 20)) == "copy_command")
    }

    @Test func `a command that hangs is stopped`() async throws {
      let clipboard = Clipboard(environment: environment([:]), copyCommand: "sleep 60", timeout: .milliseconds(50))
      let error = await #expect(throws: ClipboardError.self) { try await clipboard.copy("text") }
      #expect(error?.reason.hasPrefix("no answer within") == true)
    }
  }

  @Suite(.serialized) struct BrowserTests {
    @Test func `without a desktop the address is shown instead`() async throws {
      let browser = Browser(environment: ["PATH": "/usr/bin", "DISPLAY": ""])
      let error = await #expect(throws: BrowserError.self) {
        try await browser.open("https://www.discogs.com/release/249504")
      }
      #expect(
        error?.description == "No browser here. Open https://www.discogs.com/release/249504")
    }

    @Test func `the desktop's opener gets the address as its only argument`() async throws {
      let scratch = try Scratch()
      _ = try scratch.write(
        "#!/bin/sh\necho \"$#:$1\" > '\(scratch.file("opened"))'\n", to: "bin/xdg-open", permissions: 0o700)
      let browser = Browser(environment: ["PATH": "\(scratch.file("bin")):/usr/bin:/bin", "DISPLAY": ":0"])
      try await browser.open("https://www.discogs.com/search/?q=a;b&type=all")
      #expect(try scratch.read("opened") == "1:https://www.discogs.com/search/?q=a;b&type=all\n")
    }

    @Test func `on a Mac open gets the address, and over ssh it is shown instead`() async throws {
      let scratch = try Scratch()
      let opener = try scratch.write(
        "#!/bin/sh\necho \"$1\" >> '\(scratch.file("opened"))'\n", to: "bin/open", permissions: 0o700)
      func browser(_ environment: [String: String]) -> Browser {
        var browser = Browser(environment: environment)
        browser.opener = opener
        return browser
      }
      let error = await #expect(throws: BrowserError.self) {
        try await browser(["SSH_CONNECTION": "10.0.0.2 50000 10.0.0.1 22"]).open("https://example.org/far")
      }
      #expect(error == .noBrowser("https://example.org/far"))
      try await browser([:]).open("https://example.org/near")
      #expect(try scratch.read("opened") == "https://example.org/near\n")
    }

    #if os(Linux)
      /// A browser runs on for days: with a connection or a lock that it has open, no other program would see its end.
      @Test func `a program that is started gets no open file of Runout's`() async throws {
        let scratch = try Scratch()
        let open = LibC.open(scratch.file("library.sqlite"), O_RDWR | O_CREAT, 0o600)
        defer { close(open) }
        _ = try scratch.write(
          "#!/bin/sh\nls -l /proc/self/fd > '\(scratch.file("opened"))'\n", to: "bin/xdg-open", permissions: 0o700)
        let browser = Browser(environment: ["PATH": "\(scratch.file("bin")):/usr/bin:/bin", "DISPLAY": ":0"])
        try await browser.open("https://www.discogs.com/release/249504")
        #expect(!(try scratch.read("opened").contains("library.sqlite")))
      }
    #endif

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "https://a b", "--help", "https://x\u{1B}[2J", ""])
    func `only web addresses are opened`(text: String) async throws {
      let browser = Browser(environment: ["PATH": "/usr/bin", "DISPLAY": ":0"])
      let error = await #expect(throws: BrowserError.self) { try await browser.open(text) }
      #expect(error == .notAnAddress(text))
    }

    @Test func `the error of a browser that fails has the address`() async throws {
      let scratch = try Scratch()
      _ = try scratch.write("#!/bin/sh\nexit 4\n", to: "bin/xdg-open", permissions: 0o700)
      let browser = Browser(environment: ["PATH": scratch.file("bin"), "WAYLAND_DISPLAY": "wayland-0"])
      let error = await #expect(throws: BrowserError.self) { try await browser.open("https://example.org") }
      #expect(
        error?.description
          == "The browser did not start (exit code 4). Open https://example.org")
    }
  }
}

extension DesktopTests {
  @Suite(.serialized) struct PDFPrinterTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func install(_ name: String, _ script: String) throws {
      _ = try scratch.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)", permissions: 0o700)
    }

    private func print(
      _ page: String, in folder: String? = nil, for patience: Duration = .seconds(20)
    ) async throws -> String {
      var printer = PDFPrinter(
        environment: ["PATH": scratch.file("bin"), "TMPDIR": folder ?? scratch.file("")], patience: patience)
      printer.application = nil
      return String(decoding: try await printer.pdf(of: Array(page.utf8)), as: UTF8.self)
    }

    private var leftovers: [String] {
      get throws { try FileSystem.names(in: scratch.file("")).filter { $0.hasPrefix("runout-pdf") } }
    }

    @Test func `a page becomes a PDF by the first program that can, and stays nowhere`() async throws {
      try install("weasyprint", "echo 'no fonts' >&2; exit 1")
      try install(
        "chromium",
        #"for word; do case $word in --print-to-pdf=*) printf '%%PDF ' > "${word#*=}"; out=${word#*=};; esac; done"#
          + #"; /bin/cat "$word" >> "$out""#)
      #expect(try await print("<p>Björk") == "%PDF <p>Björk")
      try install("weasyprint", #"/bin/cat "$1" "$1" > "$2""#)
      #expect(try await print("<p>") == "<p><p>")
      #expect(try leftovers.isEmpty)
    }

    // fails: PDF of a list | the temporary directory is not there
    @Test func `without a temporary directory nothing is written, and the reason is named`() async throws {
      try install("weasyprint", #"/bin/cat "$1" > "$2""#)
      let error = await #expect(throws: ProgramError.self) { try await print("<p>", in: scratch.file("gone")) }
      #expect(error?.reason == "No such file or directory")
    }

    // fails: PDF of a list | the program that sets it fails, hangs or writes nothing
    @Test func `without such a program, or with one that fails or hangs, it is said what is missing`() async throws {
      await #expect(
        throws: ProgramError(
          way: "making a PDF", reason: "install weasyprint or chromium, or print what --format html writes")
      ) { try await print("<p>") }
      try install("weasyprint", "echo one >&2; echo 'no fonts' >&2; exit 3")
      let program = scratch.file("bin/weasyprint")
      await #expect(throws: ProgramError(way: program, reason: "exit code 3: no fonts")) { try await print("<p>") }
      try install("weasyprint", "exit 0")
      let error = await #expect(throws: ProgramError.self) { try await print("<p>") }
      #expect(error?.reason == "No such file or directory")
      try install("weasyprint", "exec /bin/sleep 60")
      let slow = await #expect(throws: ProgramError.self) { try await print("<p>", for: .milliseconds(50)) }
      #expect(slow?.reason.hasPrefix("no answer within") == true)
      #expect(try leftovers.isEmpty)
    }
  }
}

struct PlayerTests {
  @Test func `a player gets the addresses as its arguments, and nothing else`() async throws {
    let scratch = try Scratch()
    let player = Player("printf '%s\\n' > '\(scratch.file("played"))'", environment: ["PATH": "/usr/bin:/bin"])
    try await player.play(["https://example.org/a b;c", "--help", "file:///etc/passwd", "http://example.org/$(id)"])
    let played = try String(contentsOfFile: scratch.file("played"), encoding: .utf8)
    #expect(played == "https://example.org/a b;c\nhttp://example.org/$(id)\n")
  }

  @Test func `a player that is not there, or fails, is named with the reason`() async {
    let environment = ["PATH": "/usr/bin:/bin"]
    await #expect(throws: ProgramError(way: "no-such-player", reason: "not here: set player in config.toml")) {
      try await Player("no-such-player", environment: environment).play(["https://example.org"])
    }
    await #expect(throws: ProgramError.self) {
      try await Player("false", environment: environment).play(["https://example.org"])
    }
  }
}
