import DiscogsJSON
import DiscogsModel
import Foundation

/// The message of a refusal: in JSON of three forms, as plain text, or none, as in a web page.
struct ErrorBody: Hashable, Sendable {
  var message: String?
  var isWebPage: Bool

  init(_ response: HTTP.Response) {
    isWebPage = Self.isWebPage(response)
    guard !isWebPage else { return }
    message = (Self.fromJSON(response.body) ?? Self.plain(response)).flatMap(Self.tidy)
  }

  /// By its type, or by how it begins, since gateways send pages as anything.
  static func isWebPage(_ response: HTTP.Response) -> Bool {
    if response.contentType == "text/html" { return true }
    let start = response.body.prefix(512).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    guard start.first == UInt8(ascii: "<") else { return false }
    let beginning = String(decoding: start.prefix(15), as: UTF8.self).lowercased()
    return beginning.hasPrefix("<!doctype html") || beginning.hasPrefix("<html")
  }

  /// `detail[0].msg`, else `detail` as text, else `message`.
  private static func fromJSON(_ body: [UInt8]) -> String? {
    guard body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return nil }
    do {
      let form = try JSONDocument(body).root
      let detail = form.member("detail")
      return detail?.elements.first?.member("msg")?.ownText ?? detail?.ownText ?? form.member("message")?.ownText
    } catch {
      // Malformed JSON is no message for people.
      return ""
    }
  }

  private static func plain(_ response: HTTP.Response) -> String? {
    guard response.contentType.map({ $0.hasPrefix("text/") || $0.hasSuffix("form-urlencoded") }) ?? true else {
      return nil
    }
    return String(validating: response.body, as: UTF8.self)
  }

  /// One line, without control characters and credentials, at most 300 characters.
  private static func tidy(_ text: String) -> String? {
    let kept = text.unicodeScalars.prefix(4000).map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: " "
      default: Character(scalar)
      }
    }
    let words = String(kept).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return nil }
    let scrubbed = Scrub.text(words)
    return scrubbed.count > 300 ? scrubbed.prefix(299) + "…" : scrubbed
  }
}

extension JSONValue {
  /// Nil for what is no text: another form of the body is tried then.
  fileprivate var ownText: String? { [.text, .escapedText].contains(node.kind) ? string : nil }
}

extension HTTP.Response {
  /// In lower case, without parameters.
  var contentType: String? {
    guard let type = headers["Content-Type"]?.utf8.prefix(while: { $0 != UInt8(ascii: ";") }), !type.isEmpty else {
      return nil
    }
    return String(decoding: type.filter { $0 > 0x20 }, as: UTF8.self).lowercased()
  }
}
