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
  var recordCount = 0
  private(set) var skipped = 0
  private(set) var skips: [DumpSkip] = []
  private(set) var unknown: [String: Int] = [:]
  /// Where the open record begins, or the last one ended, in the parser's count.
  var mark = 0
  /// Between records, where something began that is not a record; nil where all is well.
  var stray: Int?
  /// Offset of the parser's first byte in the file.
  var base = 0

  var isInRecord: Bool { depth > 1 }
  /// Inside the root element, and all is well.
  var isBetweenRecords: Bool { place == .list && skipping == 0 && stray == nil }

  // MARK: Where the parser is

  let nameTable = DumpNameTable.shared
  private var grammar = DumpGrammar.releases
  private var recordName = DumpName.other
  var place = DumpPlace.outside
  private let parents = UnsafeMutablePointer<DumpPlace>.allocate(capacity: DumpBuilder.deepest)
  private var depth = 0
  /// How deep inside an unknown element.
  var skipping = 0
  private var sublabelStart = 0

  // MARK: Text being gathered

  var isCollecting = false
  var hasCarriageReturn = false
  var text = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
  var textCapacity = 1 << 16
  var textCount = 0
  let common = CommonStrings.shared

  // MARK: The record being built

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
  /// The track or part that is open.
  var track: UnsafeMutablePointer<Track>
  var identifiers = Scratch<Identifier>()
  var videos = Scratch<Video>()
  private var namedArtists = Scratch<NamedArtist>()
  var namedLabels = Scratch<NamedLabel>()

  init() {
    tracks.append(Track(title: ""))
    track = tracks.last
    tracks.removeAll()
  }

  deinit {
    parents.deallocate()
    text.deallocate()
    if isOpen { deinitializeRecord() }
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
  var here: Int { Int(XML_GetCurrentByteIndex(parser)) }

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

    case .companyID: companies.last.pointee.id = positive().map { Discogs.Label.ID($0) }
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
    case .parentLabel: label.pointee.parent = NamedLabel(id: attributeID.map { Discogs.Label.ID($0) }, name: string())
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

  var placeName: String {
    place == .list ? "\(recordName.spelling)s" : grammar.names[Int(place.rawValue)].spelling
  }

  /// A record begins inside another, which has lost its end. Sublabels may have attributes, labels do not.
  private mutating func recordInside(_ attributes: Attributes) {
    guard kind != .label || attributes[0] == nil else { return }
    halt(.nestedRecord)
  }

}
