/// An error of a test's set-up, or a wait that timed out, with the screen at that time.
public struct TestFailure: Error, CustomStringConvertible, Sendable {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }

  /// `File.swift:12: waited 5.0 seconds for …`, followed by the screen.
  static func waited(
    _ limit: Duration, for what: String, shown: String, file: StaticString, line: UInt
  ) -> TestFailure {
    TestFailure("\(file):\(line): waited \(limit) for \(what)\n\(shown)")
  }
}
