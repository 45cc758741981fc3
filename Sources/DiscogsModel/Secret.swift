/// A token, key or secret. Only ``reveal()`` returns its text; printing it never does.
///
/// Surrounding white space is dropped, as files and pasted lines often end in a line break.
public struct Secret: Hashable, Sendable, ExpressibleByStringLiteral {
  private let text: String

  /// Creates a secret.
  public init(_ text: String) { self.text = text.trimmed() }

  public init(stringLiteral value: String) { self.init(value) }

  /// The text itself, for the one header that needs it and for the store that keeps it.
  public func reveal() -> String { text }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { text.isEmpty }

  /// Whether it can stand in a header: visible ASCII without blanks, quotes and commas, at least one letter long.
  public var isWellFormed: Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ",") }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<redacted>" }
  public var debugDescription: String { "<redacted>" }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
