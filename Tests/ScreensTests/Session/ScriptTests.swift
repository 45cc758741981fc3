import Screens
import Testing

/// What a script may look like.
@MainActor struct ScriptTests {
  @Test func `lines may end as they do on Windows`() throws {
    let script = try Script(parsing: "# A comment\r\n\r\ntype blue\r\npress <Enter> j\r\nexpect 1 of\r\n")
    #expect(script.steps.map(\.line) == [3, 4, 5])
    #expect(script.steps.map(\.step).first == .type("blue"))
    #expect(script.steps.map(\.step).last == .expect("1 of"))
  }

  @Test func `a script may begin with a byte order mark`() throws {
    #expect(try Script(parsing: "\u{FEFF}press j\n").steps.map(\.line) == [1])
    #expect(try Script(parsing: "\u{FEFF}# A comment\ntype blue\n").steps.map(\.step) == [.type("blue")])
  }
}
