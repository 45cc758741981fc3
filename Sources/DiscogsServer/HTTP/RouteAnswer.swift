internal import Catalogue
internal import DiscogsJSON
internal import UserLibrary
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

  static func json(_ object: JSONObject, status: Int = 200) -> RouteAnswer {
    RouteAnswer(status: status, body: String(decoding: JSON.object(object).bytes(as: .spaced), as: UTF8.self))
  }

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

  init(_ status: Int, _ message: String, at location: [String] = [], fields: [(name: String, value: String)] = []) {
    (self.status, self.message, self.location, self.fields) = (status, message, location, fields)
  }

  /// Makes the answer for whatever a route threw.
  init(_ error: any Error) {
    switch error {
    case let refusal as RouteRefusal: self = refusal
    case CatalogueError.notFound: self = .notFound
    case let error as AccountError: self.init(account: error)
    default: self = .failed("\(error)")
    }
  }

  private init(account error: AccountError) {
    switch error {
    case .noFolder: self = .noFolder
    case .protectedFolder: self = RouteRefusal(403, "This folder cannot be changed.")
    case .folderNotEmpty: self = .invalid("The folder must be empty before it can be deleted.", at: "path", "folder_id")
    case .nameTaken: self = .invalid("There is a folder with this name.", at: "body", "name")
    case .noItem: self = .noItem
    case .noField: self = .notFound
    case .noSuchChoice: self = .invalid("Invalid value: not one of the field's options.", at: "body", "value")
    case .storage(let cause): self = .failed(cause.description)
    }
  }

  static let unauthenticated = RouteRefusal(
    401, "You must authenticate to access this resource.",
    fields: [("WWW-Authenticate", "OAuth realm=\"https://api.discogs.com\"")])
  static let forbidden = RouteRefusal(403, "You don't have permission to access this resource.")
  static let ownerOnly = RouteRefusal(
    403, "You are not allowed to view this resource. Please authenticate as the owner to view this content.")
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

  static func failed(_ cause: String) -> RouteRefusal {
    RouteRefusal(500, "An internal server error occurred. (\(cause))")
  }

  var answer: RouteAnswer {
    let detail: JSONObject = ["loc": .texts(location), "msg": .text(message), "type": .text("value_error")]
    var answer = RouteAnswer.json(
      ["message": .text(message), "detail": location.isEmpty ? nil : .objects([detail])], status: status)
    answer.fields = fields
    return answer
  }
}
