/// Passes a list of any length to SQLite in one value.
package enum JSONList {
  package static func text(_ numbers: some Sequence<some BinaryInteger>) -> String {
    "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
  }
}
