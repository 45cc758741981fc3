/// Turns the bytes that a terminal sends into keys: a state machine that neither reads nor waits.
///
///     var parser = KeyParser(sequences: keysOfTerminfo)
///     let events = parser.feed(bytes, at: clock.now)
///     // later, when `parser.deadline` has passed and nothing came:
///     let late = parser.expire(at: clock.now)
///
/// It understands UTF-8, the strings terminfo gives for this terminal, xterm's grammar for all others (`CSI 1;5C`,
/// `CSI 3~`, `CSI 27;5;13~`, `CSI 13;5u`, `SS3 P`), Escape before a key as Alt, bracketed paste and focus reports.
/// Of the mouse it reads xterm's SGR reports (`CSI < 0;10;20 M`) while ``hasMouse`` is set. Of replies it reads the
/// colour of the background (`OSC 11;rgb:1e1e/1e1e/2e2e ST`) and those of ``TerminalAnswers``.
///
/// All other reports and replies (cursor position, colours, any OSC, DCS, APC or PM string) are swallowed, late or in
/// pieces: a reply must never act as keys. So `Alt-[` is no key, and `Alt-]`, `Alt-P`, `Alt-X`, `Alt-^` and `Alt-_`
/// are keys only if a byte follows within ``replyPause`` that cannot begin a reply.
public struct KeyParser: Sendable {
  /// The time that a lone Escape waits for a key that would make it Alt. The doubt about the end of a paste is in
  /// proportion to it: both allow for bytes that belong together but arrive apart.
  public var escapeTime: Duration
  /// The bytes kept of one paste; the rest is swallowed.
  public var pasteLimit: Int
  public var hasMouse = false
  /// The moment ``expire(at:)`` is due; nil while nothing is pending.
  public private(set) var deadline: ContinuousClock.Instant?

  /// The longest pause within a sequence or reply, and the longest time that a reply may take.
  static let replyPause: Duration = .seconds(1)
  static let replyTime: Duration = .seconds(5)
  /// The pause after which a paste counts as complete without its end mark.
  static let pastePause: Duration = .seconds(1)
  /// The pause after which the end of a paste is trusted, and the longest time it is doubted: pasted text may itself
  /// hold the end mark.
  var pasteDoubt: Duration { escapeTime * 2 / 5 }
  var pasteDoubtTime: Duration { escapeTime * 2 }

  private static let escape: UInt8 = 0x1B
  private static let pasteStart: [UInt8] = Array("\u{1B}[200~".utf8)
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
  /// The bits for Shift, Alt and Control in the number of a button.
  private static let mouseModifiers = 4 | 8 | 16
  /// The bytes after the end of a paste that are searched for another end mark.
  private static let longestTail = 1 << 20
  /// In bytes: a longer sequence is no key, and of a longer reply the rest is dropped.
  private static let longestSequence = 64

  private enum State: Hashable {
    case ground
    /// Within a scalar of several bytes.
    case scalar(remaining: Int)
    case escape
    case csi
    /// `CSI [`: the Linux console sends one more byte for F1 to F5.
    case linuxFunction
    case ss3
    /// Within an OSC, DCS, APC, PM or SOS string, introduced by this byte after Escape.
    case reply(UInt8)
    /// After an Escape within such a string, which ends it if a backslash follows.
    case replyEscape(UInt8)
    /// Within an X10 mouse report, `CSI M` and three bytes.
    case mouse(remaining: Int)
    case paste
    /// After the end of a paste, while it is in doubt.
    case afterPaste
  }

  private let sequences: [[UInt8]: Key]
  private var state = State.ground
  /// Whether an Escape came before the pending sequence.
  private var isAlt = false
  /// The bytes of the pending sequence, from its Escape on.
  private var sequence: [UInt8] = []
  private var scalar: UInt32 = 0
  private var smallestScalar: UInt32 = 0
  /// The pending reply without its introducer, up to ``longestSequence``.
  private var reply: [UInt8] = []
  /// When an Escape was last taken for a key; on a slow line the rest of its sequence may still follow.
  private var loneEscape: ContinuousClock.Instant?
  /// When the pending reply or the doubt about a paste began.
  private var began: ContinuousClock.Instant?
  private var paste: [UInt8] = []
  /// The number of bytes of the end mark seen so far.
  private var pasteEndMatched = 0
  /// The bytes after the end of a paste that is in doubt.
  private var tail: [UInt8] = []
  private var events: [InputEvent] = []

  /// - Parameters:
  ///   - sequences: the sequences of this terminal's keys, where known. They come before the common grammar.
  ///   - escapeTime: more than 50 ms feels slow.
  public init(sequences: [[UInt8]: Key] = [:], escapeTime: Duration = .milliseconds(25), pasteLimit: Int = 1 << 16) {
    (self.sequences, self.escapeTime, self.pasteLimit) = (sequences, escapeTime, pasteLimit)
  }

  public mutating func feed(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [InputEvent] {
    let bytes = Array(bytes)
    var index = 0
    while index < bytes.count {
      if state == .paste, pasteEndMatched == 0 {
        // All at once: a paste may be as long as a book.
        let end = bytes[index...].firstIndex(of: KeyParser.escape) ?? bytes.count
        keep(bytes[index..<end])
        index = end
        if index == bytes.count { break }
      }
      take(bytes[index], at: now)
      index += 1
    }
    if !bytes.isEmpty {
      if state == .afterPaste { judgePaste(at: now) }
      deadline = nextDeadline(now)
    }
    return takeEvents()
  }

  /// Gives up waiting, if the deadline has passed: a lone Escape is a key, a broken sequence is dropped, a paste
  /// without an end is complete.
  public mutating func expire(at now: ContinuousClock.Instant) -> [InputEvent] {
    guard let deadline, deadline <= now else { return [] }
    giveUp(at: now)
    self.deadline = nextDeadline(now)
    return takeEvents()
  }

  private mutating func takeEvents() -> [InputEvent] {
    defer { events = [] }
    return events
  }

  private func nextDeadline(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    switch state {
    case .ground: nil
    case .escape, .ss3: now + escapeTime
    case .scalar, .csi, .linuxFunction, .mouse: now + KeyParser.replyPause
    case .reply, .replyEscape: min(now + KeyParser.replyPause, (began ?? now) + KeyParser.replyTime)
    case .paste: now + KeyParser.pastePause
    case .afterPaste: min(now + pasteDoubt, (began ?? now) + pasteDoubtTime)
    }
  }

  private mutating func giveUp(at now: ContinuousClock.Instant) {
    switch state {
    case .ground: break
    case .escape:
      reset()
      events.append(.key(Key(.escape)))
      loneEscape = now
    case .ss3: endSequence(Key("O", .alt))
    case .scalar, .csi, .linuxFunction, .mouse, .reply, .replyEscape: endSequence(nil)
    case .paste, .afterPaste: endPaste(at: now)
    }
  }

  // MARK: Bytes

  private mutating func take(_ byte: UInt8, at now: ContinuousClock.Instant) {
    switch state {
    case .ground: if !consumesLoneEscape(byte, at: now) { takeInGround(byte) }
    case .scalar(let remaining): takeInScalar(byte, remaining: remaining)
    case .escape: takeAfterEscape(byte, at: now)
    case .csi: takeInCSI(byte)
    case .linuxFunction: endSequence(0x41...0x45 ~= byte ? Key(.function(Int(byte) - 0x40)) : nil)
    case .ss3: takeInSS3(byte)
    case .reply(let introducer): takeInReply(byte, introducer: introducer)
    case .replyEscape(let introducer): takeAfterReplyEscape(byte, introducer: introducer, at: now)
    case .mouse(let remaining):
      if remaining > 1 { state = .mouse(remaining: remaining - 1) } else { endSequence(nil) }
    case .paste: takeInPaste(byte, at: now)
    case .afterPaste: tail.append(byte)
    }
  }

  /// Continues the sequence of an Escape that has acted as a key already: on a slow line the rest follows late, begins
  /// with a bracket, and must not be typed.
  private mutating func consumesLoneEscape(_ byte: UInt8, at now: ContinuousClock.Instant) -> Bool {
    guard let escaped = loneEscape else { return false }
    loneEscape = nil
    guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]"), now - escaped < KeyParser.replyPause else {
      return false
    }
    sequence = [KeyParser.escape]
    takeAfterEscape(byte, at: now)
    return true
  }

  private mutating func reset() {
    // Two Escapes without a key that the first could modify: the first was pressed by itself.
    if isAlt, state != .ground { events.append(.key(Key(.escape))) }
    state = .ground
    isAlt = false
    sequence.removeAll(keepingCapacity: true)
    began = nil
  }

  private mutating func endSequence(_ key: Key?) {
    if let key {
      events.append(.key(isAlt ? Key(key.code, key.modifiers.union(.alt)) : key))
      isAlt = false
    }
    reset()
  }

  /// Ends the pending sequence before a byte that is not part of it.
  private mutating func cutOff(by byte: UInt8, _ key: Key? = nil) {
    endSequence(key)
    takeInGround(byte)
  }

  private mutating func takeInGround(_ byte: UInt8) {
    switch byte {
    case KeyParser.escape:
      state = .escape
      sequence = [byte]
    case 0x20..<0x7F: endSequence(Key(Character(Unicode.Scalar(byte))))
    case 0..<0x20, 0x7F: endSequence(sequences[[byte]] ?? KeyParser.controlKey(byte))
    case 0xC2...0xDF: (scalar, smallestScalar, state) = (UInt32(byte & 0x1F), 0x80, .scalar(remaining: 1))
    case 0xE0...0xEF: (scalar, smallestScalar, state) = (UInt32(byte & 0x0F), 0x800, .scalar(remaining: 2))
    case 0xF0...0xF4: (scalar, smallestScalar, state) = (UInt32(byte & 0x07), 0x10000, .scalar(remaining: 3))
    default: endSequence(nil)
    }
  }

  private mutating func takeInScalar(_ byte: UInt8, remaining: Int) {
    guard byte & 0xC0 == 0x80 else { return cutOff(by: byte) }
    scalar = scalar << 6 | UInt32(byte & 0x3F)
    if remaining > 1 {
      state = .scalar(remaining: remaining - 1)
    } else {
      endSequence(scalar < smallestScalar ? nil : KeyParser.characterKey(scalar, []))
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8, at now: ContinuousClock.Instant) {
    sequence.append(byte)
    if let key = sequences[sequence] { return endSequence(key) }
    switch byte {
    case KeyParser.escape:
      if isAlt { events.append(.key(Key(.escape))) }
      isAlt = true
      sequence = [byte]
    case UInt8(ascii: "["): state = .csi
    case UInt8(ascii: "O"): state = .ss3
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      state = .reply(byte)
      reply.removeAll(keepingCapacity: true)
      began = now
    // The end of a reply that timed out.
    case UInt8(ascii: "\\"): endSequence(nil)
    default:
      if isAlt { events.append(.key(Key(.escape))) }
      isAlt = true
      sequence.removeAll(keepingCapacity: true)
      takeInGround(byte)
    }
  }

  // MARK: Sequences

  private mutating func takeInCSI(_ byte: UInt8) {
    if sequence.count == 2, byte == UInt8(ascii: "[") {
      sequence.append(byte)
      state = .linuxFunction
      return
    }
    guard 0x20..<0x7F ~= byte else { return cutOff(by: byte) }
    if sequence.count <= KeyParser.longestSequence { sequence.append(byte) }
    if let key = sequences[sequence] {
      endSequence(key)
    } else if byte >= 0x40 {
      endCSI(final: byte)
    }
  }

  private mutating func endCSI(final: UInt8) {
    let body = sequence.dropFirst(2).dropLast()
    if let answer = KeyParser.answer(csi: body, final: final) {
      endSequence(nil)
      events.append(.answer(answer))
      return
    }
    if body.first == UInt8(ascii: "<") { return endMouseReport(Array(body.dropFirst()), final: final) }
    guard sequence.count <= KeyParser.longestSequence, body.allSatisfy({ 0x30...0x3B ~= $0 }) else {
      // Only replies have private parameters or intermediate bytes.
      return endSequence(nil)
    }
    let parameters = Parameters(body)
    switch (final, parameters.isEmpty) {
    case (UInt8(ascii: "I"), true), (UInt8(ascii: "O"), true):
      endSequence(nil)
      events.append(.focus(final == UInt8(ascii: "I")))
    case (UInt8(ascii: "M"), true):
      state = .mouse(remaining: 3)
    case (UInt8(ascii: "~"), false) where parameters[0] == 200:
      endSequence(nil)
      state = .paste
      pasteEndMatched = 0
    default:
      endSequence(KeyParser.key(final: final, parameters: parameters))
    }
  }

  /// Reads button or wheel, then column and row, counted from 1; a small `m` reports that the button was let go.
  private mutating func endMouseReport(_ body: [UInt8], final: UInt8) {
    let isWhole = sequence.count <= KeyParser.longestSequence && body.allSatisfy { 0x30...0x3B ~= $0 }
    endSequence(nil)
    guard hasMouse, isWhole else { return }
    let parameters = Parameters(body[...])
    guard let button = parameters[0], let column = parameters[1], let row = parameters[2],
      1...Int(Int32.max) ~= column, 1...Int(Int32.max) ~= row
    else { return }
    let point = Point(column: column - 1, row: row - 1)
    switch (button & ~KeyParser.mouseModifiers, final) {
    case (0, UInt8(ascii: "M")): events.append(.click(point))
    case (0, UInt8(ascii: "m")): events.append(.release(point))
    case (32, UInt8(ascii: "M")):
      // Of the drags in one read only the last.
      if case .drag? = events.last { events.removeLast() }
      events.append(.drag(point))
    case (64, UInt8(ascii: "M")): events.append(.wheel(point, notches: -1))
    case (65, UInt8(ascii: "M")): events.append(.wheel(point, notches: 1))
    default: break
    }
  }

  private mutating func takeInSS3(_ byte: UInt8) {
    guard 0x20..<0x7F ~= byte else { return cutOff(by: byte, Key("O", .alt)) }
    sequence.append(byte)
    if let key = sequences[sequence] { return endSequence(key) }
    if 0x30...0x39 ~= byte, sequence.count < 5 { return }
    let modifier = sequence.dropFirst(2).dropLast()
    endSequence(KeyParser.ss3Key(byte, KeyParser.modifiers(Parameters(modifier)[0])))
  }

  // MARK: Replies

  private mutating func takeInReply(_ byte: UInt8, introducer: UInt8) {
    if reply.isEmpty, !KeyParser.canBegin(reply: introducer, with: byte) {
      return cutOff(by: byte, Key(Character(Unicode.Scalar(introducer)), .alt))
    }
    switch byte {
    case 0x07:
      endSequence(nil)
      endReply(introducer)
    case 0x18, 0x1A: endSequence(nil)
    case KeyParser.escape: state = .replyEscape(introducer)
    // A control has no place in a reply, so the reply was cut off and this is a key.
    case 0..<0x20: cutOff(by: byte)
    default: if reply.count < KeyParser.longestSequence { reply.append(byte) }
    }
  }

  private mutating func endReply(_ introducer: UInt8) {
    if introducer == UInt8(ascii: "]"), let colour = KeyParser.background(reply) {
      events.append(.background(colour))
    } else if let answer = KeyParser.answer(string: reply, introducer: introducer) {
      events.append(.answer(answer))
    }
  }

  /// Whether a reply may begin with this byte: an OSC with a digit, a DCS with a parameter or private mark. Otherwise
  /// the introducer was pressed with Alt.
  private static func canBegin(reply introducer: UInt8, with byte: UInt8) -> Bool {
    switch introducer {
    case UInt8(ascii: "]"): 0x30...0x39 ~= byte
    case UInt8(ascii: "P"): 0x20...0x3F ~= byte
    default: byte >= 0x20
    }
  }

  private mutating func takeAfterReplyEscape(_ byte: UInt8, introducer: UInt8, at now: ContinuousClock.Instant) {
    endSequence(nil)
    if byte == UInt8(ascii: "\\") {
      endReply(introducer)
    } else {
      takeInGround(KeyParser.escape)
      takeAfterEscape(byte, at: now)
    }
  }

  // MARK: Paste

  private mutating func takeInPaste(_ byte: UInt8, at now: ContinuousClock.Instant) {
    if byte == KeyParser.pasteEnd[pasteEndMatched] {
      pasteEndMatched += 1
      if pasteEndMatched == KeyParser.pasteEnd.count {
        pasteEndMatched = 0
        tail.removeAll(keepingCapacity: true)
        state = .afterPaste
        began = now
      }
      return
    }
    keep(KeyParser.pasteEnd[..<pasteEndMatched])
    pasteEndMatched = byte == KeyParser.escape ? 1 : 0
    if pasteEndMatched == 0 { keep(CollectionOfOne(byte)) }
  }

  private mutating func keep(_ bytes: some Collection<UInt8>) {
    paste.append(contentsOf: bytes.prefix(max(0, pasteLimit - paste.count)))
  }

  /// Looks at the bytes after the end of a paste. Another end mark without a start mark before it means that the first
  /// was part of the pasted text, the rest of which must not act as keys.
  private mutating func judgePaste(at now: ContinuousClock.Instant) {
    while let end = tail.firstIndex(of: KeyParser.pasteEnd) {
      if let start = tail.firstIndex(of: KeyParser.pasteStart), start < end { break }
      keep(tail[..<end])
      tail.removeFirst(end + KeyParser.pasteEnd.count)
    }
    if tail.firstIndex(of: KeyParser.pasteStart) != nil || tail.count > KeyParser.longestTail { endPaste(at: now) }
  }

  private mutating func endPaste(at now: ContinuousClock.Instant) {
    events.append(.paste(String(decoding: paste, as: UTF8.self)))
    paste.removeAll()
    let rest = tail
    tail.removeAll()
    reset()
    for byte in rest { take(byte, at: now) }
    if state == .afterPaste { judgePaste(at: now) }
  }
}

extension [UInt8] {
  /// The index of the first occurrence of other bytes, of which there must be some.
  fileprivate func firstIndex(of other: [UInt8]) -> Int? {
    guard count >= other.count else { return nil }
    return (0...count - other.count).first { self[$0] == other[0] && self[$0..<$0 + other.count].elementsEqual(other) }
  }
}
