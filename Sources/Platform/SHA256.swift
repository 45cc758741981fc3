/// An incremental SHA-256 digest (FIPS 180-4).
///
///     var digest = SHA256()
///     digest.update(bytes)
///     print(SHA256.text(digest.finish()))
///
/// Its state can be saved and restored (`Codable`). For checking downloads; secrets need more care.
public struct SHA256: Hashable, Sendable, Codable {
  private var state: [UInt32]
  /// Bytes that do not fill a block yet.
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  public init() {
    state = [0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19]
  }

  private static let blockSize = 64

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var rest = bytes
    if !pending.isEmpty {
      let part = rest.prefix(Self.blockSize - pending.count)
      pending.append(contentsOf: part)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
      guard pending.count == Self.blockSize else { return }
      let block = pending
      block.withUnsafeBytes { compress($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count & ~(Self.blockSize - 1)
    compress(UnsafeRawBufferPointer(rebasing: rest[..<whole]))
    pending.append(contentsOf: rest[whole...])
  }

  /// The digest of everything so far: 32 bytes.
  public func finish() -> [UInt8] {
    var last = self
    var padding: [UInt8] = [0x80]
    while (pending.count + padding.count) % Self.blockSize != 56 { padding.append(0) }
    withUnsafeBytes(of: (count &* 8).bigEndian) { padding.append(contentsOf: $0) }
    padding.withUnsafeBytes { last.update($0) }
    return last.state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  /// Lower-case hexadecimal digits, as in checksum files.
  public static func text(_ digest: [UInt8]) -> String {
    digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }

  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    guard let base = blocks.baseAddress, !blocks.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      guard let words = schedule.baseAddress else { return }
      Self.constants.withUnsafeBufferPointer { constants in
        guard let constants = constants.baseAddress else { return }
        for offset in stride(from: 0, to: blocks.count, by: Self.blockSize) {
          Self.expand(base + offset, into: words)
          rounds(words, constants)
        }
      }
    }
  }

  private static func expand(_ block: UnsafeRawPointer, into words: UnsafeMutablePointer<UInt32>) {
    for index in 0..<16 {
      words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
    }
    for index in 16..<64 {
      let early = words[index &- 15]
      let late = words[index &- 2]
      let first = turn(early, 7) ^ turn(early, 18) ^ (early &>> 3)
      let second = turn(late, 17) ^ turn(late, 19) ^ (late &>> 10)
      words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
    }
  }

  /// Eight rounds at a time, which saves moving the words between variables.
  private mutating func rounds(_ words: UnsafeMutablePointer<UInt32>, _ constants: UnsafePointer<UInt32>) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var index = 0
    while index < 64 {
      Self.round(a, b, c, &d, e, f, g, &h, words[index] &+ constants[index])
      Self.round(h, a, b, &c, d, e, f, &g, words[index &+ 1] &+ constants[index &+ 1])
      Self.round(g, h, a, &b, c, d, e, &f, words[index &+ 2] &+ constants[index &+ 2])
      Self.round(f, g, h, &a, b, c, d, &e, words[index &+ 3] &+ constants[index &+ 3])
      Self.round(e, f, g, &h, a, b, c, &d, words[index &+ 4] &+ constants[index &+ 4])
      Self.round(d, e, f, &g, h, a, b, &c, words[index &+ 5] &+ constants[index &+ 5])
      Self.round(c, d, e, &f, g, h, a, &b, words[index &+ 6] &+ constants[index &+ 6])
      Self.round(b, c, d, &e, f, g, h, &a, words[index &+ 7] &+ constants[index &+ 7])
      index &+= 8
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ word: UInt32
  ) {
    let sum = h &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ ((e & f) ^ (~e & g)) &+ word
    d &+= sum
    h = sum &+ (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
  }

  @inline(__always)
  private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word &>> bits | word &<< (32 &- bits) }

  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
