package import DiscogsModel
import Foundation
import Synchronization

/// The credentials that were sent, by whose values a response that repeats one is recognised.
///
/// All that a server says can reach a log, a screen, a cache and an error: what it repeats of a token is taken out
/// before anything is read, in any case of its letters, whole or cut after its first twenty, as JSON, HTML and
/// addresses write it (`\u0061`, `&#97;`, `%61`, `%2561`), and in hexadecimal and base64.
final class SentSecrets: Sendable {
  private let sought = Mutex(Spellings())

  /// Shorter ones could be ordinary words, and are no secrets of Discogs'.
  private static let shortest = 8

  func note(_ credentials: Credentials) {
    let secrets = credentials.secrets.map { Array($0.reveal().utf8) }.filter { $0.count >= Self.shortest }
    guard !secrets.isEmpty else { return }
    sought.withLock { sought in for secret in secrets { sought.insert(secret) } }
  }

  /// - Parameter isFile: whether its body is kept as it comes, such as a picture's; that of a refusal is scrubbed.
  func scrubbed(_ response: HTTP.Response, isFile: Bool = false) -> HTTP.Response {
    let sought = sought.withLock { $0 }
    guard !sought.isEmpty else { return response }
    var response = response
    for (name, value) in response.headers.sorted { response.headers[name] = sought.scrubbed(value) }
    let isKept = isFile && (200...299).contains(response.status)
    if !isKept, let body = sought.scrubbed(response.body) { response.body = body }
    return response
  }

  func scrubbed(_ failure: TransportFailure) -> TransportFailure {
    let sought = sought.withLock { $0 }
    func scrubbed(_ text: String) -> String { sought.scrubbed(text) }
    return switch failure {
    case .unreachable(let reason, let mayHaveArrived):
      .unreachable(scrubbed(reason), mayHaveArrived: mayHaveArrived)
    case .untrusted(let reason): .untrusted(scrubbed(reason))
    case .proxy(let reason, let mayPass): .proxy(scrubbed(reason), mayPass: mayPass)
    case .malformed(let reason): .malformed(scrubbed(reason))
    case .redirected(let host): .redirected(to: scrubbed(host))
    case .insecure(let host): .insecure(host: scrubbed(host))
    case .timedOut, .cancelled, .tooLarge, .truncated: failure
    }
  }
}

/// How the secrets can be written.
private struct Spellings {
  private var known: Set<[UInt8]> = []
  /// The spellings that can begin with each byte.
  private var beginnings = [[[UInt8]]](repeating: [], count: 256)

  /// The number of first letters that are as secret as the whole.
  private static let enough = 20

  var isEmpty: Bool { known.isEmpty }

  /// - Parameter secret: never empty.
  mutating func insert(_ secret: [UInt8]) {
    guard known.insert(secret).inserted else { return }
    for spelling in [secret, Self.hexadecimal(secret)] + (0...2).map({ Self.base64(secret, behind: $0) }) {
      for byte in Set([Self.lower(spelling[0]), Self.upper(spelling[0])]) { beginnings[Int(byte)].append(spelling) }
    }
  }

  private static func hexadecimal(_ secret: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return secret.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// The letters of its Base64 that stay the same whatever stands before and after it.
  ///
  /// - Parameter count: how many bytes stand before it, past a multiple of three.
  private static func base64(_ secret: [UInt8], behind count: Int) -> [UInt8] {
    let text = Data([UInt8](repeating: 0, count: count) + secret).base64EncodedString()
    return Array(text.utf8.prefix((count + secret.count) * 8 / 6).dropFirst((count * 8 + 5) / 6))
  }

  // MARK: Finding

  func scrubbed(_ text: String) -> String {
    scrubbed(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Nil where none is found.
  func scrubbed(_ bytes: [UInt8]) -> [UInt8]? {
    // Most bytes begin nothing.
    var begins = beginnings.map { !$0.isEmpty }
    for sign in "%\\&".utf8 { begins[Int(sign)] = true }
    var result: [UInt8] = []
    bytes.withUnsafeBufferPointer { bytes in
      var (position, kept) = (0, 0)
      while position < bytes.count {
        guard begins[Int(bytes[position])], let end = end(in: bytes, from: position) else {
          position += 1
          continue
        }
        if kept == 0 { result.reserveCapacity(bytes.count) }
        result.append(contentsOf: bytes[kept..<position])
        result.append(contentsOf: "…".utf8)
        (position, kept) = (end, end)
      }
      if kept > 0 { result.append(contentsOf: bytes[kept...]) }
    }
    return result.isEmpty ? nil : result
  }

  /// Where a secret, or enough of it, ends that begins at a place; nil where there is neither.
  private func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var secrets = beginnings[Int(bytes[start])]
    if let escaped = Self.escaped(in: bytes, at: start) { secrets += beginnings[Int(escaped.byte)] }
    var longest: Int?
    for secret in secrets {
      var (count, position) = (0, start)
      while count < secret.count, position < bytes.count {
        if Self.lower(bytes[position]) == Self.lower(secret[count]) {
          position += 1
        } else if let escaped = Self.escaped(in: bytes, at: position),
          Self.lower(escaped.byte) == Self.lower(secret[count])
        {
          position = escaped.end
        } else {
          break
        }
        count += 1
      }
      if count >= min(secret.count, Self.enough), position > longest ?? 0 { longest = position }
    }
    return longest
  }

  /// The byte and the end of an escape; nil where none begins.
  private static func escaped(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> (byte: UInt8, end: Int)? {
    func number(at first: Int, digits: Int, radix: Int = 16) -> (byte: UInt8, end: Int)? {
      var (code, end) = (0, first)
      while end < min(first + digits, bytes.count), let digit = digit(bytes[end]), digit < radix {
        (code, end) = (code * radix + digit, end + 1)
      }
      return end > first ? UInt8(exactly: code).map { ($0, end) } : nil
    }
    switch bytes[start] {
    case UInt8(ascii: "%"):
      var found = number(at: start + 1, digits: 2)
      // Encoded again, the sign itself is `%25`.
      while let sign = found, sign.byte == UInt8(ascii: "%"), sign.end < start + 7,
        let next = number(at: sign.end, digits: 2)
      {
        found = next
      }
      return found
    case UInt8(ascii: "\\"):
      // JSON in JSON has two or four.
      var sign = start + 1
      while sign < min(start + 4, bytes.count), bytes[sign] == UInt8(ascii: "\\") { sign += 1 }
      guard sign < bytes.count else { return nil }
      return bytes[sign] == UInt8(ascii: "u") ? number(at: sign + 1, digits: 4) : (bytes[sign], sign + 1)
    case UInt8(ascii: "&"):
      guard start + 2 < bytes.count, bytes[start + 1] == UInt8(ascii: "#") else { return nil }
      let isHexadecimal = lower(bytes[start + 2]) == UInt8(ascii: "x")
      let found = isHexadecimal ? number(at: start + 3, digits: 8) : number(at: start + 2, digits: 8, radix: 10)
      return found.map { ($0.byte, $0.end < bytes.count && bytes[$0.end] == UInt8(ascii: ";") ? $0.end + 1 : $0.end) }
    default: return nil
    }
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch lower(byte) {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(lower(byte)) - 0x57
    default: nil
    }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  private static func upper(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte & ~0x20 : byte
  }
}

extension Credentials {
  /// Everything in them that no text may hold.
  package var secrets: [Secret] {
    switch self {
    case .none: []
    case .consumer(let consumer): [consumer.key, consumer.secret]
    case .token(let token): [token]
    case .oauth(let consumer, let token, let secret): [consumer.key, consumer.secret, token, secret]
    }
  }
}
