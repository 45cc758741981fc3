import Wording

/// The environment's variables.
extension [String: String] {
  /// The value of a variable; nil if it is unset or empty.
  nonisolated func filled(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// - Parameter names: the values in words, if not just all of them.
  /// - Throws: `Failure` for a value that the variable does not take.
  nonisolated func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, takes names: String? = nil
  ) throws -> Choice? {
    guard let text = filled(name) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw Failure(VerbWords.variable(name, text, takes: names ?? all), .usage)
  }
}
