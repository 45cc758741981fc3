internal import Dispatch
internal import Foundation
internal import Synchronization

/// Code that reads bytes from outside, and what to do to it with bytes that were made up.
///
/// A target fails by ending the program: whatever Swift traps on, and what its own `precondition`s say about results.
public struct FuzzTarget: Sendable {
  /// As `make fuzz ONLY=…` has it.
  public let name: String
  private let isLong: Bool
  private let read: @Sendable ([UInt8]) -> Void

  /// - Parameter isLong: whether there is no bound to how long an input may be, so that the time it takes must grow with
  ///   its length and no faster.
  public init(_ name: String, isLong: Bool = true, read: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.isLong = isLong
    self.read = read
  }

  /// Reads an input; one in a thousand also as a long one, in which a part of it is repeated.
  private func run(_ bytes: [UInt8]) {
    read(bytes)
    let lot = bytes.lot
    guard isLong, lot % 1024 == 0, let long = bytes.repeating(partOf: lot >> 10, upTo: 1 << 17) else { return }
    read(long)
  }

  private static let chosen = Mutex<FuzzTarget?>(nil)

  /// Makes the target that the environment names the one to run: `RUNOUT_FUZZ=keys`. To be called by
  /// `LLVMFuzzerInitialize`.
  ///
  /// - Returns: 0, as libFuzzer wants it. Ends the program where the name is unknown.
  public static func choose(among targets: [FuzzTarget]) -> CInt {
    let name = ProcessInfo.processInfo.environment["RUNOUT_FUZZ"] ?? ""
    guard let target = targets.first(where: { $0.name == name }) else {
      let names = targets.map(\.name).joined(separator: ", ")
      FileHandle.standardError.write(Data("RUNOUT_FUZZ is “\(name)”: it must be one of \(names)\n".utf8))
      exit(2)
    }
    chosen.withLock { $0 = target }
    return 0
  }

  static func run(_ bytes: [UInt8]) {
    chosen.withLock { $0 }?.run(bytes)
  }
}

/// What libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Waits for asynchronous work: libFuzzer hands out the next input when the call returns.
public func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
  let result = Result<Value>()
  Task.detached {
    let value = await work()
    result.value.withLock { $0 = value }
    result.isThere.signal()
  }
  result.isThere.wait()
  guard let value = result.value.withLock({ $0 }) else { preconditionFailure("signalled without a value") }
  return value
}

private final class Result<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
  let isThere = DispatchSemaphore(value: 0)
}

extension [UInt8] {
  /// A number that the bytes decide, each as likely as any other.
  fileprivate var lot: Int {
    Int(truncatingIfNeeded: reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 } >> 16)
  }

  /// The bytes with a part of them many times over, such as `,{"a":1}` or `[b]`: from one byte to another place where it
  /// stands. Nil where there is no such part.
  fileprivate func repeating(partOf lot: Int, upTo length: Int) -> [UInt8]? {
    guard !isEmpty else { return nil }
    let start = lot % count
    let others = indices.dropFirst(start + 1).filter { self[$0] == self[start] }.prefix(8)
    guard !others.isEmpty else { return nil }
    let part = self[start..<others[others.startIndex + lot / count % others.count]]
    let times = (length - count) / part.count
    return times > 0 ? self[..<start] + Array(repeatElement(part, count: times).joined()) + self[start...] : nil
  }
}
