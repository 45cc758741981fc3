public import DiscogsModel

// The parts that releases, masters, tracks and rows of collections share.

extension ArtistCredit: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: nil, name: try json.requireText("name"))
  }

  public static let fields: [JSONField<ArtistCredit>] = [
    .reference("id", \.id), .required("name", \.name), .text("anv", \.variation), .text("join", \.join),
    .text("role", \.role), .text("tracks", \.tracks), .picture("thumbnail_url", \.thumbnailURL),
  ]
}

extension LabelCredit: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: nil, name: try json.requireText("name"))
  }

  public static let fields: [JSONField<LabelCredit>] = [
    .reference("id", \.id), .required("name", \.name), .text("catno", \.catalogueNumber),
    // Series and labels have numbers too (1 and 2), which say nothing that their place does not.
    .rule("entity_type", \.roleNumber) { json, credit in
      credit.roleNumber = json.integer("entity_type").flatMap { $0 > 2 ? $0 : nil }
    } write: { credit, json in
      json.add("entity_type", credit.roleNumber.map(String.init))
    },
    .rule("entity_type_name", \.role) { json, credit in
      let role = json.text("entity_type_name")
      if credit.roleNumber != nil {
        credit.role = role
      } else if role != "Label", role != "Series" {
        json.keep("entity_type_name")
      }
    } write: { credit, json in
      json.add("entity_type_name", credit.role)
    },
    .picture("thumbnail_url", \.thumbnailURL),
  ]
}

extension NamedArtist: JSONRecord {
  /// An object; among submissions the bare name.
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: nil, name: json.isObject ? try json.requireText("name") : try json.asText())
  }

  public static let fields: [JSONField<NamedArtist>] = [
    .reference("id", \.id), .required("name", \.name), .flag("active", \.isActive).notShown,
    .picture("thumbnail_url", \.thumbnailURL),
  ]
}

extension NamedLabel: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: nil, name: try json.requireText("name"))
  }

  public static let fields: [JSONField<NamedLabel>] = [
    .reference("id", \.id), .required("name", \.name), .picture("thumbnail_url", \.thumbnailURL),
  ]
}

extension Format: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init(name: "")
  }

  public static let fields: [JSONField<Format>] = [
    .text("name", \.name), .text("qty", \.quantity), .texts("descriptions", \.descriptions), .text("text", \.freeText),
  ]
}

extension Track: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init(title: "")
  }

  public static let fields: [JSONField<Track>] = [
    .text("position", \.position),
    .rule("type_", \.kind) { json, track in
      if let kind = Kind(rawValue: json.text("type_")) { track.kind = kind } else { json.keep("type_") }
    } write: { track, json in
      json.add("type_", track.kind.rawValue)
    },
    .text("title", \.title), .text("duration", \.duration), .list("artists", \.artists),
    .list("extraartists", \.credits),
    .rule("sub_tracks", \.parts) { json, track in
      track.parts = json.list("sub_tracks")
      if !track.parts.isEmpty, Kind(rawValue: json.text("type_")) == nil { track.kind = .index }
    } write: { track, json in
      json.add("sub_tracks", track.parts)
    },
  ]
}

extension Identifier: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init(kind: "", value: "")
  }

  public static let fields: [JSONField<Identifier>] = [
    .text("type", \.kind), .text("value", \.value), .text("description", \.description),
  ]
}

extension Video: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(url: try json.requireText("uri"), title: "")
  }

  public static let fields: [JSONField<Video>] = [
    .required("uri", \.url), .text("title", \.title), .text("description", \.description),
    .rule("duration", \.duration) { json, video in
      video.duration = json.positive("duration").map { .seconds($0) }
    } write: { video, json in
      json.add("duration", video.duration.map { Int($0.components.seconds) })
    },
    .flag("embed", absent: true, \.mayBeEmbedded),
  ]
}

extension Discogs.Image: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    try json.expectObject()
    self.init(kind: "", url: "", thumbnailURL: "", width: 0, height: 0)
  }

  public static let fields: [JSONField<Discogs.Image>] = [
    .text("type", \.kind),
    .rule("uri", \.url) { json, image in
      let url = json.text("uri")
      if !url.isEmpty, !json.isSame("uri", "resource_url") { json.keep("resource_url") }
      image.url = url.isEmpty ? json.text("resource_url") : url
    } write: { image, json in
      json.add("uri", image.url)
    },
    .text("uri150", \.thumbnailURL), .size("width", \.width), .size("height", \.height),
  ]
}

extension CommunityCounts: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) { self.init(have: 0, want: 0) }

  public static let fields: [JSONField<CommunityCounts>] = [.count("have", \.have), .count("want", \.want)]
}

extension CommunityRating: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) { self.init(count: 0, average: 0) }

  public static let fields: [JSONField<CommunityRating>] = [.count("count", \.count), .double("average", \.average)]
}

extension UserReference: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) { self.init(name: try json.requireName("username")) }

  public static let fields: [JSONField<UserReference>] = [.reference("id", \.id), .required("username", \.name)]
}

extension EntityReference: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    guard let kind = EntityKind(rawValue: try json.requireText("type")) else { throw json.unknownKind("type") }
    self.init(kind, try json.requireNumber("id"))
  }

  public static let fields: [JSONField<EntityReference>] = [
    .rule(
      "type, id", \.self,
      write: { reference, json in
        json.add("type", reference.kind.rawValue)
        json.add("id", reference.number)
      })
  ]
}
