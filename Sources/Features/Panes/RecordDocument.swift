import Clients
import DiscogsModel
import RunoutModel
public import Sleeves
import Wording

nonisolated extension LoadedRecord {
  /// The record as text for a pane of this width; a preview leaves out what only the page shows.
  ///
  /// - Parameters:
  ///   - pictureRows: the rows on the screen, for picture and text; nil for text alone.
  ///   - pose: how much of the record is out of a drawn sleeve.
  ///   - isNamedBelow: whether a sleeve in blocks has no names on it.
  public func document(
    columns: Int, measure: TextMeasure, isPreview: Bool, supplement: ReleaseSupplement? = nil, pictureRows: Int? = nil,
    pose: SleeveFacts.Pose = .inSleeve, isNamedBelow: Bool = false
  ) -> [DocumentLine] {
    var picture = picture
    (picture.sleeve.pose, picture.sleeve.isNamedBeside) = (pose, isNamedBelow)
    let width = min(columns, SplitLayout.readableColumns)
    if !isPreview, case .release(let release) = content, isInTwoColumns(columns) {
      return inTwoColumns(
        release, columns: columns, measure: measure, supplement: supplement, picture: picture, rows: pictureRows)
    }
    var builder =
      isPreview
      ? DocumentBuilder(
        ofPreview: width, measure: measure, picture: picture, rows: pictureRows, isInBlocks: isNamedBelow)
      : DocumentBuilder(
        columns: width, measure: measure,
        picture: pictureRows.flatMap { PictureBox(picture, columns: width, rows: $0) },
        leastBeside: subject.reference.kind == .release ? 32 : 44)
    switch content {
    case .release(let release):
      writeHead(of: release, supplement: supplement, isPreview: isPreview, to: &builder)
      if isPreview { writeKind(of: release, isPreview: true, to: &builder) }
      writeTracklist(release.tracklist, videos(of: release).ofTrack, to: &builder)
      if !isPreview {
        // On a narrow page there is more room below the tracks than above them.
        builder.blank()
        writeKind(of: release, isPreview: false, to: &builder)
        writeAsides(of: release, to: &builder)
        writeNotes(of: release, to: &builder)
        writeOthers(to: &builder)
      }
    case .master(let master): write(master, isPreview: isPreview, to: &builder)
    case .artist(let artist): write(artist, isPreview: isPreview, to: &builder)
    case .label(let label): write(label, isPreview: isPreview, to: &builder)
    }
    builder.clearPicture()
    return builder.lines
  }

  /// Whether a page of this width has facts and tracks in one column, and the picture with credits, identifiers and
  /// companies below it in another.
  func isInTwoColumns(_ columns: Int) -> Bool { columns >= 106 && content.hasAsides }

  /// Lays a release out with the picture's column first, or where there is none, with that of facts and tracks.
  private func inTwoColumns(
    _ release: Release, columns: Int, measure: TextMeasure, supplement: ReleaseSupplement?, picture: PictureSubject,
    rows: Int?
  ) -> [DocumentLine] {
    let gap = 4
    let aside = min(SplitLayout.readableColumns, columns * 7 / 16)
    var asides = DocumentBuilder(columns: aside, measure: measure)
    // On a low screen it would be a stamp.
    let pictureRows = rows.flatMap { $0 >= 16 ? $0 / 2 : nil }
    if let pictureRows {
      let side = picture.sleeve.pose == .halfOut ? Sleeve.sideIfHalfOut : Sleeve.side
      asides.addAbove(picture, rows: pictureRows, side: side)
    }
    writeAsides(of: release, to: &asides)
    var main = DocumentBuilder(
      columns: min(SplitLayout.readableColumns, columns - aside - gap), measure: measure)
    writeHead(of: release, supplement: supplement, to: &main)
    writeKind(of: release, isPreview: false, to: &main)
    writeTracklist(release.tracklist, videos(of: release).ofTrack, to: &main)
    writeOthers(to: &main)
    // Below the shorter column.
    if main.lines.count > asides.lines.count {
      writeNotes(of: release, to: &asides)
    } else {
      writeNotes(of: release, to: &main)
    }
    if pictureRows == nil {
      main.add(asides.lines, at: main.columns + gap)
      return main.lines
    }
    asides.add(main.lines, at: aside + gap)
    return asides.lines
  }

  /// Tells the record from another of the same name: `1959 · CL 1355`. Empty for artists and labels.
  var detail: String {
    switch content {
    case .release(let release):
      let number = release.labels.first?.displayCatalogueNumber ?? ""
      return [release.year.map(String.init) ?? "", number].filter { !$0.isEmpty }.joined(separator: " · ")
    case .master(let master): return master.year.map(String.init) ?? ""
    case .artist, .label: return ""
    }
  }

  // MARK: Release

  /// Its names, the user's copies and wants, prices, then what tells it from other pressings.
  private func writeHead(
    of release: Release, supplement: ReleaseSupplement?, isPreview: Bool = false, to builder: inout DocumentBuilder
  ) {
    builder.paragraph(Spans.credits(release.artists))
    builder.paragraph([Span(release.title, .caption)])
    let isBeside = builder.addBeside { writePressing(of: release, to: &$0) }
    builder.blank()
    builder.together {
      holding.write(isPreview: isPreview, to: &$0)
      supplement?.write(to: &$0, isOwned: !holding.owned.isEmpty)
      if prices.count > 1, let last = prices.last?.price.displayName {
        $0.fact(FieldWords.market, [Span(last, .price), Span(" " + Sparkline.prices(prices), .quiet)])
      }
    }
    builder.beginFacts()
    if !isBeside { writePressing(of: release, to: &builder) }
  }

  private func writeAsides(of release: Release, to builder: inout DocumentBuilder) {
    builder.section(FieldWords.credits, rows: Spans.credits(of: release))
    builder.section(RecordWords.barcodeAndOtherIdentifiers, rows: Spans.identifiers(of: release))
    builder.section(FieldWords.companies, rows: Spans.companies(of: release))
  }

  /// Writes other versions: `1959  Columbia – CS 8163 · US · LP, Album ●`.
  private func writeOthers(to builder: inout DocumentBuilder) {
    if !others.isEmpty { builder.caption(RecordWords.otherVersions) }
    for row in others {
      let name = [row.label, row.catalogueNumber].filter { !$0.isEmpty }.joined(separator: " – ")
      let facts = [row.country, row.format].filter { !$0.isEmpty }.map { " · \($0)" }.joined()
      var spans = [Span(name.isEmpty ? row.title : name, link: .entity(row.reference)), Span(facts, .quiet)]
      let marks = holding.marksOfOthers[row.reference]
      if marks?.owned == .this { spans += [Span(" "), Span("●", .own)] }
      if marks?.wanted == .this { spans += [Span(" "), Span("♥", .want)] }
      builder.paragraph(spans, lead: row.year.map(String.init) ?? "", leadColumns: 6)
    }
  }

  private func videos(of release: Release) -> TrackVideos {
    TrackVideos(of: release.tracklist, among: release.videos, by: release.artists.displayName)
  }

  private func writeNotes(of release: Release, to builder: inout DocumentBuilder) {
    builder.section(FieldWords.notes, markup: release.notes, names: names)
    Spans.videos(videos(of: release).others, to: &builder)
  }

  private func writePressing(of release: Release, to builder: inout DocumentBuilder) {
    func facts(_ name: String, _ values: [[Span]]) {
      for (number, value) in values.enumerated() { builder.fact(number == 0 ? name : "", value) }
    }
    facts(FieldWords.label, release.labels.map(Spans.label))
    facts(FieldWords.series, release.series.map(Spans.label))
    facts(FieldWords.format, release.formats.map { [Span($0.displayName)] })
    builder.fact(FieldWords.country, [Span(release.country)])
    builder.fact(FieldWords.released, [Span(ReleaseDate.display(release.released))])
  }

  /// Writes the facts that it shares with other pressings.
  private func writeKind(of release: Release, isPreview: Bool, to builder: inout DocumentBuilder) {
    builder.fact(FieldWords.genre, Spans.searches(release.genres, field: "genre"))
    builder.fact(FieldWords.style, Spans.searches(release.styles, field: "style"))
    if let master = release.master {
      let words = isPreview ? RecordWords.main : RecordWords.mainRelease
      let isKey = release.isKeyRelease == true ? " · \(words)" : ""
      builder.fact(
        FieldWords.master, [Span(RecordWords.allVersions, .plain, link: .entity(.master(master))), Span(isKey, .quiet)])
    }
    if !isPreview { builder.quality(release.dataQuality) }
  }

  /// - Parameter videos: by a track's number from 0, in the order of the lines.
  private func writeTracklist(_ tracklist: [Track], _ videos: [Int: Video], to builder: inout DocumentBuilder) {
    guard !tracklist.isEmpty else { return }
    builder.caption(RecordWords.tracklist, trailing: Self.playtime(of: tracklist))
    let positions = tracklist.flatMap { [$0] + $0.parts }.map { builder.width(of: $0.position) }
    let lead = min(12, max(3, (positions.max() ?? 0) + 2))
    var number = 0
    for track in tracklist {
      switch track.kind {
      case .heading: builder.paragraph([Span(track.title, .underlined)])
      case .track: write(track, videos[number], lead: lead, to: &builder)
      case .index:
        builder.paragraph(
          Spans.title(track.title, .italic, videos[number]), lead: track.position, leadColumns: lead,
          trailing: track.duration)
        for (part, track) in track.parts.enumerated() {
          write(track, videos[number + 1 + part], lead: lead + 2, to: &builder)
        }
      }
      number += 1 + track.parts.count
    }
  }

  /// `45:44`, or `over 45:44` where some tracks have no time; empty where none has.
  private static func playtime(of tracklist: [Track]) -> String {
    let playtime = tracklist.playtime
    guard playtime.total > .zero else { return "" }
    let total = Playtime.format(playtime.total)
    return playtime.unknownTracks > 0 ? RecordWords.over(total) : total
  }

  private func write(_ track: Track, _ video: Video?, lead: Int, to builder: inout DocumentBuilder) {
    var spans: [Span] = []
    if !track.artists.isEmpty {
      spans += Spans.credits(track.artists) + (track.title.isEmpty ? [] : [Span(" – ", .quiet)])
    }
    spans += Spans.title(track.title, .plain, video)
    builder.paragraph(spans, lead: track.position, leadColumns: lead, trailing: track.duration)
    for group in track.credits.groupedByRole {
      builder.paragraph([Span("\(group.role): ", .quiet)] + Spans.entries(group.entries), leadColumns: lead + 2)
    }
  }

  // MARK: Master, artist, label

  private func write(_ master: Master, isPreview: Bool, to builder: inout DocumentBuilder) {
    builder.paragraph(Spans.credits(master.artists))
    builder.paragraph([Span(master.title, .caption)])
    builder.blank()
    builder.together { holding.write(isPreview: isPreview, to: &$0) }
    builder.beginFacts()
    builder.fact(FieldWords.year, [Span(master.year.map(String.init) ?? "")])
    builder.fact(FieldWords.genre, Spans.searches(master.genres, field: "genre"))
    builder.fact(FieldWords.style, Spans.searches(master.styles, field: "style"))
    writeKeyRelease(of: master, to: &builder)
    if !isPreview { builder.quality(master.dataQuality) }
    let tracklist = keyRelease?.tracklist ?? master.tracklist
    let videos = TrackVideos(of: tracklist, among: master.videos, by: master.artists.displayName)
    writeTracklist(tracklist, videos.ofTrack, to: &builder)
    builder.section(FieldWords.notes, markup: master.notes, names: names)
    Spans.videos(videos.others, to: &builder)
  }

  private func writeKeyRelease(of master: Master, to builder: inout DocumentBuilder) {
    guard let id = master.keyRelease else { return }
    let facts = keyRelease.map { release in
      let label = release.labels.first.map { [$0.displayName, $0.displayCatalogueNumber ?? ""] } ?? []
      return ([release.country, release.formats.shortName] + label).filter { !$0.isEmpty }.joined(separator: " · ")
    }
    builder.fact(
      FieldWords.mainRelease, [Span(facts ?? RecordWords.mainRelease, link: .entity(.release(id)))])
  }

  private func write(_ artist: Artist, isPreview: Bool, to builder: inout DocumentBuilder) {
    builder.paragraph([Span(artist.fullName, .caption)])
    builder.blank()
    builder.fact(RecordWords.realName, [Span(artist.realName)])
    if !artist.profile.isEmpty {
      builder.blank()
      builder.markup(artist.profile, names: names)
    }
    builder.section(FieldWords.members, [Spans.artists(artist.members)])
    builder.section(RecordWords.inGroups, [Spans.artists(artist.groups)])
    builder.section(FieldWords.aliases, [Spans.artists(artist.aliases)])
    builder.section(RecordWords.nameVariations, [Spans.searches(artist.nameVariations, field: "artist")])
    builder.section(FieldWords.sites, Spans.sites(artist.urls))
    if !isPreview { builder.quality(artist.dataQuality, isApart: true) }
  }

  private func write(_ label: Discogs.Label, isPreview: Bool, to builder: inout DocumentBuilder) {
    builder.paragraph([Span(label.fullName, .caption)])
    builder.blank()
    builder.fact(FieldWords.parent, label.parent.map(Spans.name) ?? [])
    if !label.profile.isEmpty {
      builder.blank()
      builder.markup(label.profile, names: names)
    }
    builder.section(FieldWords.sublabels, label.sublabels.map(Spans.name))
    builder.section(FieldWords.contact, markup: label.contact, names: [:])
    builder.section(FieldWords.sites, Spans.sites(label.urls))
    if !isPreview { builder.quality(label.dataQuality, isApart: true) }
  }
}

nonisolated extension DocumentBuilder {
  fileprivate typealias Row = (lead: String, spans: [Span])

  /// Adds credits, companies or identifiers, their roles and kinds in as many columns in all three.
  fileprivate mutating func section(_ caption: String, rows: [Row]) {
    if !rows.isEmpty { self.caption(caption) }
    for row in rows { paragraph(row.spans, lead: row.lead, leadColumns: min(24, max(12, columns * 2 / 5))) }
  }

  /// Adds what is said of the data, where they are not correct: only then does a reader want to know.
  fileprivate mutating func quality(_ text: String, isApart: Bool = false) {
    guard !["", "Correct", "Complete and Correct"].contains(text) else { return }
    if isApart { blank() }
    fact(FieldWords.dataQuality, [Span(text, .quiet)])
  }

  fileprivate mutating func section(_ caption: String, _ paragraphs: [[Span]]) {
    let paragraphs = paragraphs.filter { !$0.isEmpty }
    if !paragraphs.isEmpty { self.caption(caption) }
    for spans in paragraphs { paragraph(spans) }
  }

  fileprivate mutating func section(_ caption: String, markup text: String, names: [EntityReference: String]) {
    guard !text.isEmpty else { return }
    self.caption(caption)
    markup(text, names: names)
  }
}

nonisolated extension LoadedRecord.Content {
  /// Whether there is something for a second column.
  fileprivate var hasAsides: Bool {
    guard case .release(let release) = self else { return false }
    return !release.credits.isEmpty || !release.identifiers.isEmpty || !release.companies.isEmpty
  }
}

/// Pieces of text that several kinds of page share.
nonisolated private enum Spans {
  /// The credits as a sleeve prints them, every name a link.
  static func credits(_ credits: [ArtistCredit]) -> [Span] {
    var spans: [Span] = []
    for (number, credit) in credits.enumerated() {
      spans.append(Span(credit.displayName, link: credit.id.map { .entity(.artist($0)) }))
      guard number + 1 < credits.count else { break }
      spans.append(Span(credit.join == "," ? ", " : credit.join.isEmpty ? " " : " \(credit.join) ", .quiet))
    }
    return spans
  }

  static func label(_ label: LabelCredit) -> [Span] {
    var spans = [Span(label.displayName, link: label.id.map { .entity(.label($0)) })]
    if let number = label.displayCatalogueNumber { spans.append(Span(" – \(number)")) }
    return spans
  }

  static func name(_ label: NamedLabel) -> [Span] {
    [Span(label.displayName, link: label.id.map { .entity(.label($0)) })]
  }

  /// Words that each link to a search, such as genres.
  static func searches(_ words: [String], field: String) -> [Span] {
    listed(words.map { [Span($0, link: .search("\(field):\"\($0)\""))] })
  }

  private static func listed(_ spans: [[Span]]) -> [Span] { Array(spans.joined(separator: [Span(", ")])) }

  static func entries(_ entries: [CreditGroup.Entry]) -> [Span] {
    listed(
      entries.map { entry in
        let aside = [entry.detail, entry.tracks].filter { !$0.isEmpty }.joined(separator: "; ")
        return [Span(entry.credit.displayName, link: entry.credit.id.map { .entity(.artist($0)) })]
          + (aside.isEmpty ? [] : [Span(" (\(aside))", .quiet)])
      })
  }

  static func credits(of release: Release) -> [DocumentBuilder.Row] {
    release.credits.groupedByRole.map { ($0.role, entries($0.entries)) }
  }

  static func companies(of release: Release) -> [DocumentBuilder.Row] { release.companies.map { ($0.role, label($0)) } }

  static func identifiers(of release: Release) -> [DocumentBuilder.Row] {
    release.identifiers.map {
      ($0.kind, [Span($0.value), Span($0.description.isEmpty ? "" : "  (\($0.description))", .quiet)])
    }
  }

  static func artists(_ artists: [NamedArtist]) -> [Span] {
    listed(artists.map { [Span($0.displayName, link: $0.id.map { .entity(.artist($0)) })] })
  }

  static func sites(_ urls: [String]) -> [[Span]] { urls.filter { !$0.isEmpty }.map { [Span($0, link: .url($0))] } }

  /// A track's title, linked to its video if it has one.
  static func title(_ title: String, _ emphasis: Span.Emphasis, _ video: Video?) -> [Span] {
    guard let video else { return [Span(title, emphasis)] }
    return [Span(title, emphasis, link: .url(video.url)), Span(" ▶", .caption)]
  }

  static func videos(_ videos: [Video], to builder: inout DocumentBuilder) {
    guard !videos.isEmpty else { return }
    builder.caption(FieldWords.videos)
    for video in videos {
      let seconds = video.duration.map { Playtime.format($0) } ?? ""
      builder.paragraph([Span(video.title.isEmpty ? video.url : video.title, link: .url(video.url))], trailing: seconds)
    }
  }
}
