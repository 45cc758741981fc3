public import DiscogsModel

extension Secret {
  /// The value of an environment variable, without white space around it; nil if it is unset or empty.
  public static func variable(_ name: String, in environment: [String: String]) -> Secret? {
    let value = environment[name]?.withoutSurroundingSpace ?? ""
    return value.isEmpty ? nil : Secret(value)
  }
}

extension String {
  var withoutSurroundingSpace: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
