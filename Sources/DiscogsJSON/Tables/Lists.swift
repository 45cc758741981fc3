public import DiscogsModel

extension SearchResult: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    let reference = try EntityReference(json)
    let title = try json.requireText("title")
    self.init(row: CatalogueRow(reference: reference, title: title))
    // The artist comes first, and a hyphen in its name looks like the one in between.
    if reference.kind == .release || reference.kind == .master, let hyphen = title.hyphenBetweenWords {
      row.artist = String(title[..<hyphen.lowerBound])
      row.title = String(title[hyphen.upperBound...])
    }
  }

  public static let fields: [JSONField<SearchResult>] = [
    .required("type, id", \.row.reference),
    .rule(
      "title", \.row.title,
      write: { result, json in
        let row = result.row
        json.add("title", always: row.artist.isEmpty ? row.title : "\(row.artist) - \(row.title)")
      }),
    .positive("year", \.row.year), .text("country", \.row.country), .text("catno", \.row.catalogueNumber),
    // Of a master the number of itself.
    .rule("master_id", \.row.master) { json, result in
      if result.row.reference.kind == .release {
        result.row.master = json.positive("master_id").map { Master.ID($0) }
      }
    } write: { result, json in
      json.add("master_id", result.row.master)
    },
    .texts("genre", \.genres), .texts("style", \.styles), .texts("format", \.formatWords), .list("formats", \.formats),
    .rule(read: { _, result in
      let formats = result.formats.isEmpty ? Format.formats(words: result.formatWords) : result.formats
      result.row.format = formats.shortName
    }),
    .texts("label", \.labels),
    .rule(read: { _, result in result.row.label = result.labels.first.map(Homonym.strip) ?? "" }),
    .texts("barcode", \.barcodes), .picture("thumb", \.row.thumbnailURL), .picture("cover_image", \.coverURL),
    .text("uri", \.webPath), .within("community", [.counts(have: "have", want: "want", \.community)]),
    .positive("format_quantity", \.carriers),
    .within("user_data", [.flag("in_collection", \.isInCollection), .flag("in_wantlist", \.isInWantList)]),
    .passedOver("master_id", "master_url", "resource_url"), .unread(\.additional),
  ]
}

extension ListedRelease: JSONRecord {
  /// The lists that have such rows, each in its own words.
  package enum List {
    case versions(of: Master.ID?)
    case artist
    case label
  }

  package init(_ json: JSONValue, of list: List) throws(DecodingFailure) {
    try self.init(required: json, of: list)
    readFields(json)
  }

  /// A row of any of the lists, told apart by what only one of them has. A version keeps its master, which its list
  /// does not name.
  public init(required json: JSONValue) throws(DecodingFailure) {
    let master = json.positive("master_id").map { Master.ID($0) }
    if master != nil || json.member("major_formats") != nil || json.member("released") != nil {
      try self.init(required: json, of: .versions(of: master))
    } else if json.member("type") != nil || json.member("role") != nil || json.member("trackinfo") != nil {
      try self.init(required: json, of: .artist)
    } else {
      try self.init(required: json, of: .label)
    }
  }

  private init(required json: JSONValue, of list: List) throws(DecodingFailure) {
    let number = try json.requireNumber("id")
    let title = try json.requireText("title")
    let label = json.text("label")
    self.init(row: CatalogueRow(reference: .release(Release.ID(number)), title: title), labelName: label)
    row.label = Homonym.strip(label)
    switch list {
    case .versions(let master):
      carriers = json.texts("major_formats")
      released = json.text("released")
      if released == "0" { released = "" }
      row.year = ReleaseDate.year(of: released)
      row.country = json.text("country")
      row.format = Self.format(carriers, json.text("format"))
      row.catalogueNumber = json.text("catno")
      row.master = master
    case .artist:
      let kindName = json.text("type")
      guard let kind = EntityKind(rawValue: kindName.isEmpty ? "release" : kindName),
        kind == .release || kind == .master
      else { throw json.unknownKind("type") }
      row.reference = EntityReference(kind, number)
      row.role = json.text("role")
      trackInfo = json.text("trackinfo")
      keyRelease = json.positive("main_release").map { Release.ID($0) }
      fallthrough
    case .label:
      row.artist = json.text("artist")
      row.year = json.positive("year")
      row.format = json.text("format")
      row.catalogueNumber = json.textWithoutMarks("catno")
    }
  }

  public static let fields: [JSONField<ListedRelease>] = [
    .rule(
      "type", \.row.reference,
      write: { row, json in if row.isOfArtist { json.add("type", row.row.reference.kind.rawValue) } }),
    .rule("id", \.row.reference, write: { row, json in json.add("id", row.row.reference.number) }),
    .required("title", \.row.title), .written("artist", \.row.artist),
    .rule("year", \.row.year, write: { row, json in if !row.isVersion { json.add("year", row.row.year) } }),
    .written("released", \.released), .written("country", \.row.country),
    .rule("major_formats", \.carriers, write: { row, json in json.add("major_formats", row.carriers) }),
    .rule(
      "format", \.row.format,
      write: { row, json in json.add("format", row.isVersion ? row.descriptions : row.row.format) }),
    .written("label", \.labelName), .written("catno", \.row.catalogueNumber), .written("role", \.row.role),
    .written("trackinfo", \.trackInfo),
    .rule("main_release", \.keyRelease, write: { row, json in json.add("main_release", row.keyRelease) }),
    .rule("master_id", \.row.master, write: { row, json in json.add("master_id", row.row.master) }),
    .text("status", \.status), .picture("thumb", \.thumbnailURL), .stats(\.community, own: \.own),
    .passedOver("resource_url", "type"), .unread(\.additional),
  ]

  private var isVersion: Bool { row.master != nil || !carriers.isEmpty || !released.isEmpty }
  private var isOfArtist: Bool { row.reference.kind == .master || !row.role.isEmpty || !trackInfo.isEmpty }

  /// `CD, Album`; `LP, Album` for vinyl, whose descriptions tell what it is.
  private static func format(_ carriers: [String], _ descriptions: String) -> String {
    let shown = carriers.filter { $0 != "Vinyl" || descriptions.isEmpty }
    return (shown.isEmpty ? "" : shown.joined(separator: " + ") + (descriptions.isEmpty ? "" : ", ")) + descriptions
  }

  /// The format of a version without the carriers that the row puts in front.
  private var descriptions: String {
    if row.format == carriers.joined(separator: " + ") { return "" }
    let front = carriers.filter { $0 != "Vinyl" }.joined(separator: " + ") + ", "
    return row.format.hasPrefix(front) ? String(row.format.dropFirst(front.count)) : row.format
  }
}

extension Facet: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    self.init(id: try json.requireText("id"), title: "", allowsSeveral: false, values: [])
  }

  public static let fields: [JSONField<Facet>] = [
    .required("id", \.id), .text("title", \.title), .flag("allows_multiple_values", absent: false, \.allowsSeveral),
    .list("values", \.values), .texts("applied", \.applied),
  ]

  /// The facets of a list: from `filter_facets`, or where there are none from `filters`, whose values have no order.
  package static func facets(of json: JSONValue) -> [Facet] {
    let filters = json.object("filters") { $0 }
    var applied: [String: [String]] = [:]
    for (name, value) in filters?.member("applied")?.members ?? [] {
      applied[name] = value.isList ? value.texts : [value.string].filter { !$0.isEmpty }
    }
    // Either way of saying it is enough.
    defer { json.passOver("filters") }
    var facets: [Facet] = json.list("filter_facets")
    for index in facets.indices { facets[index].applied = applied[facets[index].id] ?? [] }
    guard facets.isEmpty else { return facets }
    return (filters?.member("available")?.members ?? []).map { name, counts in
      let values = counts.members.map { value in
        Value(title: value.name, value: value.name, count: value.value.wholeNumber ?? 0)
      }
      return Facet(
        id: name, title: name.prefix(1).uppercased() + name.dropFirst(), allowsSeveral: name != "released",
        values: values.sorted { ($0.count, $1.title) > ($1.count, $0.title) }, applied: applied[name] ?? [])
    }
  }
}

extension Facet.Value: JSONRecord {
  public init(required json: JSONValue) throws(DecodingFailure) {
    // Form-encoded as it would stand in a query.
    let plain = try json.requireText("value")[...].formDecoded
    let title = json.text("title")
    self.init(title: title.isEmpty ? plain : title, value: plain, count: 0)
  }

  public static let fields: [JSONField<Facet.Value>] = [
    .written("title", \.title),
    .rule("value", \.value, write: { value, json in json.add("value", value.value.percentEncoded) }),
    .count("count", \.count),
  ]
}

extension String {
  /// The first ` - `.
  fileprivate var hyphenBetweenWords: Range<String.Index>? {
    let bytes = utf8
    var index = bytes.startIndex
    while let hyphen = bytes[index...].firstIndex(of: UInt8(ascii: "-")) {
      let after = bytes.index(after: hyphen)
      if hyphen > bytes.startIndex, after < bytes.endIndex {
        let before = bytes.index(before: hyphen)
        if bytes[before] == UInt8(ascii: " "), bytes[after] == UInt8(ascii: " ") {
          return before..<bytes.index(after: after)
        }
      }
      index = after
    }
    return nil
  }
}
