internal import DiscogsModel
internal import RunoutModel

/// Makes facts of records, and counts the credits that ranks depend on.
///
/// For one thread at a time.
final class IndexFactWriter {
  let spool: Spool
  private let heads: Spool
  // As in `SpillSorter`: no access calls anything that comes back to these.
  @exclusivity(unchecked) var facets = FacetTable()
  @exclusivity(unchecked) private var writer = FactWriter()
  @exclusivity(unchecked) private var artistParts = PartList()
  @exclusivity(unchecked) private var formatFacts = FormatFacts.Cache()
  @exclusivity(unchecked) private var labelIDs = Earlier<UInt32>()
  var isKeeping = false
  var count: UInt32 = 0
  let tallies = Tallies()
  /// Names of artists and labels without a record when they were met, by id.
  let artistNames: SpillSorter
  let labelNames: SpillSorter
  let names: Spool?

  /// - Parameters:
  ///   - spool: gets the facts, and `heads` a copy of the beginnings, on which ranks depend.
  ///   - names: gets a copy of the names, for `restoreCounts`.
  init(spool: Spool, heads: Spool, artistNames: SpillSorter, labelNames: SpillSorter, names: Spool? = nil) {
    self.spool = spool
    (self.heads, self.artistNames, self.labelNames, self.names) = (heads, artistNames, labelNames, names)
  }

  /// The pages that stand for no artist, which a million credits do not make popular.
  private static let standIns: Set<String> = ["Various", "Unknown Artist", "No Artist"]
  private static let noLabel = "Not On Label"

  /// The id in 32 bits; 0 for none and for ids that do not fit.
  static func id<Entity>(_ id: EntityID<Entity>?) -> UInt32 {
    guard let number = id?.number, number > 0, number < Int(UInt32.max) else { return 0 }
    return UInt32(number)
  }

  // MARK: Artists and labels

  func add(_ record: DumpRecord) throws {
    switch record {
    case .artist(let artist):
      let id = Self.id(artist.id)
      tallies.artists.setHasRecord(id)
      try addName(artist.name, of: .artist, id: id, variations: artist.nameVariations, realName: artist.realName)
    case .label(let label):
      let id = Self.id(label.id)
      tallies.labels.setHasRecord(id)
      try addName(label.name, of: .label, id: id)
    case .master(let master): try add(master)
    case .release(let release): try add(release)
    }
  }

  /// Adds an artist or label, or just the name of one without a record.
  func addName(
    _ name: String, of kind: EntityKind, id: UInt32, variations: [String] = [], realName: String = ""
  ) throws {
    writer.begin(kind, id: id)
    if kind == .artist ? Self.standIns.contains(name) : name.hasPrefix(Self.noLabel) { writer.setStandIn() }
    writer.text(.title, name)
    writer.open(kind == .artist ? .artistWords : .labelWords)
    writer.appendWords(of: name, isOwnName: true)
    for variation in variations {
      writer.appendBreak()
      writer.appendWords(of: variation, isOwnName: true)
    }
    if !realName.isEmpty {
      writer.appendBreak()
      writer.appendWords(of: realName)
    }
    writer.close()
    writer.open(.exact)
    for hash in SearchText.hashes(ofName: name) { writer.append(hash) }
    writer.close()
    writer.open(.facets)
    writer.append(FacetTable.number(of: kind))
    writer.close()
    try finish()
  }

  // MARK: Masters and releases

  private func add(_ master: Master) throws {
    writer.begin(.master, id: Self.id(master.id))
    writer.set(year: master.year ?? 0)
    let artist = master.artists.displayName
    setFirstArtist(master.artists)
    writer.text(.title, master.title)
    writer.text(.artist, artist)
    words(ofTitle: master.title, artists: master.artists)
    exact(title: master.title, artist: artist)
    writer.open(.facets)
    writer.append(FacetTable.number(of: .master))
    facets(genres: master.genres, styles: master.styles, year: master.year ?? 0)
    writer.close()
    try finish()
  }

  private func add(_ release: Release) throws {
    writer.begin(.release, id: Self.id(release.id))
    let year = release.year ?? 0
    writer.set(year: year)
    writer.set(master: Self.id(release.master))
    writer.set(date: Self.date(release.released))
    if release.isKeyRelease == true { writer.setKeyRelease() }
    setFirstArtist(release.artists)
    let country = facets.number(.country, release.country)
    writer.set(country: country)
    let formats = formatFacts.facts(of: release.formats, in: &facets)
    writer.set(section: formats.section)
    writer.set(format: formats.short)

    let artist = release.artists.displayName
    writer.text(.title, release.title)
    writer.text(.artist, artist)
    if let label = release.labels.first {
      writer.text(.label, label.displayName)
      writer.text(.catalogueNumber, label.displayCatalogueNumber ?? "")
    }
    writer.text(.format, formats.spelledOut)
    words(ofTitle: release.title, artists: release.artists)
    words(ofLabels: release.labels)
    words(ofTracks: release.tracklist)
    words(ofRunouts: release.identifiers)
    exact(title: release.title, artist: artist)
    writer.open(.barcodes)
    for identifier in release.identifiers where identifier.kind == Identifier.barcode {
      if let barcode = Barcode(identifier.value) { writer.append(barcode.number) }
    }
    writer.close()
    try artistParts(of: release)
    try labelParts(of: release)
    writer.open(.facets)
    writer.append(FacetTable.number(of: .release))
    append(country)
    for number in formats.facets { append(number) }
    facets(genres: release.genres, styles: release.styles, year: year)
    writer.close()
    try finish()
  }

  private func setFirstArtist(_ artists: [ArtistCredit]) {
    guard let first = artists.first, !Self.standIns.contains(first.name) else { return }
    writer.set(firstArtist: Self.id(first.id))
  }

  /// 19780630 for `1978-06-30`.
  private static func date(_ released: String) -> UInt32 {
    guard ReleaseDate.year(of: released) != nil else { return 99_999_999 }
    var digits: UInt32 = 0
    var count = 0
    for byte in released.utf8 where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") && count < 8 {
      digits = digits * 10 + UInt32(byte - UInt8(ascii: "0"))
      count += 1
    }
    while count < 8 {
      digits *= 10
      count += 1
    }
    return digits
  }

  // MARK: Words

  private func words(ofTitle title: String, artists: [ArtistCredit]) {
    writer.open(.titleWords)
    writer.appendWords(of: title)
    writer.close()
    writer.open(.artistWords)
    var isFirst = true
    for credit in artists {
      let name = Homonym.strip(credit.name)
      if !isFirst { writer.appendBreak() }
      isFirst = false
      writer.appendWords(of: name)
      if !credit.variation.isEmpty, credit.variation != name {
        writer.appendBreak()
        writer.appendWords(of: credit.variation)
      }
    }
    writer.close()
  }

  private func words(ofLabels labels: [LabelCredit]) {
    guard !labels.isEmpty else { return }
    writer.open(.labelWords)
    var names = Earlier<String>()
    for (index, label) in labels.enumerated() where names.insert(label.name) {
      if index > 0 { writer.appendBreak() }
      writer.appendWords(of: Homonym.strip(label.name))
    }
    writer.close()
    writer.open(.catalogueNumberWords)
    var numbers = Earlier<String>()
    for (index, label) in labels.enumerated() where numbers.insert(label.catalogueNumber) {
      guard let number = label.displayCatalogueNumber else { continue }
      if index > 0 { writer.appendBreak() }
      writer.appendJoinedWords(of: number)
    }
    writer.close()
  }

  private func words(ofTracks tracks: [Track]) {
    guard !tracks.isEmpty else { return }
    writer.open(.trackWords)
    var isFirst = true
    append(tracks, isFirst: &isFirst)
    writer.close()
  }

  private func append(_ tracks: [Track], isFirst: inout Bool) {
    tracks.forEachPlace { track in
      if !track.pointee.title.isEmpty {
        if !isFirst { writer.appendBreak() }
        isFirst = false
        writer.appendWords(of: track.pointee.title)
      }
      if !track.pointee.parts.isEmpty { append(track.pointee.parts, isFirst: &isFirst) }
    }
  }

  private func words(ofRunouts identifiers: [Identifier]) {
    guard identifiers.contains(where: { $0.kind == Identifier.matrixRunout }) else { return }
    writer.open(.runoutWords)
    var isFirst = true
    for identifier in identifiers where identifier.kind == Identifier.matrixRunout {
      if !isFirst { writer.appendBreak() }
      isFirst = false
      writer.appendJoinedWords(of: identifier.value)
    }
    writer.close()
  }

  private func exact(title: String, artist: String) {
    writer.open(.exact)
    for key in TextFolding.exactKeys(title) { writer.append(SearchText.hash(key)) }
    if !artist.isEmpty {
      for key in TextFolding.exactKeys(artist + " " + title) { writer.append(SearchText.hash(key)) }
    }
    writer.close()
  }

  // MARK: Contributors

  private func artistParts(of release: Release) throws {
    artistParts.removeAll()
    try add(release.artists, Fact.Roles.main)
    try add(release.credits, Fact.Roles.credit)
    try add(release.tracklist)
    writer.open(.artists)
    for index in 0..<artistParts.count {
      let (id, roles) = artistParts[index]
      writer.append(id)
      writer.append(roles)
      tallies.artists.count(id, isMain: roles & Fact.Roles.main != 0)
    }
    writer.close()
  }

  private func add(_ tracks: [Track]) throws {
    try tracks.forEachPlace { track in
      if !track.pointee.artists.isEmpty { try add(track.pointee.artists, Fact.Roles.track) }
      if !track.pointee.credits.isEmpty { try add(track.pointee.credits, Fact.Roles.credit) }
      if !track.pointee.parts.isEmpty { try add(track.pointee.parts) }
    }
  }

  private func add(_ credits: [ArtistCredit], _ role: UInt32) throws {
    try credits.forEachPlace { credit in
      let id = Self.id(credit.pointee.id)
      guard id != 0, artistParts.add(id, role), tallies.artists.needsName(id) else { return }
      try note(credit.pointee.name, id, .artist)
    }
  }

  private func labelParts(of release: Release) throws {
    guard !release.labels.isEmpty || !release.series.isEmpty || !release.companies.isEmpty else { return }
    labelIDs.removeAll()
    writer.open(.labels)
    for (part, credits) in [
      (Fact.LabelPart.label, release.labels), (.series, release.series), (.company, release.companies),
    ] {
      for credit in credits {
        let id = Self.id(credit.id)
        guard id != 0, labelIDs.insert(id) else { continue }
        if tallies.labels.needsName(id) { try note(credit.name, id, .label) }
        tallies.labels.count(id, isMain: part == .label)
        writer.append(id)
        writer.append(part.rawValue)
        writer.append(UInt8(0))
        let start = writer.bytes.count
        if part != .company, let number = credit.displayCatalogueNumber {
          writer.append(text: NaturalOrder.key(number), upTo: 24)
        }
        writer.bytes[start - 1] = UInt8(writer.bytes.count - start)
      }
    }
    writer.close()
  }

  private func note(_ name: String, _ id: UInt32, _ kind: EntityKind) throws {
    var name = name
    try name.withUTF8 { text in
      let sorter = kind == .label ? labelNames : artistNames
      try sorter.append(UInt64(id), 0, UnsafeRawBufferPointer(text))
      guard let names else { return }
      var head: [UInt8] = [kind == .label ? 1 : 0]
      withUnsafeBytes(of: id) { head.append(contentsOf: $0) }
      withUnsafeBytes(of: UInt32(text.count)) { head.append(contentsOf: $0) }
      try head.withUnsafeBytes { try names.write($0) }
      try names.write(UnsafeRawBufferPointer(text))
    }
  }

  // MARK: Facets

  private func facets(genres: [String], styles: [String], year: Int) {
    for genre in genres { append(facets.number(.genre, genre)) }
    for style in styles { append(facets.number(.style, style)) }
    append(facets.number(ofYear: year))
  }

  private func append(_ number: UInt16) { if number != 0 { writer.append(number) } }

  private func finish() throws {
    writer.end()
    if isKeeping { writer.setKept() }
    try withUnsafeBytes(of: UInt32(writer.bytes.count)) { try spool.write($0) }
    try writer.bytes.withUnsafeBytes { bytes in
      try spool.write(bytes)
      try heads.write(UnsafeRawBufferPointer(rebasing: bytes[..<Fact.rankedSize]))
    }
    count += 1
  }
}
