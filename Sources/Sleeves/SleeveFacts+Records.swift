public import DiscogsModel
public import RunoutModel

extension SleeveFacts {
  public init(_ release: Release) {
    let format = release.formats.first { $0.name != "All Media" } ?? release.formats.first
    self.init(
      seed: Self.seed(release.master, artist: release.artists.displayName, title: release.title),
      artist: release.artists.displayName, title: release.title, label: release.labels.first?.displayName ?? "",
      year: release.year, genres: release.genres, styles: release.styles, format: format?.name ?? "",
      descriptions: release.formats.flatMap(\.descriptions),
      freeText: release.formats.map(\.freeText).joined(separator: " "),
      quantity: format.flatMap { Int($0.quantity) } ?? 1)
  }

  /// - Parameter keyRelease: gives the format, label and year; without it the master is drawn as vinyl.
  public init(_ master: Master, keyRelease: Release?) {
    if let keyRelease {
      self.init(keyRelease)
    } else {
      self.init(seed: "", title: "", format: "Vinyl")
    }
    seed = Self.seed(master.id, artist: master.artists.displayName, title: master.title)
    artist = master.artists.displayName
    title = master.title
    genres = master.genres
    styles = master.styles
    if let year = master.year { self.year = year }
  }

  public init(_ artist: Artist) {
    self.init(kind: .artist, seed: "artist \(artist.id)", title: Homonym.strip(artist.fullName))
  }

  public init(_ label: Discogs.Label) {
    self.init(kind: .label, seed: "label \(label.id)", title: Homonym.strip(label.fullName))
  }

  public init(_ facts: ShelfFacts) {
    let format = Format.shortened(facts.format)
    self.init(
      seed: Self.seed(facts.master, artist: facts.artist, title: facts.title), artist: facts.displayArtist,
      title: facts.title, label: facts.displayLabel, year: facts.year, genres: facts.genres, styles: facts.styles,
      format: format.name,
      descriptions: format.descriptions, quantity: Int(format.quantity) ?? 1)
  }

  /// From a row of a list, which has no genres, so that the colours may differ from those of the whole record.
  public init(_ row: CatalogueRow) {
    switch row.reference {
    case .artist(let id):
      self.init(kind: .artist, seed: "artist \(id)", title: Homonym.strip(row.title))
      return
    case .label(let id):
      self.init(kind: .label, seed: "label \(id)", title: Homonym.strip(row.title))
      return
    case .release, .master: break
    }
    let format = Format.shortened(row.format)
    let master: Master.ID? = if case .master(let id) = row.reference { id } else { row.master }
    self.init(
      seed: Self.seed(master, artist: row.artist, title: row.title), artist: row.artist, title: row.title,
      label: row.label, year: row.year, format: format.name, descriptions: format.descriptions,
      quantity: Int(format.quantity) ?? 1)
  }

  /// The seed of a record: the same for all pressings of a master, so that they look alike, as in a shop.
  private static func seed(_ master: Master.ID?, artist: String, title: String) -> String {
    master.map { "master \($0)" } ?? "\(artist)\u{0}\(title)"
  }
}

extension Format {
  /// The format behind a short form such as `2×LP, Album, RE`, as far as it tells.
  fileprivate static func shortened(_ text: String) -> Format {
    let first = text.split(separator: " + ").first.map(String.init) ?? ""
    var words = first.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
    var format = Format(name: "Vinyl")
    if let sign = words.first?.firstIndex(of: "×"), let carrier = words.first {
      format.quantity = String(carrier[..<sign])
      words[0] = String(carrier[carrier.index(after: sign)...])
    }
    switch words.first ?? "" {
    case "Cass", "8-Trk", "Reel": format.name = "Cassette"
    case "Box": format.name = "Box Set"
    case let word where ["CD", "CDr", "DVD", "SACD", "File", "Shellac", "Minidisc"].contains(word): format.name = word
    default: break
    }
    format.descriptions = words
    return format
  }
}
