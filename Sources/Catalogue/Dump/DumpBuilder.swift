import CExpat
import DiscogsModel

/// Builds records from the XML parser's callbacks.
///
/// Lives at a fixed address, which the callbacks get. A struct, because a class's fields are checked for exclusive
/// access at each of some two hundred calls per record.
struct DumpBuilder: ~Copyable {
  enum Stop: Hashable {
    case documentType(String)
    case unknownRoot(String)
    /// The file has records without a root element.
    case noRoot
    /// A record begins inside another.
    case nestedRecord
    case tooDeep
    /// `recordsToHandover` records have come; no error.
    case handover
  }

  /// An attribute of the current element; valid until the next element begins.
  struct Attribute {
    var name: DumpName
    /// The name in the file; nil where `name` has it.
    var spelling: UnsafePointer<XML_Char>?
    var value: UnsafeRawBufferPointer
  }

  static let deepest = 64
  /// The most names of unknown elements that are counted separately.
  static let unknownRemembered = 200

  // MARK: For the reader

  var parser: XML_Parser?
  /// Known from the root element on.
  var kind: EntityKind?
  private(set) var stop: Stop?
  /// The place of the stop, in the parser's count.
  private(set) var stopIndex = 0
  private(set) var isComplete = false
  var records: [DumpRecord] = []
  /// Counts the records, those skipped, and unknown names. `DumpParsing` sets its kind.
  var summary = DumpSummary(kind: .release)
  /// The start of the open record or the end of the last one, in the parser's count.
  var mark = 0
  /// The place of the first thing between records that is not a record; nil for none.
  var stray: Int?
  /// The file offset of the parser's first byte.
  var base = 0
  /// After this many more records the parser stops and the scanner takes over; 0 for never.
  var recordsToHandover = 0
  /// Whether the scanner is at work. Unknown names then set `isOdd` instead of being counted.
  var isScanning = false
  /// Whether the scanner met something that only the parser can judge.
  var isOdd = false

  var isInRecord: Bool { depth > 1 }
  /// Whether it is directly inside the root element, with nothing odd since the last record.
  var isBetweenRecords: Bool { place == .list && skipping == 0 && stray == nil }

  // MARK: The parser's position

  let nameTable = DumpNameTable.shared
  var grammar = DumpGrammar.releases
  var place = DumpPlace.outside
  private let parents = UnsafeMutablePointer<DumpPlace>.allocate(capacity: DumpBuilder.deepest)
  private(set) var depth = 0
  /// The depth inside an unknown element; 0 outside.
  var skipping = 0
  var sublabelStart = 0

  // MARK: Gathered text

  var isCollecting = false
  var hasCarriageReturn = false
  /// The text of the open element: gathered, or a range of the scanner's bytes.
  var text: UnsafeMutablePointer<UInt8>
  var textCount = 0
  var gathered = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
  var gatheredCapacity = 1 << 16
  var attributes = PlainList<Attribute>()
  let common = CommonStrings.shared

  // MARK: The open record

  let release = UnsafeMutablePointer<Release>.allocate(capacity: 1)
  let master = UnsafeMutablePointer<Master>.allocate(capacity: 1)
  let artist = UnsafeMutablePointer<Artist>.allocate(capacity: 1)
  let label = UnsafeMutablePointer<Discogs.Label>.allocate(capacity: 1)
  var isOpen = false
  var hasID = false
  var attributeID: Int?
  var isKeyRelease: Bool?

  private var strings = Scratch<String>()
  var images = Scratch<Discogs.Image>()
  private var credits = Scratch<ArtistCredit>()
  var companies = Scratch<LabelCredit>()
  var formats = Scratch<Format>()
  private var tracks = Scratch<Track>()
  private var parts = Scratch<Track>()
  /// The open track or part.
  var track: UnsafeMutablePointer<Track>
  var identifiers = Scratch<Identifier>()
  var videos = Scratch<Video>()
  private var namedArtists = Scratch<NamedArtist>()
  var namedLabels = Scratch<NamedLabel>()

  init() {
    text = gathered
    tracks.append(Track(title: ""))
    track = tracks.last
    tracks.removeAll()
  }

  deinit {
    parents.deallocate()
    gathered.deallocate()
    if isOpen { deinitializeRecord() }
    release.deallocate()
    master.deallocate()
    artist.deallocate()
    label.deallocate()
  }

  /// Forgets the open record and the parser's position, before a new parser starts.
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
    isOdd = false
    attributes.removeAll()
  }

  /// Resets, and continues between the records of the list.
  mutating func enterList() {
    reset()
    place = .list
    depth = 1
    parents[0] = .outside
  }

  mutating func takeRecords(expecting count: Int) -> [DumpRecord] {
    let taken = records
    records = []
    records.reserveCapacity(max(count + count / 4, 64))
    return taken
  }

  mutating func noteSkip(_ skip: DumpSkip) {
    summary.skipped += 1
    if summary.skips.count < DumpReader.skipsRemembered { summary.skips.append(skip) }
  }

  mutating func note(unknown name: String) {
    if isScanning {
      isOdd = true
      return
    }
    let isSeparate = summary.unknown[name] != nil || summary.unknown.count < Self.unknownRemembered
    summary.unknown[isSeparate ? name : "others", default: 0] += 1
  }

  mutating func halt(_ reason: Stop, at index: Int? = nil) {
    stop = reason
    stopIndex = index ?? here
    isCollecting = false
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  var here: Int { Int(XML_GetCurrentByteIndex(parser)) }

  // MARK: - Elements

  mutating func start(
    _ spelling: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
  ) {
    guard stop == nil else { return }
    let name = nameTable.find(spelling)
    let hasAttributes = attributes[0] != nil
    if skipping > 0 {
      skipping += 1
      if name == grammar.record { recordInside(hasAttributes) }
      if skipping > Self.deepest { halt(.tooDeep) }
      return
    }
    let next = grammar.step(from: place, by: name)
    guard next != .outside else { return unexpected(name, spelling, hasAttributes) }
    self.attributes.removeAll()
    if hasAttributes { take(attributes) }
    begin(next, name)
  }

  mutating func end() {
    guard stop == nil else { return }
    if skipping > 0 {
      skipping -= 1
      return
    }
    finish()
    if depth == 1, recordsToHandover > 0, !isOpen {
      recordsToHandover -= 1
      if recordsToHandover == 0 { halt(.handover, at: mark) }
    }
  }

  mutating func begin(_ next: DumpPlace, _ name: DumpName) {
    parents[depth] = place
    depth &+= 1
    place = next
    if grammar.hasText[Int(next.rawValue)] {
      isCollecting = true
      hasCarriageReturn = false
      text = gathered
      textCount = 0
    }
    switch next {
    case .list: beginList(name)
    case .release, .master, .artist, .label: beginRecord(next)
    case .credit:
      credits.append(ArtistCredit(id: nil, name: ""))
      ignore()
    case .track:
      tracks.append(Track(title: ""))
      track = tracks.last
      ignore()
    case .part:
      parts.append(Track(title: ""))
      track = parts.last
      ignore()
    case .company:
      companies.append(LabelCredit(id: nil, name: ""))
      ignore()
    case .labelCredit, .seriesCredit: beginLabelCredit()
    case .format: beginFormat()
    case .identifier: beginIdentifier()
    case .video: beginVideo()
    case .image: beginImage()
    case .sublabel:
      sublabelStart = here
      readID()
    case .alias, .member, .group, .parentLabel: readID()
    case .masterID: readIsMainRelease()
    case .memberID: attributeID = nil
    default: ignore()
    }
  }

  mutating func finish() {
    let ended = place
    depth &-= 1
    place = parents[depth]
    isCollecting = false
    switch ended {
    // A company's URL is the address of its page, which follows from its number.
    case .outside, .credit, .company, .companyURL, .labelCredit, .seriesCredit, .format, .identifier, .video, .image:
      break
    case .list: isComplete = true
    case .release, .master, .artist, .label: endRecord()

    case .creditID: credits.last.pointee.id = positive().map { Artist.ID($0) }
    case .creditName: credits.last.pointee.name = string()
    case .creditVariation: credits.last.pointee.variation = string()
    case .creditJoin: credits.last.pointee.join = string()
    case .creditRole: credits.last.pointee.role = word()
    case .creditTracks: credits.last.pointee.tracks = string()
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

    case .companyID: companies.last.pointee.id = positive().map { Discogs.Label.ID($0) }
    case .companyName: companies.last.pointee.name = string()
    case .companyCatalogueNumber: companies.last.pointee.catalogueNumber = string()
    case .companyRoleNumber: companies.last.pointee.roleNumber = number()
    case .companyRole: companies.last.pointee.role = word()
    case .companies: release.pointee.companies = companies.take()
    case .labels: release.pointee.labels = companies.take()
    case .series: release.pointee.series = companies.take()

    case .description: strings.append(word())
    case .descriptions: formats.last.pointee.descriptions = strings.take()
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
    case .identifiers: release.pointee.identifiers = identifiers.take()
    case .videoTitle: videos.last.pointee.title = string()
    case .videoDescription: videos.last.pointee.description = string()
    case .videos:
      if kind == .master { master.pointee.videos = videos.take() } else { release.pointee.videos = videos.take() }
    case .keyRelease: master.pointee.keyRelease = positive().map { Release.ID($0) }
    case .year: master.pointee.year = positive()
    case .title: if kind == .master { master.pointee.title = string() } else { release.pointee.title = string() }
    case .notes: if kind == .master { master.pointee.notes = string() } else { release.pointee.notes = string() }

    case .dataQuality: endDataQuality()
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
    case .parentLabel: label.pointee.parent = NamedLabel(id: attributeID.map { Discogs.Label.ID($0) }, name: string())
    case .sublabel: endSublabel()
    case .sublabels: label.pointee.sublabels = namedLabels.take()
    }
  }
}
