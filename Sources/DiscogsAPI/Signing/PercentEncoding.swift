import DiscogsModel

/// RFC 3986, section 2: everything but letters, digits, `-`, `.`, `_` and `~` is written as `%XX`.
public enum PercentEncoding {
  public static func encode(_ text: String) -> String { text.percentEncoded }

  /// One part of a path, which stays one: `.` and `..`, which stand for other places in a path, are encoded as well.
  public static func part(_ text: String) -> String { text.asPathPart }

  /// Reads `%XX` and, as forms have it, `+` for a blank; what is not well-formed stays as it is.
  public static func decodeForm(_ text: Substring) -> String { text.formDecoded }

  /// `name=value&…`, in the given order.
  public static func query(_ items: [QueryItem]) -> String {
    items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }
}
