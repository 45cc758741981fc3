import DiscogsModel

extension SearchResult {
  init(_ json: JSONValue) throws(DecodingFailure) {
    let number = try json.requireNumber("id")
    let kindName = try json.requireText("type")
    guard let kind = EntityKind(rawValue: kindName) else {
      throw json.unknownKind("type")
    }
    let title = try json.requireText("title")
    self.init(
      row: CatalogueRow(reference: EntityReference(kind, number), title: title), genres: json.texts("genre"),
      styles: json.texts("style"), formatWords: json.texts("format"), formats: json.formats("formats"),
      labels: json.texts("label"), barcodes: json.texts("barcode"), thumbnailURL: json.picture("thumb"),
      coverURL: json.picture("cover_image"), webPath: json.text("uri"),
      community: json.object("community") { CommunityCounts(told: $0) } ?? nil,
      carriers: json.positive("format_quantity"))
    if let own = json.object("user_data", { $0 }) {
      isInCollection = own.flag("in_collection")
      isInWantList = own.flag("in_wantlist")
    }
    // The artist comes first, and a hyphen in its name looks like the one in between.
    if kind == .release || kind == .master, let hyphen = title.hyphenBetweenWords {
      row.artist = String(title[..<hyphen.lowerBound])
      row.title = String(title[hyphen.upperBound...])
    }
    row.year = json.positive("year")
    row.country = json.text("country")
    row.format = (formats.isEmpty ? Format.formats(words: formatWords) : formats).shortName
    row.label = labels.first.map(Homonym.strip) ?? ""
    row.catalogueNumber = json.text("catno")
    if kind == .release { row.master = json.positive("master_id").map { Master.ID($0) } }
    json.passOver("master_id", "master_url", "resource_url")
    additional = json.unread
  }
}

extension ListedRelease {
  /// A row of a master's versions.
  init(version json: JSONValue, of master: Master.ID?) throws(DecodingFailure) {
    let release = Release.ID(try json.requireNumber("id"))
    let carriers = json.texts("major_formats")
    let descriptions = json.text("format")
    let label = json.text("label")
    var released = json.text("released")
    if released == "0" { released = "" }
    self.init(
      row: CatalogueRow(
        reference: .release(release), title: try json.requireText("title"), year: ReleaseDate.year(of: released),
        country: json.text("country"), format: Self.format(carriers, descriptions),
        label: Homonym.strip(label), catalogueNumber: json.text("catno"), master: master),
      labelName: label, released: released, carriers: carriers)
    readCommon(json)
  }

  /// A row of an artist's releases, which may be a master.
  init(ofArtist json: JSONValue) throws(DecodingFailure) {
    let number = try json.requireNumber("id")
    let kindName = json.text("type")
    guard let kind = EntityKind(rawValue: kindName.isEmpty ? "release" : kindName), kind == .release || kind == .master
    else { throw json.unknownKind("type") }
    let label = json.text("label")
    self.init(
      row: CatalogueRow(
        reference: EntityReference(kind, number), title: try json.requireText("title"), artist: json.text("artist"),
        year: json.positive("year"), format: json.text("format"), label: Homonym.strip(label),
        catalogueNumber: json.textWithoutMarks("catno"), role: json.text("role")),
      labelName: label, trackInfo: json.text("trackinfo"),
      keyRelease: json.positive("main_release").map { Release.ID($0) })
    readCommon(json)
  }

  /// A row of a label's releases. One release comes once for each of its catalogue numbers there.
  init(ofLabel json: JSONValue) throws(DecodingFailure) {
    let label = json.text("label")
    self.init(
      row: CatalogueRow(
        reference: .release(Release.ID(try json.requireNumber("id"))), title: try json.requireText("title"),
        artist: json.text("artist"), year: json.positive("year"), format: json.text("format"),
        label: Homonym.strip(label), catalogueNumber: json.textWithoutMarks("catno")),
      labelName: label)
    readCommon(json)
  }

  private mutating func readCommon(_ json: JSONValue) {
    status = json.text("status")
    thumbnailURL = json.picture("thumb")
    (community, own) = json.listedCounts
    json.passOver("resource_url", "type")
    additional = json.unread
  }

  /// `CD, Album`; `LP, Album` for vinyl, whose descriptions tell what it is.
  private static func format(_ carriers: [String], _ descriptions: String) -> String {
    let shown = carriers.filter { $0 != "Vinyl" || descriptions.isEmpty }
    return (shown.isEmpty ? "" : shown.joined(separator: " + ") + (descriptions.isEmpty ? "" : ", ")) + descriptions
  }
}

extension Facet {
  /// One of `filter_facets`.
  init(_ json: JSONValue, applied: [String: [String]]) throws(DecodingFailure) {
    let id = try json.requireText("id")
    self.init(
      id: id, title: json.text("title"), allowsSeveral: json.flag("allows_multiple_values") ?? false,
      values: json.list("values") { value throws(DecodingFailure) in try Value(value) }, applied: applied[id] ?? [])
  }

  /// The facets of a list: from `filter_facets`, or where there are none from `filters`, whose values have no order.
  static func facets(of json: JSONValue) -> [Facet] {
    let filters = json.object("filters") { $0 }
    var applied: [String: [String]] = [:]
    for (name, value) in filters?.member("applied")?.members ?? [] {
      applied[name] = value.isList ? value.listedTexts : [value.string].filter { !$0.isEmpty }
    }
    let facets = json.list("filter_facets") { facet throws(DecodingFailure) in try Facet(facet, applied: applied) }
    // Either way of saying it is enough.
    defer { json.passOver("filters") }
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

extension JSONValue {
  func unknownKind(_ name: StaticString) -> DecodingFailure {
    let value = member(name) ?? self
    return value.failure("an unknown kind of record")
  }

  var isList: Bool { node.kind == .array }

  /// The texts of a list; anything else in it is reported.
  var listedTexts: [String] {
    do throws(DecodingFailure) {
      return try items { item throws(DecodingFailure) in try item.asText() }
    } catch {
      document.report(error)
      return []
    }
  }

  /// A text without blanks and direction marks around it; with them it is kept.
  fileprivate func textWithoutMarks(_ name: StaticString) -> String {
    let text = text(name)
    let plain = text.withoutMarks
    if plain.utf8.count != text.utf8.count { keep(name) }
    return plain
  }

  /// The number this is, if it is one; what is not is reported.
  var wholeNumber: Int? {
    do throws(DecodingFailure) { return try asInteger() } catch {
      document.report(error)
      keep()
      return nil
    }
  }
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

  /// Without blanks and direction marks around it: some catalogue numbers come with them.
  fileprivate var withoutMarks: String {
    func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200E}" || scalar == "\u{200F}" || scalar == " " }
    guard utf8.contains(0xE2) || utf8.first == 0x20 || utf8.last == 0x20 else { return self }
    let kept = unicodeScalars.drop(while: isMark)
    guard let last = kept.lastIndex(where: { !isMark($0) }) else { return "" }
    return String(kept[...last])
  }
}
