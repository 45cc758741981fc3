public import DiscogsModel

extension Secret {
  /// The first line of a file that is not empty, without white space; empty where there is none.
  public init(firstLineOf file: String) throws(FileError) {
    let text = String(decoding: try FileSystem.read(file), as: UTF8.self)
    self.init((text.split(whereSeparator: \.isNewline).first ?? "").filter { !$0.isWhitespace })
  }
}
