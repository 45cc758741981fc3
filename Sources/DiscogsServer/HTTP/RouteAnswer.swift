internal import DiscogsJSON
internal import Wording

/// The answer of a route, before it is compressed and sent.
struct RouteAnswer: Sendable {
  var status: Int
  /// Header fields besides those of every answer.
  var fields: [(name: String, value: String)] = []
  var contentType = "application/json"
  var body: String = ""
  /// Binary content, in place of ``body``.
  var bytes: [UInt8]?

  static func json(_ value: JSON, status: Int = 200) -> RouteAnswer {
    RouteAnswer(status: status, body: String(decoding: value.bytes(as: .spaced), as: UTF8.self))
  }

  static func json(_ object: JSONObject, status: Int = 200) -> RouteAnswer { json(.object(object), status: status) }

  /// Success without content.
  static let done = RouteAnswer(status: 204, contentType: "text/plain")
}

/// A refused request: status and message.
///
/// Source: Discogs' observed messages, spelling included.
struct RouteRefusal: Error {
  var status: Int
  var message: String
  /// Where in the body the mistake is; for 422 only.
  var location: [String] = []
  var fields: [(name: String, value: String)] = []

  init(_ status: Int, _ message: String, at location: [String] = []) {
    self.status = status
    self.message = message
    self.location = location
  }

  static let unauthenticated: RouteRefusal = {
    var refusal = RouteRefusal(401, "You must authenticate to access this resource.")
    refusal.fields = [("WWW-Authenticate", "OAuth realm=\"https://api.discogs.com\"")]
    return refusal
  }()
  static let forbidden = RouteRefusal(403, "You don't have permission to access this resource.")
  static let ownerOnly = RouteRefusal(
    403,
    "You are not allowed to view this resource. Please authenticate as the owner to view this content.")
  static let notFound = RouteRefusal(404, "The requested resource was not found.")
  /// Runout's own: for a web page that reaches this server by another name.
  static let misdirected = RouteRefusal(421, ServeWords.otherName)
  static let noRelease = RouteRefusal(404, "Release not found.")
  static let noMaster = RouteRefusal(404, "Master Release not found.")
  static let noArtist = RouteRefusal(404, "Artist not found.")
  static let noLabel = RouteRefusal(404, "Label not found.")
  static let noUser = RouteRefusal(404, "User does not exist or may have been deleted.")
  static let noFolder = RouteRefusal(404, "The requested folder does not exist.")
  static let noItem = RouteRefusal(404, "The requested collection item does not exist in this user\\s collection.")
  static let noList = RouteRefusal(404, "List not found.")
  static let noMarketplace = RouteRefusal(501, ServeWords.noMarketplace)
  static let tooFast = RouteRefusal(429, "You are making requests too quickly.")

  static func invalid(_ message: String, at location: String...) -> RouteRefusal {
    RouteRefusal(422, message, at: location)
  }

  var answer: RouteAnswer {
    var object: JSONObject = [
      "message": .text(message)
    ]
    if !location.isEmpty {
      let detail: JSONObject = [
        "loc": .texts(location),
        "msg": .text(message),
        "type": .text("value_error"),
      ]
      object["detail"] = .objects([detail])
    }
    var answer = RouteAnswer.json(object, status: status)
    answer.fields = fields
    return answer
  }
}
