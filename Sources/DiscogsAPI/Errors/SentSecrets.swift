import Synchronization

/// The credentials that were sent, by whose values a response that repeats one is recognised.
///
/// All that a server says can reach a log, a screen, a cache and an error: what it repeats of a token is taken out before
/// anything is read, in any case of its letters and as JSON and addresses write it (`\u0061`, `%61`).
final class SentSecrets: Sendable {
  private let values = Mutex<Set<[UInt8]>>([])

  /// Shorter ones could be ordinary words, and are no secrets of Discogs'.
  private static let shortest = 8

  func note(_ credentials: Credentials) {
    let new = credentials.secrets.map { Array($0.reveal().utf8) }.filter { $0.count >= Self.shortest }
    guard !new.isEmpty else { return }
    values.withLock { $0.formUnion(new) }
  }

  func scrubbed(_ response: HTTP.Response) -> HTTP.Response {
    let sought = values.withLock { Array($0) }
    guard !sought.isEmpty else { return response }
    var response = response
    for (name, value) in response.headers.sorted { response.headers[name] = Self.scrubbed(value, of: sought) }
    // Pictures are not text, and most of what is read.
    if response.headers["Content-Type"]?.lowercased().hasPrefix("image/") != true,
      let body = Self.scrubbed(response.body, of: sought)
    {
      response.body = body
    }
    return response
  }

  func scrubbed(_ failure: TransportFailure) -> TransportFailure {
    let sought = values.withLock { Array($0) }
    func scrubbed(_ text: String) -> String { Self.scrubbed(text, of: sought) }
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

  private static func scrubbed(_ text: String, of sought: [[UInt8]]) -> String {
    scrubbed(Array(text.utf8), of: sought).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  // MARK: Finding

  /// Nil where none is found.
  private static func scrubbed(_ bytes: [UInt8], of sought: [[UInt8]]) -> [UInt8]? {
    var begins = [Bool](repeating: false, count: 256)
    for byte in sought.compactMap(\.first) { (begins[Int(lower(byte))], begins[Int(upper(byte))]) = (true, true) }
    for byte in [UInt8(ascii: "\\"), UInt8(ascii: "%")] { begins[Int(byte)] = true }
    var result: [UInt8]?
    bytes.withUnsafeBufferPointer { bytes in
      var (position, kept) = (0, 0)
      while position < bytes.count {
        guard begins[Int(bytes[position])],
          let end = sought.lazy.compactMap({ end(of: $0, in: bytes, from: position) }).first
        else {
          position += 1
          continue
        }
        result = (result ?? []) + bytes[kept..<position] + "…".utf8
        (position, kept) = (end, end)
      }
      result?.append(contentsOf: bytes[kept...])
    }
    return result
  }

  /// Where a secret ends that begins at a place; nil where it does not.
  private static func end(of secret: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var position = start
    for letter in secret {
      guard position < bytes.count else { return nil }
      if lower(bytes[position]) == lower(letter) {
        position += 1
      } else if let length = escape(of: letter, in: bytes, at: position) {
        position += length
      } else {
        return nil
      }
    }
    return position
  }

  /// How long a letter written as an escape is; nil where there is none of it.
  private static func escape(of letter: UInt8, in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    let (marks, digits): (Int, Int)
    switch bytes[start] {
    case UInt8(ascii: "%"): (marks, digits) = (1, 2)
    case UInt8(ascii: "\\"):
      guard start + 1 < bytes.count else { return nil }
      guard bytes[start + 1] == UInt8(ascii: "u") else { return bytes[start + 1] == letter ? 2 : nil }
      (marks, digits) = (2, 4)
    default: return nil
    }
    guard start + marks + digits <= bytes.count else { return nil }
    let text = String(decoding: bytes[start + marks..<start + marks + digits], as: UTF8.self)
    guard let code = UInt16(text, radix: 16), let byte = UInt8(exactly: code), lower(byte) == lower(letter) else {
      return nil
    }
    return marks + digits
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
