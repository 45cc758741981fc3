extension [UInt8] {
  /// The text before the first line end, and the bytes behind it.
  public var firstLine: (text: String, rest: ArraySlice<UInt8>) { self[...].firstLine }

  /// As text, damaged UTF-8 repaired.
  public var text: String { String(decoding: self, as: UTF8.self) }
}

extension ArraySlice<UInt8> {
  public var firstLine: (text: String, rest: ArraySlice<UInt8>) {
    let end = firstIndex(of: UInt8(ascii: "\n")) ?? endIndex
    return (String(decoding: self[..<end], as: UTF8.self), self[end...].dropFirst())
  }

  /// Lines such as `Retry-After: 60`, up to an empty one, and what is behind it.
  public var fields: (fields: [(name: String, value: String)], rest: ArraySlice<UInt8>) {
    var rest = self
    var fields: [(name: String, value: String)] = []
    while !rest.isEmpty {
      let (line, others) = rest.firstLine
      rest = others
      if line.isEmpty || line == "\r" { break }
      let halves = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
      if halves.count == 2 { fields.append((String(halves[0]), String(halves[1]))) }
    }
    return (fields, rest)
  }
}
