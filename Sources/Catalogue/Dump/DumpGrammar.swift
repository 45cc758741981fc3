import DiscogsModel

enum DumpName: UInt8, CaseIterable {
  case other = 0
  case artists, labels, masters, releases
  case artist, label, master, release
  case id, name, realname, profile, dataQuality, urls, url, namevariations, aliases, members, groups, images, image
  case contactinfo, parentLabel, sublabels
  case mainRelease, genres, genre, styles, style, notes, year, title, videos, video, description
  case extraartists, anv, join, role, tracks
  case series, formats, format, descriptions, country, released, masterID, tracklist, track, position, duration
  case subTracks, identifiers, identifier, companies, company, catno, entityType, entityTypeName, resourceURL
  case status, qty, text, type, value, src, embed, width, height, uri, uri150, isMainRelease

  /// The name in the dump.
  var spelling: String {
    switch self {
    case .other: "?"
    case .dataQuality: "data_quality"
    case .mainRelease: "main_release"
    case .masterID: "master_id"
    case .subTracks: "sub_tracks"
    case .entityType: "entity_type"
    case .entityTypeName: "entity_type_name"
    case .resourceURL: "resource_url"
    case .isMainRelease: "is_main_release"
    default: "\(self)"
    }
  }
}

/// Finds a name by its bytes. Names have 16 bytes at most, so two machine words hold one.
///
/// Immutable after `init`.
struct DumpNameTable: @unchecked Sendable {
  struct Spelling {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var length = 0
  }

  private struct Slot {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var name = DumpName.other
  }

  private let slots: UnsafeMutablePointer<Slot>
  /// The machine words and length of each name, by raw value.
  let spellings: UnsafeMutablePointer<Spelling>
  private static let bits: UInt64 = 9

  static let shared = DumpNameTable()

  private init() {
    let count = 1 << Int(Self.bits)
    slots = .allocate(capacity: count)
    slots.initialize(repeating: Slot(), count: count)
    spellings = .allocate(capacity: DumpName.allCases.count)
    spellings.initialize(repeating: Spelling(), count: DumpName.allCases.count)
    for name in DumpName.allCases where name != .other {
      let (low, high) = name.spelling.withCString(Self.words)
      spellings[Int(name.rawValue)] = Spelling(low: low, high: high, length: name.spelling.utf8.count)
      var slot = Self.slot(low, high)
      while slots[slot].low != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = Slot(low: low, high: high, name: name)
    }
  }

  @inline(__always) private static func slot(_ low: UInt64, _ high: UInt64) -> Int {
    Int(truncatingIfNeeded: ((low ^ high &* 0xC2B2_AE3D_27D4_EB4F) &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
  }

  /// The bytes up to the NUL. A longer name than 16 bytes gives words that match no name in the table.
  @inline(__always) private static func words(_ text: UnsafePointer<CChar>) -> (low: UInt64, high: UInt64) {
    var low: UInt64 = 0
    var index = 0
    while index < 8 {
      let byte = UInt8(bitPattern: text[index])
      if byte == 0 { return (low, 0) }
      low |= UInt64(byte) << UInt64(truncatingIfNeeded: index &* 8)
      index &+= 1
    }
    var high: UInt64 = 0
    while index < 16 {
      let byte = UInt8(bitPattern: text[index])
      if byte == 0 { return (low, high) }
      high |= UInt64(byte) << UInt64(truncatingIfNeeded: index &* 8 &- 64)
      index &+= 1
    }
    return text[16] == 0 ? (low, high) : (low, .max)
  }

  @inline(__always) func find(_ text: UnsafePointer<CChar>) -> DumpName {
    let (low, high) = Self.words(text)
    return find(low, high)
  }

  @inline(__always) func find(_ low: UInt64, _ high: UInt64) -> DumpName {
    var slot = Self.slot(low, high)
    while slots[slot].low != 0 {
      if slots[slot].low == low, slots[slot].high == high { return slots[slot].name }
      slot = (slot &+ 1) & (1 << Int(Self.bits) - 1)
    }
    return .other
  }
}

/// The parser's place in a dump: an element within its parents.
///
/// A name alone does not tell: `<artist>` occurs in five places, `<label>` and `<series>` inside one of their own name.
enum DumpPlace: UInt8, CaseIterable {
  /// Outside the root element; in the table of steps, "no such element here".
  case outside = 0
  case list
  case artist, label, master, release

  case id, name, realName, profile, dataQuality, urls, url, nameVariations, nameVariation
  case aliases, alias, members, memberID, member, groups, group
  case contact, parentLabel, sublabels, sublabel
  case images, image
  case keyRelease, genres, genre, styles, style, notes, year, title, videos, video, videoTitle, videoDescription
  case artists, credits, credit, creditID, creditName, creditVariation, creditJoin, creditRole, creditTracks
  case labels, labelCredit, series, seriesCredit
  case formats, format, descriptions, description, country, released, masterID
  case tracklist, track, part, trackPosition, trackTitle, trackDuration, trackArtists, trackCredits, subTracks
  case identifiers, identifier
  case companies, company, companyID, companyName, companyCatalogueNumber, companyRoleNumber, companyRole, companyURL

  static let withText: Set<DumpPlace> = [
    .id, .name, .realName, .profile, .dataQuality, .url, .nameVariation, .alias, .memberID, .member, .group, .contact,
    .parentLabel, .sublabel, .keyRelease, .genre, .style, .notes, .year, .title, .videoTitle, .videoDescription,
    .creditID, .creditName, .creditVariation, .creditJoin, .creditRole, .creditTracks, .description, .country,
    .released, .masterID, .trackPosition, .trackTitle, .trackDuration, .companyID, .companyName,
    .companyCatalogueNumber, .companyRoleNumber, .companyRole, .companyURL,
  ]

  /// The elements allowed in each place, and where they lead: the grammar of both generations of the format.
  static let steps: [(from: DumpPlace, by: DumpName, to: DumpPlace)] =
    [
      (.outside, .artists, .list), (.outside, .labels, .list), (.outside, .masters, .list),
      (.outside, .releases, .list),

      (.artist, .images, .images), (.artist, .id, .id), (.artist, .name, .name), (.artist, .realname, .realName),
      (.artist, .profile, .profile), (.artist, .dataQuality, .dataQuality), (.artist, .urls, .urls),
      (.artist, .namevariations, .nameVariations), (.nameVariations, .name, .nameVariation),
      (.artist, .aliases, .aliases), (.aliases, .name, .alias), (.artist, .members, .members),
      (.members, .id, .memberID), (.members, .name, .member), (.artist, .groups, .groups), (.groups, .name, .group),

      (.label, .images, .images), (.label, .id, .id), (.label, .name, .name), (.label, .contactinfo, .contact),
      (.label, .profile, .profile), (.label, .dataQuality, .dataQuality), (.label, .parentLabel, .parentLabel),
      (.label, .urls, .urls), (.label, .sublabels, .sublabels), (.sublabels, .label, .sublabel),

      (.master, .mainRelease, .keyRelease), (.master, .images, .images), (.master, .artists, .artists),
      (.master, .genres, .genres), (.master, .styles, .styles), (.master, .notes, .notes), (.master, .year, .year),
      (.master, .title, .title), (.master, .dataQuality, .dataQuality), (.master, .videos, .videos),

      (.release, .images, .images), (.release, .artists, .artists), (.release, .title, .title),
      (.release, .labels, .labels), (.release, .series, .series), (.release, .extraartists, .credits),
      (.release, .formats, .formats), (.release, .genres, .genres), (.release, .styles, .styles),
      (.release, .country, .country), (.release, .released, .released), (.release, .notes, .notes),
      (.release, .dataQuality, .dataQuality), (.release, .masterID, .masterID), (.release, .tracklist, .tracklist),
      (.release, .identifiers, .identifiers), (.release, .videos, .videos), (.release, .companies, .companies),

      (.urls, .url, .url), (.images, .image, .image), (.genres, .genre, .genre), (.styles, .style, .style),
      (.videos, .video, .video), (.video, .title, .videoTitle), (.video, .description, .videoDescription),
      (.labels, .label, .labelCredit), (.series, .series, .seriesCredit), (.formats, .format, .format),
      (.format, .descriptions, .descriptions), (.descriptions, .description, .description),
      (.identifiers, .identifier, .identifier),

      (.tracklist, .track, .track), (.track, .subTracks, .subTracks), (.subTracks, .track, .part),

      (.companies, .company, .company), (.company, .id, .companyID), (.company, .name, .companyName),
      (.company, .catno, .companyCatalogueNumber), (.company, .entityType, .companyRoleNumber),
      (.company, .entityTypeName, .companyRole), (.company, .resourceURL, .companyURL),

      (.credit, .id, .creditID), (.credit, .name, .creditName), (.credit, .anv, .creditVariation),
      (.credit, .join, .creditJoin), (.credit, .role, .creditRole), (.credit, .tracks, .creditTracks),
    ] + [DumpPlace.artists, .credits, .trackArtists, .trackCredits].map { ($0, .artist, .credit) }
    + [DumpPlace.track, .part].flatMap { track -> [(DumpPlace, DumpName, DumpPlace)] in
      [
        (track, .position, .trackPosition), (track, .title, .trackTitle), (track, .duration, .trackDuration),
        (track, .artists, .trackArtists), (track, .extraartists, .trackCredits),
      ]
    }
}

/// `DumpPlace.steps` as a table, for one kind of dump.
///
/// Immutable after `init`.
struct DumpGrammar: @unchecked Sendable {
  private static let width = DumpName.allCases.count
  /// `steps[place * width + name]`. Never freed, as there is one for each kind.
  private let steps: UnsafeMutablePointer<DumpPlace>
  let hasText: UnsafeMutablePointer<Bool>
  /// The element that leads to each place, for naming it in the summary.
  let names: UnsafeMutablePointer<DumpName>

  let record: DumpName

  static let releases = DumpGrammar(.release, .release)
  private static let others: [EntityKind: DumpGrammar] = [
    .artist: DumpGrammar(.artist, .artist), .label: DumpGrammar(.label, .label), .master: DumpGrammar(.master, .master),
  ]

  static func of(_ kind: EntityKind) -> DumpGrammar { others[kind] ?? releases }

  private init(_ record: DumpName, _ place: DumpPlace) {
    self.record = record
    let places = DumpPlace.allCases.count
    steps = .allocate(capacity: places * Self.width)
    steps.initialize(repeating: .outside, count: places * Self.width)
    hasText = .allocate(capacity: places)
    hasText.initialize(repeating: false, count: places)
    names = .allocate(capacity: places)
    names.initialize(repeating: .other, count: places)
    for step in DumpPlace.steps + [(.list, record, place)] {
      steps[Int(step.from.rawValue) * Self.width + Int(step.by.rawValue)] = step.to
      names[Int(step.to.rawValue)] = step.by
    }
    for place in DumpPlace.withText { hasText[Int(place.rawValue)] = true }
  }

  /// The place an element leads to; `outside` where it is not allowed.
  @inline(__always) func step(from place: DumpPlace, by name: DumpName) -> DumpPlace {
    steps[Int(place.rawValue) &* Self.width &+ Int(name.rawValue)]
  }
}
