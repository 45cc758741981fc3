import Clients
import DiscogsModel
import RunoutModel
import Wording

extension LoadedRecord {
  /// The record as text for a pane of this width; a preview leaves out what only the page shows.
  nonisolated public func document(
    columns: Int, measure: TextMeasure, isPreview: Bool, supplement: ReleaseSupplement? = nil, hasPicture: Bool = false
  ) -> [DocumentLine] {
    if case .release(let release) = content, !isPreview, columns >= Self.twoColumns, release.hasAsides {
      return sideBySide(
        release, columns: columns, measure: measure, supplement: supplement, hasPicture: hasPicture)
    }
    let width = min(columns, SplitLayout.readableColumns)
    var builder = DocumentBuilder(
      columns: width, measure: measure, picture: hasPicture ? PictureBox(picture, columns: width) : nil)
    switch content {
    case .release(let release): write(release, isPreview: isPreview, supplement: supplement, to: &builder)
    case .master(let master): write(master, to: &builder)
    case .artist(let artist): write(artist, isPreview: isPreview, to: &builder)
    case .label(let label): write(label, to: &builder)
    }
    builder.clearPicture()
    return builder.lines
  }

  /// Tells the record from another of the same name: `1959 · CL 1355`. Empty for artists and labels.
  nonisolated var detail: String {
    switch content {
    case .release(let release):
      let number = release.labels.first?.displayCatalogueNumber ?? ""
      return [release.year.map(String.init) ?? "", number].filter { !$0.isEmpty }.joined(separator: " · ")
    case .master(let master): return master.year.map(String.init) ?? ""
    case .artist, .label: return ""
    }
  }

  // MARK: Release

  nonisolated private func write(
    _ release: Release, isPreview: Bool, supplement: ReleaseSupplement?, to builder: inout DocumentBuilder
  ) {
    writeHead(of: release, supplement: supplement, to: &builder)
    if isPreview { return }
    writeCredits(of: release, to: &builder)
    writeCompanies(of: release, to: &builder)
    writeIdentifiers(of: release, to: &builder)
    writeNotes(of: release, to: &builder)
  }

  /// The least width for a release in two columns.
  nonisolated private static var twoColumns: Int { 106 }

  /// Facts and tracks at the left, credits, identifiers and companies at the right, notes and other videos below.
  nonisolated private func sideBySide(
    _ release: Release, columns: Int, measure: TextMeasure, supplement: ReleaseSupplement?, hasPicture: Bool
  ) -> [DocumentLine] {
    let gap = 4
    let width = min(SplitLayout.readableColumns, (columns - gap) / 2)
    var left = DocumentBuilder(
      columns: width, measure: measure, picture: hasPicture ? PictureBox(picture, columns: width) : nil)
    writeHead(of: release, supplement: supplement, to: &left)
    left.clearPicture()
    var right = DocumentBuilder(columns: width, measure: measure)
    writeCredits(of: release, to: &right)
    writeIdentifiers(of: release, to: &right)
    writeCompanies(of: release, to: &right)
    var below = DocumentBuilder(columns: min(SplitLayout.readableColumns, columns), measure: measure)
    writeNotes(of: release, to: &below)
    var builder = DocumentBuilder(columns: 2 * width + gap, measure: measure)
    builder.columns(left.lines, right.lines, at: width + gap)
    builder.blank()
    builder.append(below.lines)
    return builder.lines
  }

  nonisolated private func writeHead(
    of release: Release, supplement: ReleaseSupplement?, to builder: inout DocumentBuilder
  ) {
    builder.paragraph(Spans.credits(release.artists, .strong))
    builder.paragraph([Span(release.title, .strong)])
    builder.blank()
    writeFacts(of: release, to: &builder)
    writeShelf(to: &builder)
    supplement?.write(to: &builder, isOwned: !holding.owned.isEmpty)
    writeTracklist(release.tracklist, videos(of: release).ofTrack, to: &builder)
  }

  nonisolated private func videos(of release: Release) -> TrackVideos {
    TrackVideos(of: release.tracklist, among: release.videos, by: release.artists.displayName)
  }

  nonisolated private func writeNotes(of release: Release, to builder: inout DocumentBuilder) {
    if !release.notes.isEmpty {
      builder.caption(FieldWords.notes)
      builder.markup(release.notes, names: names)
    }
    Spans.videos(videos(of: release).others, to: &builder)
  }

  nonisolated private func writeFacts(of release: Release, to builder: inout DocumentBuilder) {
    for (number, label) in release.labels.enumerated() {
      builder.fact(number == 0 ? FieldWords.label : "", Spans.label(label), isPlain: true)
    }
    for (number, series) in release.series.enumerated() {
      builder.fact(number == 0 ? FieldWords.series : "", Spans.label(series), isPlain: true)
    }
    for (number, format) in release.formats.enumerated() {
      builder.fact(number == 0 ? FieldWords.format : "", [Span(format.displayName)], isPlain: true)
    }
    builder.fact(FieldWords.country, [Span(release.country)], isPlain: true)
    builder.fact(FieldWords.released, [Span(ReleaseDate.display(release.released))], isPlain: true)
    builder.fact(FieldWords.genre, Spans.searches(release.genres, field: "genre"), isPlain: true)
    builder.fact(FieldWords.style, Spans.searches(release.styles, field: "style"), isPlain: true)
    if let master = release.master {
      let isKey = release.isKeyRelease == true ? " · \(RecordWords.mainRelease)" : ""
      builder.fact(
        FieldWords.master, [Span(RecordWords.allVersions, .plain, link: .entity(.master(master))), Span(isKey, .quiet)])
    }
    builder.fact(FieldWords.dataQuality, [Span(release.dataQuality, .quiet)])
  }

  nonisolated private func writeShelf(to builder: inout DocumentBuilder) {
    holding.write(to: &builder)
  }

  /// - Parameter videos: by a track's number from 0, in the order of the lines.
  nonisolated private func writeTracklist(
    _ tracklist: [Track], _ videos: [Int: Video], to builder: inout DocumentBuilder
  ) {
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
  nonisolated private static func playtime(of tracklist: [Track]) -> String {
    let playtime = tracklist.playtime
    guard playtime.total > .zero else { return "" }
    return playtime.unknownTracks > 0
      ? RecordWords.over(Playtime.format(playtime.total)) : Playtime.format(playtime.total)
  }

  nonisolated private func write(
    _ track: Track, _ video: Video?, lead: Int, to builder: inout DocumentBuilder
  ) {
    var spans: [Span] = []
    if !track.artists.isEmpty {
      spans += Spans.credits(track.artists, .plain) + (track.title.isEmpty ? [] : [Span(" – ", .quiet)])
    }
    spans += Spans.title(track.title, .plain, video)
    builder.paragraph(spans, lead: track.position, leadColumns: lead, trailing: track.duration)
    for group in track.credits.groupedByRole {
      builder.paragraph(
        [Span("\(group.role): ", .quiet)] + Spans.entries(group.entries), leadColumns: lead + 2)
    }
  }

  /// The columns for roles and kinds in front of credits, companies and identifiers: the same in all three.
  nonisolated private static func nameColumns(_ builder: DocumentBuilder) -> Int {
    min(24, max(12, builder.columns / 3))
  }

  nonisolated private func writeCredits(of release: Release, to builder: inout DocumentBuilder) {
    let groups = release.credits.groupedByRole
    guard !groups.isEmpty else { return }
    builder.caption(FieldWords.credits)
    for group in groups {
      builder.paragraph(Spans.entries(group.entries), lead: group.role, leadColumns: Self.nameColumns(builder))
    }
  }

  nonisolated private func writeCompanies(of release: Release, to builder: inout DocumentBuilder) {
    guard !release.companies.isEmpty else { return }
    builder.caption(FieldWords.companies)
    for company in release.companies {
      builder.paragraph(Spans.label(company), lead: company.role, leadColumns: Self.nameColumns(builder))
    }
  }

  nonisolated private func writeIdentifiers(of release: Release, to builder: inout DocumentBuilder) {
    guard !release.identifiers.isEmpty else { return }
    builder.caption(RecordWords.barcodeAndOtherIdentifiers)
    for identifier in release.identifiers {
      let note = identifier.description.isEmpty ? "" : "  (\(identifier.description))"
      builder.paragraph(
        [Span(identifier.value), Span(note, .quiet)], lead: identifier.kind,
        leadColumns: Self.nameColumns(builder))
    }
  }

  // MARK: Master, artist, label

  nonisolated private func write(_ master: Master, to builder: inout DocumentBuilder) {
    builder.paragraph(Spans.credits(master.artists, .strong))
    builder.paragraph([Span(master.title, .strong)])
    builder.blank()
    builder.fact(FieldWords.year, [Span(master.year.map(String.init) ?? "")], isPlain: true)
    builder.fact(FieldWords.genre, Spans.searches(master.genres, field: "genre"), isPlain: true)
    builder.fact(FieldWords.style, Spans.searches(master.styles, field: "style"), isPlain: true)
    writeKeyRelease(of: master, to: &builder)
    builder.fact(FieldWords.dataQuality, [Span(master.dataQuality, .quiet)])
    writeShelf(to: &builder)
    let tracklist = keyRelease?.tracklist ?? master.tracklist
    let videos = TrackVideos(of: tracklist, among: master.videos, by: master.artists.displayName)
    writeTracklist(tracklist, videos.ofTrack, to: &builder)
    if !master.notes.isEmpty {
      builder.caption(FieldWords.notes)
      builder.markup(master.notes, names: names)
    }
    Spans.videos(videos.others, to: &builder)
  }

  nonisolated private func writeKeyRelease(of master: Master, to builder: inout DocumentBuilder) {
    guard let id = master.keyRelease else { return }
    let facts = keyRelease.map { release in
      let label = release.labels.first.map { [$0.displayName, $0.displayCatalogueNumber ?? ""] } ?? []
      return ([release.country, release.formats.shortName] + label).filter { !$0.isEmpty }.joined(separator: " · ")
    }
    builder.fact(
      FieldWords.mainRelease, [Span(facts ?? RecordWords.mainRelease, link: .entity(.release(id)))],
      isPlain: true)
  }

  nonisolated private func write(_ artist: Artist, isPreview: Bool, to builder: inout DocumentBuilder) {
    builder.paragraph([Span(artist.fullName, .strong)])
    builder.blank()
    builder.fact(RecordWords.realName, [Span(artist.realName)], isPlain: true)
    if !artist.profile.isEmpty {
      builder.blank()
      builder.markup(artist.profile, names: names)
    }
    Spans.artists(FieldWords.members, artist.members, to: &builder)
    Spans.artists(RecordWords.inGroups, artist.groups, to: &builder)
    Spans.artists(FieldWords.aliases, artist.aliases, to: &builder)
    if !artist.nameVariations.isEmpty {
      builder.caption(RecordWords.nameVariations)
      builder.paragraph(Spans.searches(artist.nameVariations, field: "artist"))
    }
    Spans.sites(artist.urls, to: &builder)
    if !isPreview, !artist.dataQuality.isEmpty {
      builder.blank()
      builder.fact(FieldWords.dataQuality, [Span(artist.dataQuality, .quiet)])
    }
  }

  nonisolated private func write(_ label: Discogs.Label, to builder: inout DocumentBuilder) {
    builder.paragraph([Span(label.fullName, .strong)])
    builder.blank()
    if let parent = label.parent {
      builder.fact(FieldWords.parent, [Span(parent.displayName, link: parent.id.map { .entity(.label($0)) })])
    }
    if !label.profile.isEmpty {
      builder.blank()
      builder.markup(label.profile, names: names)
    }
    if !label.sublabels.isEmpty {
      builder.caption(FieldWords.sublabels)
      for sublabel in label.sublabels {
        builder.paragraph([Span(sublabel.displayName, link: sublabel.id.map { .entity(.label($0)) })])
      }
    }
    if !label.contact.isEmpty {
      builder.caption(FieldWords.contact)
      builder.markup(label.contact, names: [:])
    }
    Spans.sites(label.urls, to: &builder)
    if !label.dataQuality.isEmpty {
      builder.blank()
      builder.fact(FieldWords.dataQuality, [Span(label.dataQuality, .quiet)])
    }
  }
}

extension Release {
  /// Whether there is something for a second column.
  nonisolated fileprivate var hasAsides: Bool { !credits.isEmpty || !identifiers.isEmpty || !companies.isEmpty }
}

/// Pieces of text that several kinds of page share.
nonisolated private enum Spans {
  /// The credits as a sleeve prints them, every name a link.
  static func credits(_ credits: [ArtistCredit], _ emphasis: Span.Emphasis) -> [Span] {
    var spans: [Span] = []
    for (number, credit) in credits.enumerated() {
      spans.append(Span(credit.displayName, emphasis, link: credit.id.map { .entity(.artist($0)) }))
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

  /// Words that each link to a search, such as genres.
  static func searches(_ words: [String], field: String) -> [Span] {
    var spans: [Span] = []
    for word in words {
      if !spans.isEmpty { spans.append(Span(", ")) }
      spans.append(Span(word, link: .search("\(field):\"\(word)\"")))
    }
    return spans
  }

  static func entries(_ entries: [CreditGroup.Entry]) -> [Span] {
    var spans: [Span] = []
    for entry in entries {
      if !spans.isEmpty { spans.append(Span(", ")) }
      spans.append(Span(entry.credit.displayName, link: entry.credit.id.map { .entity(.artist($0)) }))
      let aside = [entry.detail, entry.tracks].filter { !$0.isEmpty }.joined(separator: "; ")
      if !aside.isEmpty { spans.append(Span(" (\(aside))", .quiet)) }
    }
    return spans
  }

  static func artists(_ caption: String, _ artists: [NamedArtist], to builder: inout DocumentBuilder) {
    guard !artists.isEmpty else { return }
    builder.caption(caption)
    var spans: [Span] = []
    for artist in artists {
      if !spans.isEmpty { spans.append(Span(", ")) }
      spans.append(Span(artist.displayName, link: artist.id.map { .entity(.artist($0)) }))
    }
    builder.paragraph(spans)
  }

  static func sites(_ urls: [String], to builder: inout DocumentBuilder) {
    let urls = urls.filter { !$0.isEmpty }
    guard !urls.isEmpty else { return }
    builder.caption(FieldWords.sites)
    for url in urls { builder.paragraph([Span(url, link: .url(url))]) }
  }

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
