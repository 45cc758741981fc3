import DiscogsModel

/// RFC 3986, section 2: everything but letters, digits, `-`, `.`, `_` and `~` is written as `%XX`.
public enum PercentEncoding {
  /// Encodes a name or a value of a query.
  public static func encode(_ text: String) -> String { text.percentEncoded }

  /// Encodes one part of a path: also `.` and `..`, which would lead elsewhere.
  public static func part(_ text: String) -> String { text.asPathPart }

  /// Decodes `%XX` and, as in forms, `+` for a blank; malformed escapes stay as they are.
  public static func decodeForm(_ text: Substring) -> String { text.formDecoded }

  /// `name=value&…`, in the given order.
  public static func query(_ items: [QueryItem]) -> String {
    items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }
}
