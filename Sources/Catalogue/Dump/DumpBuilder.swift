import CExpat
import DiscogsModel

/// Makes records of what the XML parser reports.
///
/// Lives at a fixed address, which the parser's callbacks get; a struct and not a class because the fields of a class
/// are checked for exclusive access at each of some two hundred calls a record.
struct DumpBuilder: ~Copyable {
  /// Why the builder has stopped the parser.
  enum Stop: Hashable {
    case documentType(String)
    case unknownRoot(String)
    /// The file has records without the element around them.
    case noRoot
    /// A record begins inside another.
    case nestedRecord
    case tooDeep
  }

  /// Names and values in turn, then nil.
  typealias Attributes = UnsafeMutablePointer<UnsafePointer<XML_Char>?>

  static let deepest = 64
  /// How many different names of unknown elements are told apart.
  static let unknownRemembered = 200

  // MARK: What the reader looks at

  var parser: XML_Parser?
  /// Told from the root element; nil before it.
  private(set) var kind: DumpKind?
  private(set) var stop: Stop?
  /// Where, in the parser's count.
  private(set) var stopIndex = 0
  /// The root element has been closed.
  private(set) var isComplete = false
  /// Complete records, to be taken by the reader.
  var records: [DumpRecord] = []
  private(set) var recordCount = 0
  private(set) var skipped = 0
  private(set) var skips: [DumpSkip] = []
  private(set) var unknown: [String: Int] = [:]
  /// Where the open record begins, or the last one ended, in the parser's count.
  private(set) var mark = 0
  /// Between records, where something began that is not a record; nil where all is well.
  private(set) var stray: Int?
  /// Offset of the parser's first byte in the file.
  var base = 0

  var isInRecord: Bool { depth > 1 }
  /// Inside the root element, and all is well.
  var isBetweenRecords: Bool { place == .list && skipping == 0 && stray == nil }

  // MARK: Where the parser is

  private let nameTable = DumpNameTable.shared
  private var grammar = DumpGrammar.releases
  private var recordName = DumpName.other
  private var place = DumpPlace.outside
  private let parents = UnsafeMutablePointer<DumpPlace>.allocate(capacity: DumpBuilder.deepest)
  private var depth = 0
  /// How deep inside an unknown element.
  private var skipping = 0
  private var sublabelStart = 0

  // MARK: Text being gathered

  private var isCollecting = false
  private var hasCarriageReturn = false
  private var text = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
  private var textCapacity = 1 << 16
  private var textCount = 0
  private let common = CommonStrings.shared

  // MARK: The record being built

  private let release = UnsafeMutablePointer<Release>.allocate(capacity: 1)
  private let master = UnsafeMutablePointer<Master>.allocate(capacity: 1)
  private let artist = UnsafeMutablePointer<Artist>.allocate(capacity: 1)
  private let label = UnsafeMutablePointer<Label>.allocate(capacity: 1)
  private var isOpen = false
  private var hasID = false
  private var attributeID: Int?
  private var isKeyRelease: Bool?

  private var strings = Scratch<String>()
  private var images = Scratch<Image>()
  private var credits = Scratch<ArtistCredit>()
  private var companies = Scratch<LabelCredit>()
  private var formats = Scratch<Format>()
  private var tracks = Scratch<Track>()
  private var parts = Scratch<Track>()
  /// The track or part that is open.
  private var track: UnsafeMutablePointer<Track>
  private var identifiers = Scratch<Identifier>()
  private var videos = Scratch<Video>()
  private var namedArtists = Scratch<NamedArtist>()
  private var namedLabels = Scratch<NamedLabel>()

  init() {
    tracks.append(Track(title: ""))
    track = tracks.last
    tracks.removeAll()
  }

  deinit {
    parents.deallocate()
    text.deallocate()
    if isOpen {
      switch kind {
      case .release: release.deinitialize(count: 1)
      case .master: master.deinitialize(count: 1)
      case .artist: artist.deinitialize(count: 1)
      case .label: label.deinitialize(count: 1)
      case nil: break
      }
    }
    release.deallocate()
    master.deallocate()
    artist.deallocate()
    label.deallocate()
  }

  /// Forgets the open record and where the parser was, to begin again with a new parser.
  mutating func reset() {
    if isOpen { dropRecord() }
    strings.removeAll()
    images.removeAll()
    credits.removeAll()
    companies.removeAll()
    formats.removeAll()
    tracks.removeAll()
    parts.removeAll()
    identifiers.removeAll()
    videos.removeAll()
    namedArtists.removeAll()
    namedLabels.removeAll()
    stop = nil
    isComplete = false
    place = .outside
    depth = 0
    skipping = 0
    isCollecting = false
    mark = 0
    stray = nil
  }

  mutating func takeRecords(expecting count: Int) -> [DumpRecord] {
    let taken = records
    records = []
    records.reserveCapacity(max(count + count / 4, 64))
    return taken
  }

  mutating func noteSkip(_ skip: DumpSkip) {
    skipped += 1
    if skips.count < DumpReader.skipsRemembered { skips.append(skip) }
  }

  mutating func note(unknown name: String) {
    if unknown[name] != nil || unknown.count < Self.unknownRemembered {
      unknown[name, default: 0] += 1
    } else {
      unknown["others", default: 0] += 1
    }
  }

  private mutating func halt(_ reason: Stop, at index: Int? = nil) {
    stop = reason
    stopIndex = index ?? here
    isCollecting = false
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  /// Where the parser is in the file, in its own count.
  private var here: Int { Int(XML_GetCurrentByteIndex(parser)) }

  mutating func documentType(_ name: String) {
    halt(.documentType(name))
  }

  // MARK: - Elements

  mutating func start(_ spelling: UnsafePointer<XML_Char>, _ attributes: Attributes) {
    guard stop == nil else { return }
    let name = nameTable.find(spelling)
    if skipping > 0 {
      skipping += 1
      if name == recordName { recordInside(attributes) }
      if skipping > Self.deepest { halt(.tooDeep) }
      return
    }
    let next = grammar.steps[Int(place.rawValue) &* DumpGrammar.width &+ Int(name.rawValue)]
    guard next != .outside else { return unexpected(name, spelling, attributes) }
    parents[depth] = place
    depth &+= 1
    place = next
    if grammar.hasText[Int(next.rawValue)] {
      isCollecting = true
      hasCarriageReturn = false
      textCount = 0
    }
    switch next {
    case .list: beginList(name)
    case .release, .master, .artist, .label: beginRecord(next, attributes)
    case .credit:
      credits.append(ArtistCredit(id: nil, name: ""))
      ignore(attributes)
    case .track:
      tracks.append(Track(title: ""))
      track = tracks.last
      ignore(attributes)
    case .part:
      parts.append(Track(title: ""))
      track = parts.last
      ignore(attributes)
    case .company:
      companies.append(LabelCredit(id: nil, name: ""))
      ignore(attributes)
    case .labelCredit, .seriesCredit: beginLabelCredit(attributes)
    case .format: beginFormat(attributes)
    case .identifier: beginIdentifier(attributes)
    case .video: beginVideo(attributes)
    case .image: beginImage(attributes)
    case .sublabel:
      sublabelStart = here
      readID(attributes)
    case .alias, .member, .group, .parentLabel: readID(attributes)
    case .masterID: readIsMainRelease(attributes)
    case .memberID: attributeID = nil
    default: ignore(attributes)
    }
  }

  mutating func end() {
    guard stop == nil else { return }
    if skipping > 0 {
      skipping -= 1
      return
    }
    let ended = place
    depth &-= 1
    place = parents[depth]
    isCollecting = false
    switch ended {
    case .outside: break
    case .list: isComplete = true
    case .release, .master, .artist, .label: endRecord()

    case .creditID: credits.last.pointee.id = positive().map { Artist.ID($0) }
    case .creditName: credits.last.pointee.name = string()
    case .creditVariation: credits.last.pointee.variation = string()
    case .creditJoin: credits.last.pointee.join = string()
    case .creditRole: credits.last.pointee.role = word()
    case .creditTracks: credits.last.pointee.tracks = string()
    case .credit: break
    case .trackArtists: track.pointee.artists = credits.take()
    case .trackCredits: track.pointee.credits = credits.take()
    case .artists:
      if kind == .master { master.pointee.artists = credits.take() } else { release.pointee.artists = credits.take() }
    case .credits: release.pointee.credits = credits.take()

    case .trackPosition: track.pointee.position = string()
    case .trackTitle: track.pointee.title = string()
    case .trackDuration: track.pointee.duration = string()
    case .part: track = tracks.last
    case .subTracks: track.pointee.parts = parts.take()
    case .track: endTrack()
    case .tracklist: release.pointee.tracklist = tracks.take()

    case .companyID: companies.last.pointee.id = positive().map { Label.ID($0) }
    case .companyName: companies.last.pointee.name = string()
    case .companyCatalogueNumber: companies.last.pointee.catalogueNumber = string()
    case .companyRoleNumber: companies.last.pointee.roleNumber = number()
    case .companyRole: companies.last.pointee.role = word()
    // The address of the label's page, which follows from its number.
    case .companyURL: break
    case .company, .labelCredit, .seriesCredit: break
    case .companies: release.pointee.companies = companies.take()
    case .labels: release.pointee.labels = companies.take()
    case .series: release.pointee.series = companies.take()

    case .description: strings.append(word())
    case .descriptions: formats.last.pointee.descriptions = strings.take()
    case .format: break
    case .formats: release.pointee.formats = formats.take()
    case .genre, .style: if textCount > 0 { strings.append(word()) }
    case .genres:
      if kind == .master { master.pointee.genres = strings.take() } else { release.pointee.genres = strings.take() }
    case .styles:
      if kind == .master { master.pointee.styles = strings.take() } else { release.pointee.styles = strings.take() }
    case .country: release.pointee.country = word()
    case .released: release.pointee.released = string()
    case .masterID:
      release.pointee.master = positive().map { Master.ID($0) }
      release.pointee.isKeyRelease = isKeyRelease
    case .identifier: break
    case .identifiers: release.pointee.identifiers = identifiers.take()
    case .videoTitle: videos.last.pointee.title = string()
    case .videoDescription: videos.last.pointee.description = string()
    case .video: break
    case .videos:
      if kind == .master { master.pointee.videos = videos.take() } else { release.pointee.videos = videos.take() }
    case .keyRelease: master.pointee.keyRelease = positive().map { Release.ID($0) }
    case .year: master.pointee.year = positive()
    case .title:
      if kind == .master { master.pointee.title = string() } else { release.pointee.title = string() }
    case .notes:
      if kind == .master { master.pointee.notes = string() } else { release.pointee.notes = string() }

    case .dataQuality: endDataQuality()
    case .image: break
    case .images: endImages()
    case .id: endID()
    case .name: if kind == .artist { artist.pointee.name = string() } else { label.pointee.name = string() }
    case .profile: if kind == .artist { artist.pointee.profile = string() } else { label.pointee.profile = string() }
    case .url, .nameVariation: if textCount > 0 { strings.append(string()) }
    case .urls: if kind == .artist { artist.pointee.urls = strings.take() } else { label.pointee.urls = strings.take() }
    case .realName: artist.pointee.realName = string()
    case .nameVariations: artist.pointee.nameVariations = strings.take()
    case .memberID: attributeID = positive()
    case .alias, .group, .member:
      namedArtists.append(NamedArtist(id: attributeID.map { Artist.ID($0) }, name: string()))
      attributeID = nil
    case .aliases: artist.pointee.aliases = namedArtists.take()
    case .members: artist.pointee.members = namedArtists.take()
    case .groups: artist.pointee.groups = namedArtists.take()
    case .contact: label.pointee.contact = string()
    case .parentLabel: label.pointee.parent = NamedLabel(id: attributeID.map { Label.ID($0) }, name: string())
    case .sublabel: endSublabel()
    case .sublabels: label.pointee.sublabels = namedLabels.take()
    }
  }

  private mutating func beginList(_ name: DumpName) {
    let found: DumpKind =
      switch name {
      case .artists: .artist
      case .labels: .label
      case .masters: .master
      default: .release
      }
    if let kind {
      // After one list, another of the same kind may follow.
      if found != kind { halt(.unknownRoot(name.spelling)) }
      return
    }
    kind = found
    switch found {
    case .artist: (grammar, recordName) = (.artists, .artist)
    case .label: (grammar, recordName) = (.labels, .label)
    case .master: (grammar, recordName) = (.masters, .master)
    case .release: (grammar, recordName) = (.releases, .release)
    }
  }

  /// Takes the kind from a file that has records and no root element.
  private mutating func beginWithoutRoot(_ name: DumpName) -> Bool {
    switch name {
    case .artist: (kind, grammar, recordName) = (.artist, .artists, .artist)
    case .label: (kind, grammar, recordName) = (.label, .labels, .label)
    case .master: (kind, grammar, recordName) = (.master, .masters, .master)
    case .release: (kind, grammar, recordName) = (.release, .releases, .release)
    default: return false
    }
    return true
  }

  /// An element the grammar has no place for.
  private mutating func unexpected(
    _ name: DumpName, _ spelling: UnsafePointer<XML_Char>, _ attributes: Attributes
  ) {
    if place == .outside {
      halt(kind == nil && beginWithoutRoot(name) ? .noRoot : .unknownRoot(String(cString: spelling)))
      return
    }
    skipping = 1
    if place == .list {
      if stray == nil { stray = here }
    } else {
      if name == recordName { return recordInside(attributes) }
      // A sublabel has only a name: what looks like one is a label whose predecessor was not closed.
      if place == .sublabel, name == .id || name == .images { return halt(.nestedRecord, at: sublabelStart) }
    }
    note(unknown: "\(placeName)/\(String(cString: spelling).prefix(40))")
  }

  private var placeName: String {
    place == .list ? "\(recordName.spelling)s" : grammar.names[Int(place.rawValue)].spelling
  }

  /// A record begins inside another, which has lost its end. Sublabels may have attributes, labels do not.
  private mutating func recordInside(_ attributes: Attributes) {
    guard kind != .label || attributes[0] == nil else { return }
    halt(.nestedRecord)
  }

  // MARK: - Records

  private mutating func beginRecord(
    _ place: DumpPlace, _ attributes: Attributes
  ) {
    mark = here
    isOpen = true
    hasID = false
    stray = nil
    switch place {
    case .release: release.initialize(to: Release(id: 0, title: ""))
    case .master: master.initialize(to: Master(id: 0, title: ""))
    case .artist: artist.initialize(to: Artist(id: 0, name: ""))
    default: label.initialize(to: Label(id: 0, name: ""))
    }
    forEach(attributes) { builder, name, value in
      switch name {
      case .id where place == .release || place == .master:
        guard let number = builder.positive(value) else { return true }
        builder.hasID = true
        if place == .release { builder.release.pointee.id = Release.ID(number) }
        if place == .master { builder.master.pointee.id = Master.ID(number) }
      case .status where place == .release: builder.release.pointee.status = builder.word(value)
      default: return false
      }
      return true
    }
  }

  private mutating func endID() {
    guard let number = positive() else { return }
    hasID = true
    if kind == .artist { artist.pointee.id = Artist.ID(number) } else { label.pointee.id = Label.ID(number) }
  }

  private mutating func endRecord() {
    let begun = mark
    mark = here + Int(XML_GetCurrentByteCount(parser))
    guard hasID else {
      dropRecord()
      noteSkip(DumpSkip(offset: base + begun, length: mark - begun, reason: "no id, or one that is not a number"))
      return
    }
    isOpen = false
    recordCount += 1
    if textCapacity > 1 << 20 { shrinkText() }
    switch kind {
    case .release: records.append(.release(release.move()))
    case .master: records.append(.master(master.move()))
    case .artist: records.append(.artist(artist.move()))
    case .label: records.append(.label(label.move()))
    case nil: break
    }
  }

  private mutating func dropRecord() {
    isOpen = false
    switch kind {
    case .release: release.deinitialize(count: 1)
    case .master: master.deinitialize(count: 1)
    case .artist: artist.deinitialize(count: 1)
    case .label: label.deinitialize(count: 1)
    case nil: break
    }
  }

  // MARK: - Parts of records

  private mutating func endTrack() {
    if !track.pointee.parts.isEmpty {
      track.pointee.kind = .index
    } else if track.pointee.position.isEmpty, track.pointee.duration.isEmpty {
      track.pointee.kind = .heading
    }
  }

  private mutating func endDataQuality() {
    let quality = word()
    switch kind {
    case .release: release.pointee.dataQuality = quality
    case .master: master.pointee.dataQuality = quality
    case .artist: artist.pointee.dataQuality = quality
    case .label: label.pointee.dataQuality = quality
    case nil: break
    }
  }

  private mutating func endImages() {
    let taken = images.take()
    switch kind {
    case .release: release.pointee.images = taken
    case .master: master.pointee.images = taken
    case .artist: artist.pointee.images = taken
    case .label: label.pointee.images = taken
    case nil: break
    }
  }

  /// An empty `<label/>`, of which one month was full, names nothing.
  private mutating func endSublabel() {
    let name = string()
    if !name.isEmpty || attributeID != nil {
      namedLabels.append(NamedLabel(id: attributeID.map { Label.ID($0) }, name: name))
    }
    attributeID = nil
  }

  private mutating func beginLabelCredit(_ attributes: Attributes) {
    companies.append(LabelCredit(id: nil, name: ""))
    let credit = companies.last
    forEach(attributes) { builder, name, value in
      switch name {
      case .name: credit.pointee.name = builder.string(value)
      case .catno: credit.pointee.catalogueNumber = builder.string(value)
      case .id: credit.pointee.id = builder.positive(value).map { Label.ID($0) }
      default: return false
      }
      return true
    }
  }

  private mutating func beginFormat(_ attributes: Attributes) {
    formats.append(Format(name: ""))
    let format = formats.last
    forEach(attributes) { builder, name, value in
      switch name {
      case .name: format.pointee.name = builder.word(value)
      case .qty: format.pointee.quantity = builder.string(value)
      case .text: format.pointee.freeText = builder.string(value)
      default: return false
      }
      return true
    }
  }

  private mutating func beginIdentifier(_ attributes: Attributes) {
    identifiers.append(Identifier(kind: "", value: ""))
    let identifier = identifiers.last
    forEach(attributes) { builder, name, value in
      switch name {
      case .type: identifier.pointee.kind = builder.word(value)
      case .value: identifier.pointee.value = builder.string(value)
      case .description: identifier.pointee.description = builder.word(value)
      default: return false
      }
      return true
    }
  }

  private mutating func beginVideo(_ attributes: Attributes) {
    videos.append(Video(url: "", title: ""))
    let video = videos.last
    forEach(attributes) { builder, name, value in
      switch name {
      case .src: video.pointee.url = builder.string(value)
      // 0 is what stands there when nobody knows.
      case .duration: video.pointee.duration = builder.positive(value).map { .seconds($0) }
      case .embed: video.pointee.mayBeEmbedded = builder.isTrue(value)
      default: return false
      }
      return true
    }
  }

  private mutating func beginImage(_ attributes: Attributes) {
    images.append(Image(kind: "", url: "", thumbnailURL: "", width: 0, height: 0))
    let image = images.last
    forEach(attributes) { builder, name, value in
      switch name {
      case .type: image.pointee.kind = builder.word(value)
      case .uri: image.pointee.url = builder.string(value)
      case .uri150: image.pointee.thumbnailURL = builder.string(value)
      case .width: image.pointee.width = builder.positive(value) ?? 0
      case .height: image.pointee.height = builder.positive(value) ?? 0
      default: return false
      }
      return true
    }
  }

  private mutating func readID(_ attributes: Attributes) {
    // The older generation gives a member's number in an element before the name as well.
    if place != .member { attributeID = nil }
    forEach(attributes) { builder, name, value in
      guard name == .id else { return false }
      builder.attributeID = builder.positive(value)
      return true
    }
  }

  private mutating func readIsMainRelease(_ attributes: Attributes) {
    isKeyRelease = nil
    forEach(attributes) { builder, name, value in
      guard name == .isMainRelease else { return false }
      builder.isKeyRelease = builder.isTrue(value)
      return true
    }
  }

  // MARK: - Attributes

  /// Calls `read` with each attribute; those it answers false for are counted as unknown.
  @inline(__always)
  private mutating func forEach(
    _ attributes: Attributes,
    _ read: (inout DumpBuilder, DumpName, UnsafePointer<XML_Char>) -> Bool
  ) {
    var index = 0
    while let spelling = attributes[index], let value = attributes[index &+ 1] {
      if !read(&self, nameTable.find(spelling), value) {
        note(unknown: "\(placeName)@\(String(cString: spelling).prefix(40))")
      }
      index &+= 2
    }
  }

  @inline(__always)
  private mutating func ignore(_ attributes: Attributes) {
    if attributes[0] != nil { forEach(attributes) { _, _, _ in false } }
  }

  @inline(__always)
  private func bytes(_ value: UnsafePointer<XML_Char>) -> UnsafeRawBufferPointer {
    var count = 0
    while value[count] != 0 { count &+= 1 }
    return UnsafeRawBufferPointer(start: value, count: count)
  }

  @inline(__always)
  private func string(_ value: UnsafePointer<XML_Char>) -> String {
    value[0] == 0 ? "" : String(decoding: bytes(value), as: UTF8.self)
  }

  @inline(__always)
  private func word(_ value: UnsafePointer<XML_Char>) -> String { word(bytes(value)) }

  private mutating func positive(_ value: UnsafePointer<XML_Char>) -> Int? { positive(bytes(value)) }

  private func isTrue(_ value: UnsafePointer<XML_Char>) -> Bool { bytes(value).elementsEqual("true".utf8) }

  // MARK: - Text

  mutating func characters(_ bytes: UnsafePointer<XML_Char>, _ count: Int) {
    guard isCollecting, skipping == 0 else { return strayText(bytes, count) }
    // A carriage return reaches us only as `&#13;`, and that by itself.
    if count == 1, bytes[0] == 13 { hasCarriageReturn = true }
    if textCount &+ count > textCapacity { growText(count) }
    UnsafeMutableRawPointer(text + textCount).copyMemory(from: bytes, byteCount: count)
    textCount &+= count
  }

  @inline(never)
  private mutating func growText(_ more: Int) {
    textCapacity = max(textCapacity * 2, textCount + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: textCapacity)
    larger.update(from: text, count: textCount)
    text.deallocate()
    text = larger
  }

  /// One record with a very long text does not keep its room for the rest of the file.
  @inline(never)
  private mutating func shrinkText() {
    text.deallocate()
    textCapacity = 1 << 16
    text = .allocate(capacity: textCapacity)
    textCount = 0
  }

  /// Text where only elements belong is counted, not kept.
  private mutating func strayText(_ bytes: UnsafePointer<XML_Char>, _ count: Int) {
    guard skipping == 0, stop == nil else { return }
    for index in 0..<count where bytes[index] != 10 && bytes[index] != 32 && bytes[index] != 13 && bytes[index] != 9 {
      if place == .list, stray == nil { stray = here }
      note(unknown: "\(placeName)/text()")
      return
    }
  }

  /// The text gathered, with line ends as `\n`.
  @inline(__always)
  private mutating func string() -> String {
    if textCount == 0 { return "" }
    if hasCarriageReturn { removeCarriageReturns() }
    return String(decoding: UnsafeRawBufferPointer(start: text, count: textCount), as: UTF8.self)
  }

  @inline(__always)
  private mutating func word() -> String {
    if textCount == 0 { return "" }
    if hasCarriageReturn { removeCarriageReturns() }
    return word(UnsafeRawBufferPointer(start: text, count: textCount))
  }

  /// A string that is likely one of the common ones. Up to 15 bytes are kept inside the String itself, so only longer
  /// ones are worth looking up.
  @inline(__always)
  private func word(_ bytes: UnsafeRawBufferPointer) -> String {
    if bytes.count > 15, let number = common.number(of: bytes) { return common.strings[number] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func removeCarriageReturns() {
    var to = 0
    for from in 0..<textCount {
      if text[from] != 13 {
        text[to] = text[from]
        to += 1
      } else if from + 1 == textCount || text[from + 1] != 10 {
        text[to] = 10
        to += 1
      }
    }
    textCount = to
    hasCarriageReturn = false
  }

  private mutating func positive() -> Int? {
    positive(UnsafeRawBufferPointer(start: text, count: textCount))
  }

  /// A number above 0; 0 and nothing stand for "none" everywhere in dumps.
  private mutating func positive(_ bytes: UnsafeRawBufferPointer) -> Int? {
    number(bytes).flatMap { $0 > 0 ? $0 : nil }
  }

  private mutating func number() -> Int? {
    number(UnsafeRawBufferPointer(start: text, count: textCount))
  }

  private mutating func number(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard !bytes.isEmpty else { return nil }
    guard bytes.count <= 18 else { return notANumber() }
    var number = 0
    for byte in bytes {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return notANumber() }
      number = number &* 10 &+ Int(digit)
    }
    return number
  }

  private mutating func notANumber() -> Int? {
    note(unknown: "\(placeName) that is not a number")
    return nil
  }
}

extension DumpBuilder {
  /// Tells a parser to report to the builder at this address.
  static func connect(_ parser: XML_Parser, to builder: UnsafeMutablePointer<DumpBuilder>) {
    builder.pointee.parser = parser
    XML_SetUserData(parser, builder)
    XML_SetElementHandler(
      parser,
      { builder, name, attributes in
        guard let builder, let name, let attributes else { return }
        builder.assumingMemoryBound(to: DumpBuilder.self).pointee.start(name, attributes)
      },
      { builder, _ in builder?.assumingMemoryBound(to: DumpBuilder.self).pointee.end() })
    XML_SetCharacterDataHandler(parser) { builder, text, count in
      guard let builder, let text else { return }
      builder.assumingMemoryBound(to: DumpBuilder.self).pointee.characters(text, Int(count))
    }
    // Dumps have no document type, and without one there is nothing to expand and nothing to fetch.
    XML_SetStartDoctypeDeclHandler(parser) { builder, name, _, _, _ in
      builder?.assumingMemoryBound(to: DumpBuilder.self).pointee.documentType(name.map { String(cString: $0) } ?? "")
    }
  }
}
