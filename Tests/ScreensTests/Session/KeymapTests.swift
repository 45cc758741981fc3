import Features
import Screens
import Terminal
import Testing

@MainActor struct KeymapTests {
  private func keys(_ notation: String) -> [Key] { Key.sequence(notation) ?? [] }

  /// Where keys are looked up together.
  nonisolated static let meeting: [[Command.Context]] = [
    [.lists, .everywhere], [.text, .everywhere], [.fields], [.history],
  ]

  @Test func `every key of the command table is spelt right and in force`() {
    let keymap = Keymap()
    #expect(keymap.problems.isEmpty)
    for command in Command.allCases {
      #expect(keymap.keys[command] == command.entry.keys)
      for notation in command.entry.keys {
        let isCovered = { (contexts: [Command.Context]) in
          Command.allCases.contains {
            $0.entry.covered == command && $0.entry.keys.contains(notation)
              && contexts.contains(where: $0.entry.contexts.contains)
          }
        }
        for contexts in Self.meeting
        where !command.entry.contexts.isDisjoint(with: contexts) && !isCovered(contexts) {
          #expect(keymap.match(keys(notation), in: contexts) == .command(command), "\(notation)")
        }
      }
    }
  }

  @Test(arguments: meeting) func `no key is the beginning of a chord`(contexts: [Command.Context]) {
    let sequences = Command.allCases.filter { !$0.entry.contexts.isDisjoint(with: contexts) }
      .flatMap { $0.entry.keys.map(keys) }
    for chord in sequences where chord.count > 1 {
      #expect(!sequences.contains { $0.count < chord.count && chord.starts(with: $0) }, "\(chord)")
    }
  }

  @Test func `text fields have no chords: every letter is typed`() {
    for command in Command.allCases where !command.entry.contexts.isDisjoint(with: [.fields, .history]) {
      for notation in command.entry.keys where command != .undoDelete {
        let sequence = keys(notation)
        #expect(sequence.count == 1)
        if case .character? = sequence.first?.code { #expect(sequence.first?.modifiers.isEmpty == false) }
      }
    }
  }

  @Test func `a user's keys replace the command's own`() {
    let keymap = Keymap(overrides: ["move-down": ["e", "<C-j>"], "random": [], "quit": []])
    #expect(keymap.keys[.moveDown] == ["e", "<C-j>"])
    #expect(keymap.match(keys("e"), in: [.lists, .everywhere]) == .command(.moveDown))
    #expect(keymap.match(keys("j"), in: [.lists, .everywhere]) == .none)
    #expect(keymap.keys[.quit] == [])
  }

  @Test func `an unknown command suggests the likely one, and the rest works`() {
    let keymap = Keymap(overrides: ["move-dwn": ["e"], "xyzzy": ["e"], "move-up": ["E"]])
    #expect(keymap.problems.map(\.name) == ["move-dwn", "xyzzy"])
    #expect(
      keymap.problems.map(\.message) == [
        "no command “move-dwn”; did you mean “move-down”?",
        "no command “xyzzy”; ? lists them all",
      ])
    #expect(keymap.match(keys("E"), in: [.everywhere]) == .command(.moveUp))
    #expect(keymap.match(keys("j"), in: [.everywhere]) == .command(.moveDown))
  }

  @Test func `an impossible key is an error, and the command keeps its own`() {
    let keymap = Keymap(overrides: ["move-down": ["<Hyper-x>"]])
    #expect(keymap.problems.map(\.name) == ["move-down"])
    #expect(keymap.problems.first?.message.contains("<Hyper-x>") == true)
    #expect(keymap.match(keys("j"), in: [.everywhere]) == .command(.moveDown))
  }

  @Test func `a key given to two commands is an error, and the first has it`() {
    let keymap = Keymap(overrides: ["move-down": ["e"], "move-up": ["e", "E"]])
    #expect(keymap.problems.map(\.message) == ["“e” already belongs to move-down"])
    #expect(keymap.match(keys("e"), in: [.everywhere]) == .command(.moveDown))
    #expect(keymap.match(keys("E"), in: [.everywhere]) == .command(.moveUp))
    #expect(keymap.keys[.moveUp] == ["E"])
  }

  @Test func `a key taken from another command is the user's wherever both could be meant`() {
    // `f` narrows in lists; the user wants it to page down everywhere.
    let keymap = Keymap(overrides: ["page-down": ["f"]])
    #expect(keymap.match(keys("f"), in: [.lists, .everywhere]) == .command(.pageDown))
    #expect(keymap.keys[.narrow] == ["/"] && keymap.keys[.find] == ["/"])
    // `j` moves down everywhere; the user wants it to narrow lists.
    let other = Keymap(overrides: ["narrow": ["j"]])
    #expect(other.match(keys("j"), in: [.lists, .everywhere]) == .command(.narrow))
    #expect(other.keys[.moveDown]?.contains("j") == false, "help must not claim it")
  }

  @Test func `the same key filters a list and finds in a text`() {
    let keymap = Keymap()
    for key in ["/", "f"] {
      #expect(keymap.match(keys(key), in: [.lists, .everywhere]) == .command(.narrow))
      #expect(keymap.match(keys(key), in: [.text, .everywhere]) == .command(.find))
    }
  }

  @Test func `who has a key of their own for one of the two keeps it, and the other its keys`() {
    let finding = Keymap(overrides: ["find": ["/"]])
    #expect(finding.problems.isEmpty)
    #expect(finding.match(keys("/"), in: [.lists, .everywhere]) == .command(.find))
    #expect(finding.match(keys("f"), in: [.lists, .everywhere]) == .command(.narrow))
    let filtering = Keymap(overrides: ["narrow": ["f"]])
    #expect(filtering.problems.isEmpty)
    #expect(filtering.match(keys("f"), in: [.lists, .everywhere]) == .command(.narrow))
    #expect(filtering.match(keys("/"), in: [.lists, .everywhere]) == .command(.find))
    #expect(filtering.match(keys("f"), in: [.text, .everywhere]) == .command(.find))
    let other = Keymap(overrides: ["find": ["<C-s>"], "narrow": ["<C-s>"]])
    #expect(other.problems.map(\.name) == ["narrow"], "one key for both is a mistake like any other")
  }

  @Test func `a key that begins chords is an error, as it would hide them`() {
    let keymap = Keymap(overrides: ["open": ["g"]])
    #expect(keymap.match(keys("g"), in: [.lists, .everywhere]) == .command(.open))
    #expect(keymap.keys[.moveToTop] == ["<Home>"])
    #expect(keymap.problems.map(\.name) == ["open"])
    #expect(keymap.problems.first?.message.contains("“g” hides") == true)
  }

  @Test func `a chord that begins with another command's key takes it over`() {
    let keymap = Keymap(overrides: ["help": ["jh"]])
    #expect(keymap.match(keys("jh"), in: [.lists, .everywhere]) == .command(.openHelp))
    #expect(keymap.match(keys("j"), in: [.lists, .everywhere]) == .prefix)
    #expect(keymap.keys[.moveDown]?.contains("j") == false)
    #expect(keymap.problems.map(\.name) == ["help"])
  }

  @Test func `the pop-up of a chord says what can follow here, a key before its capital`() {
    let keymap = Keymap()
    let go = keymap.chord(of: keys("g"), in: [.lists, .everywhere])
    #expect(go.caption == "Go to")
    #expect(go.hints.map(\.keys) == Array("acefghklmnopPstvwxy").map(String.init))
    #expect(go.hints.first?.text == "its artist")
    let sort = keymap.chord(of: keys(","), in: [.lists, .everywhere])
    #expect(sort.hints.map(\.keys).prefix(5) == [",", "a", "A", "c", "C"])
    #expect(keymap.chord(of: keys(","), in: [.text, .everywhere]).hints.isEmpty)
    #expect(keymap.match(keys(","), in: [.text, .everywhere]) == .none)
    #expect(keymap.match(keys(","), in: [.lists, .everywhere]) == .prefix)
  }

  @Test func `a chord of the user's own has its keys for a caption and sentences for hints`() {
    let keymap = Keymap(overrides: ["help": ["xh"], "quit": ["xq"]])
    let chord = keymap.chord(of: keys("x"), in: [.lists, .everywhere])
    #expect(
      chord
        == Chord(
          caption: "x …",
          hints: [
            ChordHint(keys: "h", text: "Show keys and commands"), ChordHint(keys: "q", text: "Quit"),
          ]))
  }

  @Test func `every key of the table's chords has a caption and short words`() {
    for command in Command.allCases {
      for notation in command.entry.keys where keys(notation).count > 1 {
        #expect(Command.chordCaptions[String(notation.prefix(1))] != nil, "\(notation)")
        #expect((command.entry.chord ?? "").count <= 20 && command.entry.chord != nil, "\(notation)")
      }
    }
  }
}
