/// Says what a test waited for without success, with the screen at the time.
public struct TestFailure: Error, CustomStringConvertible, Sendable {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }

  /// "waited 5.0 seconds for … (File.swift:12)", with what the terminal showed below.
  static func waited(
    _ limit: Duration, for what: String, shown: String, file: StaticString, line: UInt
  ) -> TestFailure {
    TestFailure("\(file):\(line): waited \(limit) for \(what)\n\(shown)")
  }
}
