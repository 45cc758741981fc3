public import DiscogsModel

extension Identity: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: UserProfile.ID(try json.requireNumber("id")), name: try json.requireName("username"))
  }

  public static let fields: [JSONField<Identity>] = [
    .required("id", \.id), .required("username", \.name), .text("consumer_name", \.application),
    .passedOver("resource_url"), .unread(\.additional),
  ]
}

extension UserProfile: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: ID(try json.requireNumber("id")), userName: try json.requireName("username"))
  }

  public static let fields: [JSONField<UserProfile>] = [
    .required("id", \.id), .required("username", \.userName), .text("name", \.realName),
    .text("home_page", \.homePage), .text("location", \.location),
    .rule("profile", \.profile) { json, user in
      let profile = json.markup("profile", plain: "profile_plaintext", html: "profile_html")
      if profile.plain != profile.text { json.keep("profile_plaintext") }
      user.profile = profile.text
    } write: { user, json in
      json.add("profile", user.profile)
    },
    .text("registered", \.registered),
    .rule("curr_abbr", \.currency) { json, user in
      let code = json.text("curr_abbr")
      user.currency = code.isEmpty ? nil : Currency(code)
    } write: { user, json in
      json.add("curr_abbr", user.currency?.code)
    },
    .picture("avatar_url", \.avatarURL), .picture("banner_url", \.bannerURL), .text("uri", \.webURL),
    .double("rank", \.rank), .double("rating_avg", \.averageRating), .count("num_pending", \.pendingSubmissions),
    .count("num_for_sale", \.copiesForSale), .count("num_lists", \.lists),
    .count("releases_contributed", \.releasesContributed), .count("releases_rated", \.releasesRated),
    .double("buyer_rating", \.asBuyer.percent), .double("buyer_rating_stars", \.asBuyer.stars),
    .count("buyer_num_ratings", \.asBuyer.count), .double("seller_rating", \.asSeller.percent),
    .double("seller_rating_stars", \.asSeller.stars), .count("seller_num_ratings", \.asSeller.count),
    .number("num_collection", \.collectionSize), .number("num_wantlist", \.wantListSize),
    .flag("activated", \.isActivated), .flag("marketplace_suspended", \.isSuspendedFromMarketplace),
    .flag("is_staff", \.isStaff), .text("email", \.email), .number("num_unread", \.unreadMessages),
    .passedOver("resource_url", "inventory_url", "collection_folders_url", "collection_fields_url", "wantlist_url"),
    .unread(\.additional),
  ]
}

extension CollectionInstance: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: ID(try json.requireNumber("instance_id")), release: try Release(listed: json))
  }

  public static let fields: [JSONField<CollectionInstance>] = [
    .required("id", \.release.id), .required("instance_id", \.id),
    // Folder 0 is one that exists.
    .rule("folder_id", \.folder) { json, copy in
      copy.folder = json.integer("folder_id").map { Folder.ID($0) }
    } write: { copy, json in
      json.add("folder_id", copy.folder)
    },
    .stars("rating", \.rating), .text("date_added", \.added), .list("notes", \.notes),
    .rule("basic_information", \.release, write: { copy, json in json.add("basic_information", copy.release.listed) }),
    .passedOver("resource_url"), .unread(\.additional),
  ]
}

extension CollectionInstance.Folder: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    // Folder 0 is one that exists.
    guard let number = json.integer("id") else { throw json.missing("id") }
    self.init(id: ID(number), name: try json.requireText("name"), copies: 0)
  }

  public static let fields: [JSONField<CollectionInstance.Folder>] = [
    .required("id", \.id), .required("name", \.name), .count("count", \.copies),
  ]
}

extension CollectionInstance.Field: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: ID(try json.requireNumber("id")), name: try json.requireText("name"), kind: "")
  }

  public static let fields: [JSONField<CollectionInstance.Field>] = [
    .required("id", \.id), .required("name", \.name), .text("type", \.kind), .count("position", \.position),
    .flag("public", absent: false, \.isPublic), .texts("options", \.options), .positive("lines", \.lines),
  ]
}

extension CollectionInstance.Note: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(field: CollectionInstance.Field.ID(try json.requireNumber("field_id")), value: "")
  }

  public static let fields: [JSONField<CollectionInstance.Note>] = [
    .required("field_id", \.field), .text("value", \.value),
  ]
}

extension CollectionValue: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    // Null where Discogs cannot say, which is no reason to fail.
    self.init(minimum: json.text("minimum"), median: json.text("median"), maximum: json.text("maximum"))
  }

  public static let fields: [JSONField<CollectionValue>] = [
    .required("minimum", \.minimum), .required("median", \.median), .required("maximum", \.maximum),
  ]
}

extension Want: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) { self.init(release: try Release(listed: json)) }

  public static let fields: [JSONField<Want>] = [
    .required("id", \.release.id), .stars("rating", \.rating), .text("date_added", \.added), .text("notes", \.notes),
    .rule("basic_information", \.release, write: { want, json in json.add("basic_information", want.release.listed) }),
    .passedOver("resource_url"), .unread(\.additional),
  ]
}

extension Release {
  /// The release of a row of a collection or want list: its `basic_information`, or without it at least the number.
  fileprivate init(listed json: JSONValue) throws(DecodingFailure) {
    let number = json.positive("id")
    if let release: Release = json.record("basic_information") {
      self = release
    } else if let number {
      self.init(id: ID(number), title: "")
    } else {
      throw json.missing("id")
    }
  }

  /// Nil where nothing but the number is known of it.
  fileprivate var listed: Release? { self == Release(id: id, title: "") ? nil : self }
}

extension UserList: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    // Two spellings of these are documented, and which of them is today's is not known.
    let number: Int
    if let id = json.positive("id") { number = id } else { number = try json.requireNumber("list_id") }
    self.init(id: ID(number), name: try json.requireText("name"))
  }

  public static let fields: [JSONField<UserList>] = [
    .required("id", \.id), .required("name", \.name), .text("description", \.description), .flag("public", \.isPublic),
    .text("date_added", or: "created_ts", \.added), .text("date_changed", or: "modified_ts", \.changed),
    .text("uri", or: "url", \.webURL), .picture("image_url", \.pictureURL), .record("user", \.owner),
    .rule("items", \.entries) { json, list in
      if json.member("items") != nil { list.entries = json.list("items") }
    } write: { list, json in
      if let entries = list.entries { json.add("items", always: entries) }
    },
    .rule(read: { json, _ in if !json.isSame("id", "list_id"), json.member("id") != nil { json.keep("list_id") } }),
    .passedOver("resource_url"), .unread(\.additional),
  ]
}

extension UserList.Entry: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(reference: try EntityReference(json), title: "")
  }

  public static let fields: [JSONField<UserList.Entry>] = [
    .required("type, id", \.reference), .text("display_title", \.title), .text("comment", \.comment),
    .picture("image_url", \.pictureURL), .text("uri", \.webURL), .stats(\.community, own: \.own),
  ]
}
