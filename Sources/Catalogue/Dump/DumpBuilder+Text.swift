import CExpat
import DiscogsModel
import Wording

/// The text between elements, and its conversion to values.
extension DumpBuilder {
  mutating func characters(_ bytes: UnsafePointer<XML_Char>, _ count: Int) {
    guard isCollecting, skipping == 0 else { return strayText(bytes, count) }
    // Carriage returns come only as `&#13;`, and in a call of their own.
    if count == 1, bytes[0] == 13 { hasCarriageReturn = true }
    if textCount &+ count > gatheredCapacity { growText(count) }
    UnsafeMutableRawPointer(gathered + textCount).copyMemory(from: bytes, byteCount: count)
    textCount &+= count
  }

  @inline(never) mutating func growText(_ more: Int) {
    gatheredCapacity = max(gatheredCapacity * 2, textCount + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: gatheredCapacity)
    larger.update(from: gathered, count: textCount)
    gathered.deallocate()
    gathered = larger
    text = larger
  }

  /// Frees the room of a very long text, so that one record does not keep it for the rest of the file.
  @inline(never) mutating func shrinkText() {
    gathered.deallocate()
    gatheredCapacity = 1 << 16
    gathered = .allocate(capacity: gatheredCapacity)
    text = gathered
    textCount = 0
  }

  /// Counts text where only elements belong.
  private mutating func strayText(_ bytes: UnsafePointer<XML_Char>, _ count: Int) {
    guard skipping == 0, stop == nil else { return }
    for index in 0..<count where bytes[index] != 10 && bytes[index] != 32 && bytes[index] != 13 && bytes[index] != 9 {
      if place == .list, stray == nil { stray = here }
      note(unknown: "\(placeName)/text()")
      return
    }
  }

  /// The gathered text, with line ends as `\n`.
  @inline(__always) mutating func string() -> String {
    if textCount == 0 { return "" }
    if hasCarriageReturn { removeCarriageReturns() }
    return String(decoding: UnsafeRawBufferPointer(start: text, count: textCount), as: UTF8.self)
  }

  @inline(__always) mutating func word() -> String {
    if textCount == 0 { return "" }
    if hasCarriageReturn { removeCarriageReturns() }
    return word(UnsafeRawBufferPointer(start: text, count: textCount))
  }

  /// A string that is probably a common one. Up to 15 bytes need no allocation, so only longer ones are looked up.
  @inline(__always) func word(_ bytes: UnsafeRawBufferPointer) -> String {
    if bytes.count > 15, let number = common.number(of: bytes) { return common.strings[number] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func removeCarriageReturns() {
    var to = 0
    for from in 0..<textCount {
      if text[from] != 13 {
        text[to] = text[from]
        to += 1
      } else if from + 1 == textCount || text[from + 1] != 10 {
        text[to] = 10
        to += 1
      }
    }
    textCount = to
    hasCarriageReturn = false
  }

  /// A number above 0; dumps write 0 or nothing for none.
  mutating func positive() -> Int? { positive(UnsafeRawBufferPointer(start: text, count: textCount)) }
  mutating func positive(_ bytes: UnsafeRawBufferPointer) -> Int? { number(bytes).flatMap { $0 > 0 ? $0 : nil } }
  mutating func number() -> Int? { number(UnsafeRawBufferPointer(start: text, count: textCount)) }

  mutating func number(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard !bytes.isEmpty else { return nil }
    guard bytes.count <= 18 else { return notANumber() }
    var number = 0
    for byte in bytes {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return notANumber() }
      number = number &* 10 &+ Int(digit)
    }
    return number
  }

  private mutating func notANumber() -> Int? {
    note(unknown: CatalogueWords.notANumber(placeName))
    return nil
  }
}
