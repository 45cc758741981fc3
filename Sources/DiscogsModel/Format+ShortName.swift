extension Collection<Format> {
  /// The short form in lists, with the site's abbreviations: `2×LP, Album, RE`, `7", Single`, `Box, 5×CD, Comp`.
  ///
  /// The first carrier has its descriptions, further ones only their name after a `+`: `LP, Album + 7"`. Descriptions
  /// of the whole set (`All Media`) appear once. Left out are those that are too common or too long for a narrow
  /// column: stereo, speeds, free text, descriptions outside the site's short list.
  public var shortName: String {
    let carriers = filter { $0.name != "All Media" }
    guard let first = carriers.first else { return self.first.map(\.shortDescriptions)?.joined(separator: ", ") ?? "" }
    var names: [String] = [first.shortCarrier]
    var rest = carriers.dropFirst()
    var descriptions = first.shortDescriptions
    if first.name == "Box Set", let content = rest.popFirst() {
      names.append(content.shortCarrier)
      descriptions += content.shortDescriptions
    }
    for format in self where format.name == "All Media" { descriptions += format.shortDescriptions }
    for description in descriptions where !names.contains(description) { names.append(description) }

    var parts = [names.joined(separator: ", ")]
    for format in rest where !parts.contains(format.shortCarrier) { parts.append(format.shortCarrier) }
    return parts.joined(separator: " + ")
  }
}

extension Format {
  /// The formats in a flat list of words: `["Vinyl", "LP", "Album"]`, as searches return for a master. Each carrier
  /// begins a format.
  public static func formats(words: [String]) -> [Format] {
    var formats: [Format] = []
    for word in words {
      if formats.isEmpty || carriers.contains(word) {
        formats.append(Format(name: word))
      } else {
        formats[formats.count - 1].descriptions.append(word)
      }
    }
    return formats
  }

  private static let carriers: Set = [
    "Vinyl", "CD", "CDr", "Cassette", "DVD", "DVDr", "File", "SACD", "Blu-ray", "Shellac", "Minidisc", "VHS",
    "All Media",
    "Acetate", "Laserdisc", "DAT", "DCC", "Box Set", "Flexi-disc", "Lathe Cut", "Reel-To-Reel", "8-Track Cartridge",
    "4-Track Cartridge", "Memory Stick", "Floppy Disk", "Hybrid", "HDCD", "CDV", "Edison Disc", "Cylinder",
  ]

  /// `2×LP`, `12"`, `Cass`. Counts of more than three digits are typing mistakes and left out.
  fileprivate var shortCarrier: String {
    (count.utf8.count <= 3 + "×".utf8.count ? count : "") + (carrierDescription ?? Self.shortCarriers[name] ?? name)
  }

  /// The description that replaces `Vinyl`: `LP`, or the size.
  private var carrierDescription: String? {
    name == "Vinyl" ? descriptions.first { $0 == "LP" || Self.isSize($0) } : nil
  }

  /// The abbreviated descriptions, without the one that names the carrier.
  fileprivate var shortDescriptions: [String] {
    descriptions.compactMap { description in
      if description == carrierDescription { return nil }
      return Self.isSize(description) ? description : Self.shortForms[description]
    }
  }

  /// Abbreviates a list's spelled-out format as ``Swift/Collection/shortName`` does: `2×LP, Album, RE` for
  /// `2xLP, Album, Reissue`. Words without an abbreviation stay.
  package static func shortNames(in text: String) -> String {
    let commonplace: Set = ["Stereo", "33 ⅓ RPM", "45 RPM"]
    return text.split(separator: ", ").map(String.init).filter { !commonplace.contains($0) }.map { words in
      words.split(separator: " + ").map { word in
        let parts = word.split(separator: "x", maxSplits: 1)
        guard parts.count == 2, let count = Int(parts[0]), count < 1_000 else { return short(String(word)) }
        return "\(count)×" + short(String(parts[1]))
      }.joined(separator: " + ")
    }.joined(separator: ", ")
  }

  private static func short(_ word: String) -> String { shortForms[word] ?? shortCarriers[word] ?? word }

  /// Spells out a part of a short name: `Reissue` for `RE`.
  package static func longForm(of short: String) -> String { longForms[short] ?? short }

  private static let longForms = Dictionary(
    (shortForms.map { ($0.value, $0.key) } + shortCarriers.map { ($0.value, $0.key) }),
    uniquingKeysWith: { first, _ in first })

  /// `12"`, `7"`, `5½"`.
  private static func isSize(_ description: String) -> Bool {
    description.utf8.last == UInt8(ascii: "\"")
      && description.unicodeScalars.first.map { ("0"..."9").contains($0) } ?? false
  }

  private static let shortCarriers = [
    "8-Track Cartridge": "8-Trk", "Box Set": "Box", "Cassette": "Cass", "Flexi-disc": "Flexi", "Lathe Cut": "Lathe",
    "Reel-To-Reel": "Reel",
  ]

  /// The site's own abbreviations, of which collectors know `RE`, `RM`, `Ltd`, `Comp` and the like, by descending
  /// frequency.
  private static let shortForms = [
    "Album": "Album", "Single": "Single", "EP": "EP", "Compilation": "Comp", "Reissue": "RE", "Limited Edition": "Ltd",
    "Promo": "Promo", "Maxi-Single": "Maxi", "Mini-Album": "MiniAlbum", "Mono": "Mono", "Remastered": "RM",
    "Repress": "RP", "Unofficial Release": "Unofficial", "Numbered": "Num", "Deluxe Edition": "Dlx", "Mixed": "Mixed",
    "Partially Mixed": "P/Mixed", "Sampler": "Smplr", "White Label": "W/Lbl", "Test Pressing": "TP",
    "Picture Disc": "Pic", "Single Sided": "S/Sided", "Special Edition": "S/Edition", "Club Edition": "Club",
    "Quadraphonic": "Quad", "Gatefold": "Gat", "Misprint": "M/Print", "LP": "LP", "FLAC": "FLAC", "MP3": "MP3",
    "WAV": "WAV",
  ]
}
