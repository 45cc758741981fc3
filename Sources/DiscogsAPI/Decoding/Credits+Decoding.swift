import DiscogsModel

// What releases, masters, tracks and collection rows share. The keys are Discogs' own.

extension ArtistCredit {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(
      id: json.positive("id").map { Artist.ID($0) }, name: try json.requireText("name"), variation: json.text("anv"),
      join: json.text("join"), role: json.text("role"), tracks: json.text("tracks"),
      thumbnailURL: json.picture("thumbnail_url"))
  }
}

extension LabelCredit {
  init(_ json: JSONValue) throws(DecodingFailure) {
    // Series and labels have numbers too (1 and 2), which say nothing that their place does not.
    let number = json.integer("entity_type")
    let isCompany = number.map { $0 > 2 } ?? false
    let role = json.text("entity_type_name")
    if !isCompany, role != "Label", role != "Series" { json.keep("entity_type_name") }
    self.init(
      id: json.positive("id").map { Discogs.Label.ID($0) }, name: try json.requireText("name"),
      catalogueNumber: json.text("catno"), role: isCompany ? role : "", roleNumber: isCompany ? number : nil,
      thumbnailURL: json.picture("thumbnail_url"))
  }
}

extension Format {
  init(_ json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init(
      name: json.text("name"), quantity: json.text("qty"), descriptions: json.texts("descriptions"),
      freeText: json.text("text"))
  }
}

extension Track {
  init(_ json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    let parts = json.list("sub_tracks") { part throws(DecodingFailure) in try Track(part) }
    let kind = Kind(rawValue: json.text("type_"))
    if kind == nil { json.keep("type_") }
    self.init(
      kind: kind ?? (parts.isEmpty ? .track : .index), position: json.text("position"), title: json.text("title"),
      duration: json.text("duration"),
      artists: json.credits("artists"), credits: json.credits("extraartists"), parts: parts)
  }
}

extension Identifier {
  init(_ json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init(kind: json.text("type"), value: json.text("value"), description: json.text("description"))
  }
}

extension Video {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(
      url: try json.requireText("uri"), title: json.text("title"), description: json.text("description"),
      duration: json.positive("duration").map { .seconds($0) }, mayBeEmbedded: json.flag("embed") ?? true)
  }
}

extension Discogs.Image {
  init(_ json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    let url = json.text("uri")
    if !url.isEmpty, !json.isSame("uri", "resource_url") { json.keep("resource_url") }
    self.init(
      kind: json.text("type"), url: url.isEmpty ? json.text("resource_url") : url, thumbnailURL: json.text("uri150"),
      width: json.positive("width") ?? 0, height: json.positive("height") ?? 0)
  }
}

extension CommunityCounts {
  /// `stats.community` and `stats.user` of lists, which count in other words than a release does.
  init(listed json: JSONValue) {
    self.init(have: json.integer("in_collection") ?? 0, want: json.integer("in_wantlist") ?? 0)
  }

  init(_ json: JSONValue) {
    self.init(have: json.integer("have") ?? 0, want: json.integer("want") ?? 0)
  }

  /// Nil where nothing is said of either, which is not the same as none.
  init?(told json: JSONValue) {
    guard json.member("have") != nil || json.member("want") != nil else { return nil }
    self.init(json)
  }
}

extension CommunityRating {
  init(_ json: JSONValue) {
    self.init(count: json.integer("count") ?? 0, average: json.double("average") ?? 0)
  }
}

extension UserReference {
  init(_ json: JSONValue) throws(DecodingFailure) {
    self.init(id: json.positive("id").map { UserProfile.ID($0) }, name: try json.requireName("username"))
  }
}

extension JSONValue {
  func credits(_ name: StaticString) -> [ArtistCredit] {
    list(name) { credit throws(DecodingFailure) in try ArtistCredit(credit) }
  }

  func labels(_ name: StaticString) -> [LabelCredit] {
    list(name) { label throws(DecodingFailure) in try LabelCredit(label) }
  }

  func formats(_ name: StaticString) -> [Format] {
    list(name) { format throws(DecodingFailure) in try Format(format) }
  }

  func tracks(_ name: StaticString) -> [Track] {
    list(name) { track throws(DecodingFailure) in try Track(track) }
  }

  func videos(_ name: StaticString) -> [Video] {
    list(name) { video throws(DecodingFailure) in try Video(video) }
  }

  func images(_ name: StaticString) -> [Discogs.Image] {
    list(name) { image throws(DecodingFailure) in try Discogs.Image(image) }
  }

  /// The address of a picture; empty also for the blank that stands for none.
  func picture(_ name: StaticString) -> String {
    let url = text(name)
    return url.hasSuffix("spacer.gif") ? "" : url
  }

  /// `stats`: what the community and the signed-in user have and want.
  var listedCounts: (community: CommunityCounts?, own: CommunityCounts?) {
    guard let stats = member("stats") else { return (nil, nil) }
    return (
      stats.object("community") { CommunityCounts(listed: $0) },
      stats.object("user") { CommunityCounts(listed: $0) }
    )
  }

  /// A text with markup, which may come in up to three dialects. Where the asked dialect replaces the raw one instead
  /// of standing beside it, it is the text.
  func markup(
    _ raw: StaticString, plain: StaticString, html: StaticString
  ) -> (text: String, plain: String) {
    let text = text(raw)
    let plain = self.text(plain)
    return (text.isEmpty ? plain.isEmpty ? self.text(html) : plain : text, plain)
  }
}
