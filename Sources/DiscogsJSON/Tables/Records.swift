public import DiscogsModel

extension Release: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: ID(try json.requireNumber("id")), title: try json.requireText("title"))
  }

  public static let fields: [JSONField<Release>] = [
    .required("id", \.id), .text("status", \.status), .required("title", \.title), .list("artists", \.artists),
    .shown("artists_sort") { $0.artists.displayName },
    .list("labels", \.labels), .list("series", \.series), .list("companies", \.companies),
    .list("formats", \.formats), .texts("genres", \.genres), .texts("styles", \.styles), .text("country", \.country),
    .rule("released", \.released) { json, release in
      release.released = json.text("released")
      if release.released == "0" { release.released = "" }
    } write: { release, json in
      json.add("released", release.released)
    },
    .rule("year", \.released) { json, release in
      guard let year = json.positive("year") else { return }
      if json.text("released").isEmpty {
        release.released = String(year)
      } else if release.year != year {
        json.keep("year")
      }
    } write: { release, json in
      json.add("year", release.year)
    },
    .markup("notes", plain: "notes_plaintext", html: "notes_html", \.notes), .text("data_quality", \.dataQuality),
    .reference("master_id", \.master), .flag("is_main_release", \.isKeyRelease), .list("tracklist", \.tracklist),
    .list("extraartists", \.credits), .list("identifiers", \.identifiers), .list("videos", \.videos),
    .list("images", \.images), .passedOver("released_formatted", "master_url", "resource_url"),
    .live(plainText: "notes_plaintext", \.live),
  ]
}

extension Master: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: ID(try json.requireNumber("id")), title: try json.requireText("title"))
  }

  public static let fields: [JSONField<Master>] = [
    .required("id", \.id), .required("title", \.title), .reference("main_release", \.keyRelease),
    .list("artists", \.artists), .texts("genres", \.genres), .texts("styles", \.styles), .positive("year", \.year),
    .markup("notes", plain: "notes_plaintext", html: "notes_html", \.notes), .text("data_quality", \.dataQuality),
    .list("tracklist", \.tracklist), .list("videos", \.videos), .list("images", \.images),
    .passedOver("main_release_url", "most_recent_release_url", "versions_url", "resource_url"),
    .live(plainText: "notes_plaintext", \.live),
  ]
}

extension Artist: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: ID(try json.requireNumber("id")), name: try json.requireText("name"))
  }

  public static let fields: [JSONField<Artist>] = [
    .required("id", \.id), .required("name", \.name), .text("realname", \.realName),
    .markup("profile", plain: "profile_plaintext", html: "profile_html", \.profile),
    .text("data_quality", \.dataQuality), .texts("urls", \.urls), .texts("namevariations", \.nameVariations),
    .names("aliases", \.aliases), .names("members", \.members), .names("groups", \.groups), .list("images", \.images),
    .passedOver("releases_url", "resource_url"), .live(plainText: "profile_plaintext", \.live),
  ]
}

extension Discogs.Label: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: ID(try json.requireNumber("id")), name: try json.requireText("name"))
  }

  public static let fields: [JSONField<Discogs.Label>] = [
    .required("id", \.id), .required("name", \.name),
    .rule("contact_info", \.contact) { json, label in
      let contact = json.markup("contact_info", plain: "contact_info_plaintext", html: "contact_info_html")
      // Among submissions the key has no underscore.
      let otherContact = json.text("contactinfo")
      if contact.plain != contact.text { json.keep("contact_info_plaintext") }
      if !contact.text.isEmpty { json.keep("contactinfo") }
      label.contact = contact.text.isEmpty ? otherContact : contact.text
    } write: { label, json in
      json.add("contact_info", label.contact)
    },
    .markup("profile", plain: "profile_plaintext", html: "profile_html", \.profile),
    .text("data_quality", \.dataQuality), .record("parent_label", \.parent), .texts("urls", \.urls),
    .list("sublabels", \.sublabels), .list("images", \.images), .passedOver("releases_url", "resource_url"),
    .live(plainText: "profile_plaintext", \.live),
  ]
}

extension LiveFacts {
  static let fields: [JSONField<LiveFacts>] = [
    .text("artists_sort", \.sortName), .text("uri", \.webURL), .picture("thumb", \.thumbnailURL),
    .picture("cover_image", \.coverURL), .text("date_added", \.added), .text("date_changed", \.changed),
    .number("num_for_sale", \.copiesForSale), .decimal("lowest_price", \.lowestPrice),
    .flag("blocked_from_sale", \.isBlockedFromSale), .positive("estimated_weight", \.estimatedWeight),
    .positive("format_quantity", \.carriers), .reference("most_recent_release", \.mostRecentRelease),
    .rule(read: { json, _ in json.object("community") { $0.passOver("status", "data_quality", repeating: json) } }),
    .within(
      "community",
      [
        .counts(have: "have", want: "want", \.community), .record("rating", \.rating),
        .record("submitter", \.submitter), .list("contributors", \.contributors),
      ]),
  ]
}

extension Submissions: JSONRecord {
  /// Empty, the site sends an object without lists, or lists without rows.
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init()
  }

  public static let fields: [JSONField<Submissions>] = [
    .list("releases", \.releases), .list("artists", \.artists), .list("labels", \.labels),
  ]
}

extension OwnRating: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(release: Release.ID(try json.requireNumber("release_id")), userName: "", stars: nil)
  }

  public static let fields: [JSONField<OwnRating>] = [
    .required("release_id", \.release), .text("username", \.userName), .stars("rating", \.stars),
  ]
}

extension ReleaseStats: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init()
  }

  public static let fields: [JSONField<ReleaseStats>] = [
    .flag("is_offensive", \.isOffensive), .counts(have: "num_have", want: "num_want", \.community),
  ]
}
