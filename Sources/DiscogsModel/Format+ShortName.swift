extension Collection<Format> {
  /// The short form lists use, in the abbreviations of the site: `2×LP, Album, RE`, `7", Single`, `Box, 5×CD, Comp`.
  ///
  /// The first carrier comes with its descriptions, others only by name behind a `+`: `LP, Album + 7"`. What holds for
  /// the whole set (`All Media`) comes once. Left out is what most records have in common or what a narrow column has
  /// no room for: stereo, speeds, free text, descriptions outside the site's short list.
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
  /// The formats that a flat list of words is about: `["Vinyl", "LP", "Album"]`, as a search has them of a master.
  /// Each carrier begins one.
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

  /// `2×LP`, `12"`, `Cass`. A count of more than three digits is a typing mistake, and is left out.
  fileprivate var shortCarrier: String {
    (count.utf8.count <= 3 + "×".utf8.count ? count : "") + (carrierDescription ?? Self.shortCarriers[name] ?? name)
  }

  /// What a vinyl record is called by rather than `Vinyl`: `LP`, or its size.
  private var carrierDescription: String? {
    name == "Vinyl" ? descriptions.first { $0 == "LP" || Self.isSize($0) } : nil
  }

  /// What is worth telling beside the carrier, shortened.
  fileprivate var shortDescriptions: [String] {
    descriptions.compactMap { description in
      if description == carrierDescription { return nil }
      return Self.isSize(description) ? description : Self.shortForms[description]
    }
  }

  /// What a list says in words, as ``Swift/Collection/shortName`` has it: `2×LP, Album, RE` for `2xLP, Album, Reissue`.
  /// Words that have no short form stay.
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

  /// What a part of a short name stands for: `Reissue` for `RE`.
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

  /// The site's own abbreviations, of which `RE`, `RM`, `Ltd`, `Comp` and the like are common knowledge among
  /// collectors, in the order of how often they occur.
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
