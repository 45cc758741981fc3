/// Lists handed to SQLite in one value, whatever their length.
package enum JSONList {
  package static func text(_ numbers: some Sequence<some BinaryInteger>) -> String {
    "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
  }
}
