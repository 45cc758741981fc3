/// JSONP: `?callback=name` has an answer come as a call of a function, with what a script cannot see beside it.
///
///     name({"meta": {"status": 200}, "data": {…}})
///
/// A script that does not come with 200 is not run, so that refusals come with it, too.
enum Callback {
  private static let longest = 100

  /// - Parameter answer: what is answered without a callback.
  /// - Throws: what `answer` throws where no callback is named; 422 for a name that is none.
  static func wrap(_ call: Call, _ answer: () async throws -> Answer) async throws -> Answer {
    guard call.method == "GET", let name = call["callback"] else { return try await answer() }
    // What is sent back is run as it stands.
    guard name.utf8.count <= longest, name.utf8.allSatisfy(isPartOfName) else {
      throw Refusal.invalid("Invalid callback: expected a name.", at: "query", "callback")
    }
    var wrapped: Answer
    do {
      wrapped = try await answer()
    } catch let refusal as Refusal {
      wrapped = refusal.answer
    }
    guard wrapped.contentType == "application/json" else { return wrapped }
    wrapped.body = "\(name)({\"meta\": {\"status\": \(wrapped.status)}, \"data\": \(escaped(wrapped.body))})"
    wrapped.contentType = "text/javascript; charset=utf-8"
    wrapped.status = 200
    return wrapped
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || [UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: ".")].contains(byte)
  }

  /// In strings of older scripts these two end a line.
  private static func escaped(_ json: String) -> String {
    json.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
  }
}
