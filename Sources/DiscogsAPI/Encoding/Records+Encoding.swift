import DiscogsModel

extension Release: WrittenRecord {
  var additional: [String: String] { live?.additional ?? [:] }

  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("status", status)
    json.add("title", always: title)
    json.add("artists", artists)
    json.add("labels", labels)
    json.add("series", series)
    json.add("companies", companies)
    json.add("formats", formats)
    json.add("genres", genres)
    json.add("styles", styles)
    json.add("country", country)
    json.add("released", released)
    json.add("year", year)
    json.add("notes", notes)
    json.add("data_quality", dataQuality)
    json.add("master_id", master)
    json.add("is_main_release", isKeyRelease)
    json.add("tracklist", tracklist)
    json.add("extraartists", credits)
    json.add("identifiers", identifiers)
    json.add("videos", videos)
    json.add("images", images)
    json.add(live, plainText: "notes_plaintext")
  }
}

extension Master: WrittenRecord {
  var additional: [String: String] { live?.additional ?? [:] }

  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("title", always: title)
    json.add("main_release", keyRelease)
    json.add("artists", artists)
    json.add("genres", genres)
    json.add("styles", styles)
    json.add("year", year)
    json.add("notes", notes)
    json.add("data_quality", dataQuality)
    json.add("tracklist", tracklist)
    json.add("videos", videos)
    json.add("images", images)
    json.add(live, plainText: "notes_plaintext")
  }
}

extension Artist: WrittenRecord {
  var additional: [String: String] { live?.additional ?? [:] }

  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("name", always: name)
    json.add("realname", realName)
    json.add("profile", profile)
    json.add("data_quality", dataQuality)
    json.add("urls", urls)
    json.add("namevariations", nameVariations)
    json.add("aliases", aliases)
    json.add("members", members)
    json.add("groups", groups)
    json.add("images", images)
    json.add(live, plainText: "profile_plaintext")
  }
}

extension Discogs.Label: WrittenRecord {
  var additional: [String: String] { live?.additional ?? [:] }

  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("name", always: name)
    json.add("contact_info", contact)
    json.add("profile", profile)
    json.add("data_quality", dataQuality)
    json.add("parent_label", parent)
    json.add("urls", urls)
    json.add("sublabels", sublabels)
    json.add("images", images)
    json.add(live, plainText: "profile_plaintext")
  }
}

extension SearchResult: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("type", row.reference.kind.rawValue)
    json.add("id", row.reference.number)
    json.add("title", always: row.artist.isEmpty ? row.title : "\(row.artist) - \(row.title)")
    json.add("year", row.year)
    json.add("country", row.country)
    json.add("catno", row.catalogueNumber)
    json.add("master_id", row.master)
    json.add("genre", genres)
    json.add("style", styles)
    json.add("format", formatWords)
    json.add("formats", formats)
    json.add("label", labels)
    json.add("barcode", barcodes)
    json.add("thumb", thumbnailURL)
    json.add("cover_image", coverURL)
    json.add("uri", webPath)
    json.add("community", community)
    json.add("format_quantity", carriers)
    json.within("user_data") { json in
      json.add("in_collection", isInCollection)
      json.add("in_wantlist", isInWantList)
    }
  }
}

extension ListedRelease: WrittenRecord {
  /// A row of any of the three lists, told apart by what only one of them has. A version keeps its master, which its
  /// list does not name.
  init(_ json: JSONValue) throws(DecodingFailure) {
    let master = json.positive("master_id").map { Master.ID($0) }
    if master != nil || json.member("major_formats") != nil || json.member("released") != nil {
      try self.init(version: json, of: master)
    } else if json.member("type") != nil || json.member("role") != nil || json.member("trackinfo") != nil {
      try self.init(ofArtist: json)
    } else {
      try self.init(ofLabel: json)
    }
  }

  func write(to json: inout JSONMembers) {
    let isVersion = row.master != nil || !carriers.isEmpty || !released.isEmpty
    let isOfArtist = row.reference.kind == .master || !row.role.isEmpty || !trackInfo.isEmpty
    if isOfArtist { json.add("type", row.reference.kind.rawValue) }
    json.add("id", row.reference.number)
    json.add("title", always: row.title)
    json.add("artist", row.artist)
    if !isVersion { json.add("year", row.year) }
    json.add("released", released)
    json.add("country", row.country)
    json.add("major_formats", carriers)
    json.add("format", isVersion ? descriptions : row.format)
    json.add("label", labelName)
    json.add("catno", row.catalogueNumber)
    json.add("role", row.role)
    json.add("trackinfo", trackInfo)
    json.add("main_release", keyRelease)
    json.add("master_id", row.master)
    json.add("status", status)
    json.add("thumb", thumbnailURL)
    json.addStats(community: community, own: own)
  }

  /// The format of a version without the carriers that the row puts in front.
  private var descriptions: String {
    if row.format == carriers.joined(separator: " + ") { return "" }
    let front = carriers.filter { $0 != "Vinyl" }.joined(separator: " + ") + ", "
    return row.format.hasPrefix(front) ? String(row.format.dropFirst(front.count)) : row.format
  }
}

extension OwnRating: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("release_id", release)
    json.add("username", userName)
    json.add("rating", stars ?? 0)
  }
}

extension ReleaseStats: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("is_offensive", isOffensive)
    json.add("num_have", community?.have)
    json.add("num_want", community?.want)
  }
}

extension EntityReference: WrittenRecord {
  init(_ json: JSONValue) throws(DecodingFailure) {
    guard let kind = EntityKind(rawValue: try json.requireText("type")) else { throw json.unknownKind("type") }
    self.init(kind, try json.requireNumber("id"))
  }

  func write(to json: inout JSONMembers) {
    json.add("type", kind.rawValue)
    json.add("id", number)
  }
}

extension Facet: WrittenRecord {
  init(_ json: JSONValue) throws(DecodingFailure) {
    try self.init(json, applied: [try json.requireText("id"): json.texts("applied")])
  }

  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("title", title)
    json.add("allows_multiple_values", allowsSeveral)
    json.add("values", values)
    json.add("applied", applied)
  }
}

extension Facet.Value: WrittenRecord {
  init(_ json: JSONValue) throws(DecodingFailure) {
    // Form-encoded as it would stand in a query.
    let plain = PercentEncoding.decodeForm(try json.requireText("value")[...])
    let title = json.text("title")
    self.init(title: title.isEmpty ? plain : title, value: plain, count: json.integer("count") ?? 0)
  }

  func write(to json: inout JSONMembers) {
    json.add("title", title)
    json.add("value", PercentEncoding.encode(value))
    json.add("count", count)
  }
}
