import DiscogsModel

extension Release {
  init(_ json: JSONValue) throws(DecodingFailure) {
    let notes = json.markup("notes", plain: "notes_plaintext", html: "notes_html")
    var released = json.text("released")
    let year = json.positive("year")
    if let year {
      if released.isEmpty {
        released = String(year)
      } else if ReleaseDate.year(of: released) != year {
        json.keep("year")
      }
    }
    self.init(
      id: ID(try json.requireNumber("id")), title: try json.requireText("title"), artists: json.credits("artists"),
      labels: json.labels("labels"), series: json.labels("series"), credits: json.credits("extraartists"),
      formats: json.formats("formats"), genres: json.texts("genres"), styles: json.texts("styles"),
      country: json.text("country"), released: released == "0" ? "" : released, notes: notes.text,
      dataQuality: json.text("data_quality"), status: json.text("status"),
      master: json.positive("master_id").map { Master.ID($0) },
      isKeyRelease: json.flag("is_main_release"), tracklist: json.tracks("tracklist"),
      identifiers: json.list("identifiers") { identifier throws(DecodingFailure) in try Identifier(identifier) },
      videos: json.videos("videos"), companies: json.labels("companies"), images: json.images("images"))
    json.passOver("released_formatted", "master_url", "resource_url")
    live = LiveFacts(of: json, plainText: notes.plain)
  }
}

extension Master {
  init(_ json: JSONValue) throws(DecodingFailure) {
    let notes = json.markup("notes", plain: "notes_plaintext", html: "notes_html")
    self.init(
      id: ID(try json.requireNumber("id")), title: try json.requireText("title"),
      keyRelease: json.positive("main_release").map { Release.ID($0) }, artists: json.credits("artists"),
      genres: json.texts("genres"), styles: json.texts("styles"), notes: notes.text, year: json.positive("year"),
      dataQuality: json.text("data_quality"), videos: json.videos("videos"), images: json.images("images"),
      tracklist: json.tracks("tracklist"))
    json.passOver("main_release_url", "most_recent_release_url", "versions_url", "resource_url")
    live = LiveFacts(of: json, plainText: notes.plain)
  }
}

extension Artist {
  init(_ json: JSONValue) throws(DecodingFailure) {
    let profile = json.markup("profile", plain: "profile_plaintext", html: "profile_html")
    self.init(
      id: ID(try json.requireNumber("id")), name: try json.requireText("name"), realName: json.text("realname"),
      profile: profile.text, dataQuality: json.text("data_quality"), urls: json.texts("urls"),
      nameVariations: json.texts("namevariations"), aliases: json.named("aliases"), members: json.named("members"),
      groups: json.named("groups"), images: json.images("images"))
    json.passOver("releases_url", "resource_url")
    live = LiveFacts(of: json, plainText: profile.plain)
  }
}

extension NamedArtist {
  /// An object; among submissions the bare name.
  init(_ json: JSONValue) throws(DecodingFailure) {
    if json.isObject {
      self.init(
        id: json.positive("id").map { Artist.ID($0) }, name: try json.requireText("name"),
        isActive: json.flag("active"), thumbnailURL: json.picture("thumbnail_url"))
    } else {
      self.init(id: nil, name: try json.asText())
    }
  }
}

extension Discogs.Label {
  init(_ json: JSONValue) throws(DecodingFailure) {
    let profile = json.markup("profile", plain: "profile_plaintext", html: "profile_html")
    let contact = json.markup("contact_info", plain: "contact_info_plaintext", html: "contact_info_html")
    // Among submissions the key has no underscore.
    let otherContact = json.text("contactinfo")
    if contact.plain != contact.text { json.keep("contact_info_plaintext") }
    if !contact.text.isEmpty { json.keep("contactinfo") }
    self.init(
      id: ID(try json.requireNumber("id")), name: try json.requireText("name"),
      contact: contact.text.isEmpty ? otherContact : contact.text, profile: profile.text,
      dataQuality: json.text("data_quality"),
      parent: json.object("parent_label") { label throws(DecodingFailure) in try NamedLabel(label) },
      urls: json.texts("urls"),
      sublabels: json.list("sublabels") { label throws(DecodingFailure) in try NamedLabel(label) },
      images: json.images("images"))
    json.passOver("releases_url", "resource_url")
    live = LiveFacts(of: json, plainText: profile.plain)
  }
}

extension NamedLabel {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(
      id: json.positive("id").map { Discogs.Label.ID($0) }, name: try json.requireText("name"),
      thumbnailURL: json.picture("thumbnail_url"))
  }
}

extension LiveFacts {
  /// To be read last: fields not read by then are `additional`.
  init(of json: JSONValue, plainText: String) {
    self.init(
      sortName: json.text("artists_sort"), webURL: json.text("uri"), thumbnailURL: json.picture("thumb"),
      coverURL: json.picture("cover_image"), plainText: plainText, added: json.text("date_added"),
      changed: json.text("date_changed"),
      copiesForSale: json.integer("num_for_sale"), lowestPrice: json.decimal("lowest_price"),
      isBlockedFromSale: json.flag("blocked_from_sale"), estimatedWeight: json.positive("estimated_weight"),
      carriers: json.positive("format_quantity"),
      mostRecentRelease: json.positive("most_recent_release").map { Release.ID($0) })
    if let community = json.object("community", { $0 }) {
      community.passOver("status", "data_quality", repeating: json)
      self.community = CommunityCounts(told: community)
      rating = community.object("rating") { CommunityRating($0) }
      submitter = community.object("submitter") { user throws(DecodingFailure) in try UserReference(user) }
      contributors = community.list("contributors") { user throws(DecodingFailure) in try UserReference(user) }
    }
    additional = json.unread
  }
}

extension JSONValue {
  /// Artists by number and name; among submissions names only, or a single name.
  func named(_ name: StaticString) -> [NamedArtist] {
    guard let value = member(name) else { return [] }
    do throws(DecodingFailure) {
      if case .text = value.node.kind { return value.string.isEmpty ? [] : [try NamedArtist(value)] }
      if case .escapedText = value.node.kind { return [try NamedArtist(value)] }
      return try value.items { artist throws(DecodingFailure) in try NamedArtist(artist) }
    } catch {
      document.report(error)
      value.keep()
      return []
    }
  }
}
