/// Sentences about the source: features that need Discogs, read-only mode, missing data.
public enum SourceWords {
  // MARK: Needs Discogs

  public static let ratingNeedsLive = "Ratings need Discogs: :source live"
  public static let profileNeedsLive = "Profiles need Discogs: :source live"
  public static let yourShelf = "Your shelf"
  public static func comparison(_ value: String) -> String {
    switch value {
    case "owned": "I have it"
    case "wanted": "I want it"
    default: "neither"
    }
  }
  public static let sellingNeedsLive = "Selling needs Discogs: :source live"
  public static let listingWithoutPrice = "Discogs did not say the price of this listing: nothing changed"
  public static let pricesNeedLive = "Prices need Discogs: :source live"
  public static let communityNeedsLive = "Community figures need Discogs: :source live"
  public static let listNeedsLive = "This list needs Discogs: :source live"
  public static let otherListsNeedLive = "Other people's lists need Discogs: :source live"
  public static let syncNeedsLive = "Sync needs Discogs: :source live"
  public static func syncNeedsAccount(key: String) -> String { "Sync needs a Discogs account · \(key) to sign in" }
  public static let sendingNeedsLive = "Sending changes needs Discogs: :source live"

  // MARK: Ours

  /// - Parameter error: the description of an unexpected error.
  public static func mistake(_ error: String) -> String { "A mistake in Runout, please report it: \(error)" }

  // MARK: Needs a catalogue

  public static let roleNeedsCatalogue = "Discogs cannot search by role: – try :source catalogue"
  public static let shelfFieldsNeedCatalogue = "Discogs cannot search by owned: or wanted: – try :source catalogue"
  public static let runoutsSearchedHere = "Discogs cannot search runouts"
  public static let runoutNowhereHere = "Discogs cannot search runouts; a catalogue can: runout catalogue update"
  /// - Parameter isShelf: whether the source is one's own shelf, beside which there is no catalogue to switch to.
  public static func diggingNeedsCatalogue(onShelf isShelf: Bool) -> String {
    isShelf
      ? "This needs a catalogue · runout catalogue update fetches one"
      : "This needs a catalogue on this machine: :source catalogue"
  }

  // MARK: Only the shelf

  public static let onlyShelf = "Only your shelf here · runout login, catalogue update or :source demo"

  /// - Parameter what: `tracks`, `barcodes`, `runouts`.
  public static func shelfLacks(_ what: String) -> String {
    "Your shelf has no \(what) · runout login or catalogue update finds more"
  }
  public static func needCatalogue(_ what: String) -> String {
    "Your shelf has no \(what) · runout catalogue update finds them"
  }
  public static let shelfLacksDates = "Your shelf has no release dates · runout catalogue update finds them"
  public static func notOnShelf(_ kind: String, _ number: Int) -> String {
    "No \(kind) \(number) on your shelf · runout login or catalogue update finds more"
  }

  // MARK: Missing

  public static let noCatalogue = "No catalogue yet: runout catalogue update fetches one"
  public static let noConfiguration = "No configuration here"
  public static let noHelper = "runout-pictures is not installed, so photographs are not shown"
  public static let pictureElsewhere = "The picture is not on Discogs' servers"
  public static let pictureBroken = "The picture cannot be decoded"
  public static let pictureWithoutFile = "Discogs lists this picture, but has no file for it"
  public static let notAPicture = "Not a picture: Discogs sent neither JPEG, PNG, GIF nor WebP"
  public static func noList(_ id: Int) -> String { "No list \(id)" }
  public static func listPrivate(_ id: Int) -> String { "List \(id) is private or does not exist" }
  public static func listTooLong(_ rows: Int, most: Int) -> String {
    "\(grouped(rows)) rows are too many to sort or filter (limit \(grouped(most)))"
  }
  public static func noAddress(_ environment: String) -> String {
    "No address for \(environment): add --api-url, or name it in config.toml"
  }

  // MARK: Refused

  public static let readOnly = "Nothing changed: Runout was started with --read-only"
  public static let notOnDiscogs = "Not on Discogs"
  public static let noReason = "no reason given"
  public static func refused(_ words: String) -> String { "Discogs refused: \(words)" }
  public static let shelfIsNoCatalogue = "Your shelf alone is no catalogue: runout catalogue update fetches one"
  public static let liveIsNoCatalogue = "Discogs is a source on the network, not a catalogue here"

}
