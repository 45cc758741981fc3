import LibC

/// A numeric address, IPv4 in four bytes or IPv6 in sixteen.
struct IPAddress: Hashable, Sendable {
  let bytes: [UInt8]

  /// Nil for anything but a whole address: `127.1` means different things to different programs. An IPv6 address comes
  /// without brackets; an IPv4 address that is written as IPv6 (`::ffff:127.0.0.1`) is the IPv4 address.
  init?(_ text: String) {
    if let bytes = Self.parsed(text, AF_INET, count: 4) {
      self.bytes = bytes
    } else if let bytes = Self.parsed(text, AF_INET6, count: 16) {
      self.bytes = bytes.starts(with: Self.mapped) ? Array(bytes.dropFirst(Self.mapped.count)) : bytes
    } else {
      return nil
    }
  }

  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  private static func parsed(_ text: String, _ family: CInt, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }

  /// 127.0.0.0/8 and ::1.
  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
  }

  /// Whether the first `bits` bits are those of `other`; false where one is IPv4 and the other IPv6.
  func shares(_ bits: Int, with other: IPAddress) -> Bool {
    guard bytes.count == other.bytes.count else { return false }
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
    guard bytes.prefix(whole) == other.bytes.prefix(whole) else { return false }
    return rest == 0 || (bytes[whole] ^ other.bytes[whole]) >> UInt8(8 - rest) == 0
  }
}
