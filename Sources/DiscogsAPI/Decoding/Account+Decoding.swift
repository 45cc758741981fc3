import DiscogsModel

extension Identity {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(
      id: UserProfile.ID(try json.requireNumber("id")), name: try json.requireName("username"),
      application: json.text("consumer_name"))
    json.passOver("resource_url")
    additional = json.unread
  }
}

extension UserProfile {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(id: ID(try json.requireNumber("id")), userName: try json.requireName("username"))
    realName = json.text("name")
    homePage = json.text("home_page")
    location = json.text("location")
    let profile = json.markup("profile", plain: "profile_plaintext", html: "profile_html")
    self.profile = profile.text
    if profile.plain != profile.text { json.keep("profile_plaintext") }
    registered = json.text("registered")
    let code = json.text("curr_abbr")
    currency = code.isEmpty ? nil : Currency(code)
    avatarURL = json.picture("avatar_url")
    bannerURL = json.picture("banner_url")
    webURL = json.text("uri")
    rank = json.double("rank") ?? 0
    averageRating = json.double("rating_avg") ?? 0
    pendingSubmissions = json.integer("num_pending") ?? 0
    copiesForSale = json.integer("num_for_sale") ?? 0
    lists = json.integer("num_lists") ?? 0
    releasesContributed = json.integer("releases_contributed") ?? 0
    releasesRated = json.integer("releases_rated") ?? 0
    asBuyer = TradeRating(
      percent: json.double("buyer_rating") ?? 0, stars: json.double("buyer_rating_stars") ?? 0,
      count: json.integer("buyer_num_ratings") ?? 0)
    asSeller = TradeRating(
      percent: json.double("seller_rating") ?? 0, stars: json.double("seller_rating_stars") ?? 0,
      count: json.integer("seller_num_ratings") ?? 0)
    collectionSize = json.integer("num_collection")
    wantListSize = json.integer("num_wantlist")
    isActivated = json.flag("activated")
    isSuspendedFromMarketplace = json.flag("marketplace_suspended")
    isStaff = json.flag("is_staff")
    email = json.text("email")
    unreadMessages = json.integer("num_unread")
    json.passOver(
      "resource_url", "inventory_url", "collection_folders_url", "collection_fields_url", "wantlist_url")
    additional = json.unread
  }
}

extension CollectionInstance {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(
      id: ID(try json.requireNumber("instance_id")), release: try Release(listed: json),
      folder: json.integer("folder_id").map { Folder.ID($0) }, rating: json.stars("rating"),
      added: json.text("date_added"),
      notes: json.list("notes") { note throws(DecodingFailure) in
        try Note(note)
      })
    json.passOver("resource_url")
    additional = json.unread
  }
}

extension CollectionInstance.Folder {
  init(_ json: JSONValue) throws(DecodingFailure) {
    // Folder 0 is one that exists.
    guard let number = json.integer("id") else { throw json.missing("id") }
    self.init(id: ID(number), name: try json.requireText("name"), copies: json.integer("count") ?? 0)
  }
}

extension CollectionInstance.Field {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(
      id: ID(try json.requireNumber("id")), name: try json.requireText("name"), kind: json.text("type"),
      position: json.integer("position") ?? 0, isPublic: json.flag("public") ?? false,
      options: json.texts("options"), lines: json.positive("lines"))
  }
}

extension CollectionInstance.Note {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(
      field: CollectionInstance.Field.ID(try json.requireNumber("field_id")), value: json.text("value"))
  }
}

extension CollectionValue {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(
      minimum: try json.requireText("minimum"), median: try json.requireText("median"),
      maximum: try json.requireText("maximum"))
  }
}

extension Want {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(
      release: try Release(listed: json), rating: json.stars("rating"), added: json.text("date_added"),
      notes: json.text("notes"))
    json.passOver("resource_url")
    additional = json.unread
  }
}

extension Release {
  /// Reads the release of a row of a collection or want list: its `basic_information`, or without it at least the
  /// number.
  init(listed json: JSONValue) throws(DecodingFailure) {
    let number = json.positive("id")
    let release = json.object("basic_information") { release throws(DecodingFailure) in try Release(release) }
    if let release {
      self = release
    } else if let number {
      self.init(id: ID(number), title: "")
    } else {
      throw json.missing("id")
    }
  }
}

extension UserList {
  init(_ json: JSONValue) throws(DecodingFailure) {
    // Two spellings of these are documented, and which of them is today's is not known.
    let number: Int
    if let id = json.positive("id") { number = id } else { number = try json.requireNumber("list_id") }
    self.init(id: ID(number), name: try json.requireText("name"))
    description = json.text("description")
    isPublic = json.flag("public")
    added = json.text("date_added", or: "created_ts")
    changed = json.text("date_changed", or: "modified_ts")
    webURL = json.text("uri", or: "url")
    pictureURL = json.picture("image_url")
    owner = json.object("user") { user throws(DecodingFailure) in try UserReference(user) }
    if json.member("items") != nil {
      entries = json.list("items") { entry throws(DecodingFailure) in try Entry(entry) }
    }
    if !json.isSame("id", "list_id"), json.member("id") != nil { json.keep("list_id") }
    json.passOver("resource_url")
    additional = json.unread
  }
}

extension UserList.Entry {
  init(_ json: JSONValue) throws(DecodingFailure) {
    let reference = try EntityReference(json)
    let counts = json.listedCounts
    self.init(
      reference: reference, title: json.text("display_title"),
      comment: json.text("comment"), pictureURL: json.picture("image_url"), webURL: json.text("uri"),
      community: counts.community, own: counts.own)
  }
}

extension Submissions {
  /// Empty, the site sends an object without lists, or lists without rows.
  init(_ json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init(
      releases: json.list("releases") { row throws(DecodingFailure) in try Release(row) },
      artists: json.list("artists") { row throws(DecodingFailure) in try Artist(row) },
      labels: json.list("labels") { row throws(DecodingFailure) in try Discogs.Label(row) })
  }
}

extension JSONValue {
  /// The first of the two that says something. Where both do, the other is kept.
  func text(_ name: StaticString, or other: StaticString) -> String {
    let (first, second) = (text(name), text(other))
    if !first.isEmpty, first != second { keep(other) }
    return first.isEmpty ? second : first
  }
}
