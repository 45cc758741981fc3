/// Discogs' most frequent words: format names, styles, countries, roles.
///
/// A packed record names them by number, and the dump reader takes them from here instead of making new strings:
/// literals are constant data and are never reference-counted.
///
/// The numbers are stored in catalogues, so new words are appended, and none is ever moved or removed. The 127 most
/// frequent come first, because their numbers take one byte.
struct CommonStrings: Sendable {
  static let shared = CommonStrings()

  let strings: [String]
  private let text: [UInt8]
  /// The start of each word in `text`, and the end of the last.
  private let starts: [UInt32]
  /// Open addressing: number + 1, 0 for a free slot. Always more than half free.
  private let slots: [UInt16]

  private init() {
    let strings = Self.words
    var text: [UInt8] = []
    var starts: [UInt32] = [0]
    for word in strings {
      text.append(contentsOf: word.utf8)
      starts.append(UInt32(text.count))
    }
    var slots = [UInt16](repeating: 0, count: 2048)
    text.withUnsafeBytes { text in
      for number in strings.indices {
        let word = UnsafeRawBufferPointer(rebasing: text[Int(starts[number])..<Int(starts[number + 1])])
        var slot = Self.hash(word) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt16(number + 1)
      }
    }
    (self.strings, self.text, self.starts, self.slots) = (strings, text, starts, slots)
  }

  func number(of word: UnsafeRawBufferPointer) -> Int? {
    guard let base = word.baseAddress, word.count <= 40 else { return nil }
    return slots.withUnsafeBufferPointer { slots in
      starts.withUnsafeBufferPointer { starts in
        text.withUnsafeBytes { text in
          let mask = slots.count &- 1
          var slot = Self.hash(word) & mask
          while slots[slot] != 0 {
            let number = Int(slots[slot]) &- 1
            let start = Int(starts[number])
            if Int(starts[number + 1]) &- start == word.count, sameBytes(text.baseAddress! + start, base, word.count) {
              return number
            }
            slot = (slot &+ 1) & mask
          }
          return nil
        }
      }
    }
  }

  /// Hashes length, first and last bytes, which differ enough between these words.
  private static func hash(_ word: UnsafeRawBufferPointer) -> Int {
    let count = word.count
    guard count > 0 else { return 0 }
    var key = UInt64(count)
    if count >= 8 {
      key ^= word.loadUnaligned(as: UInt64.self) &* 0x9E37_79B9_7F4A_7C15
      key ^= word.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self) &* 0xC2B2_AE3D_27D4_EB4F
    } else {
      for byte in word { key = (key ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      key = key &* 0x9E37_79B9_7F4A_7C15
    }
    return Int(truncatingIfNeeded: (key ^ key >> 29) >> 20 & 0xFFFF_FFFF)
  }

  private static let words: [String] = [
    // One byte each: in nearly every record.
    "Accepted", "Needs Vote", "Correct", "Complete and Correct", "Needs Minor Changes", "Needs Major Changes",
    "Vinyl", "CD", "Cassette", "File", "CDr", "All Media", "Box Set", "DVD", "Album", "LP", "Single", "12\"", "7\"",
    "45 RPM", "33 ⅓ RPM", "Compilation", "Stereo", "EP", "Reissue", "Promo", "Limited Edition", "Maxi-Single", "Mono",
    "Remastered", "Repress", "Mixed", "Mini-Album", "White Label", "Unofficial Release", "Test Pressing", "10\"",
    "MP3", "WAV", "FLAC", "320 kbps", "Electronic", "Rock", "Pop", "Folk, World, & Country", "Jazz", "Hip Hop",
    "Classical", "Funk / Soul", "Latin", "Reggae", "Blues", "Stage & Screen", "Non-Music", "Children's",
    "Brass & Military", "US", "UK", "Germany", "France", "Italy", "Japan", "Netherlands", "Europe", "Canada", "Spain",
    "Australia", "Russia", "Sweden", "Brazil", "Belgium", "Greece", "Poland", "Mexico", "Barcode", "Matrix / Runout",
    "Label Code", "Rights Society", "Mastering SID Code", "Mould SID Code", "Other", "Pressed By", "Copyright (c)",
    "Phonographic Copyright (p)", "Distributed By", "Manufactured By", "Published By", "Recorded At", "Mastered At",
    "Mixed At", "Licensed From", "Marketed By", "Made By", "Printed By", "Record Company", "Lacquer Cut At",
    "Glass Mastered At", "Manufactured For", "Licensed To", ",", "&", "/", "Feat.", "And", "vs.", "With", "Featuring",
    "Written-By", "Producer", "Vocals", "Guitar", "Bass", "Drums", "Mixed By", "Mastered By", "Engineer", "Remix",
    "Piano", "Design", "Keyboards", "Artwork", "Photography By", "Arranged By", "Composed By", "Saxophone",
    "Executive-Producer", "Percussion",
    // Two bytes each.
    "Trumpet", "Violin", "Lyrics By", "Music By", "Recorded By", "Liner Notes", "Conductor", "Backing Vocals",
    "Lead Vocals", "Synthesizer", "Acoustic Guitar", "Electric Guitar", "Lead Guitar", "Rhythm Guitar",
    "Electric Bass", "Acoustic Bass", "Double Bass", "Organ", "Flute", "Clarinet", "Trombone", "Cello", "Viola",
    "Harp", "Harmonica", "Banjo", "Accordion", "Tenor Saxophone", "Alto Saxophone", "Baritone Saxophone",
    "Soprano Saxophone", "Congas", "Tambourine", "Vibraphone", "Strings", "Horns", "Choir", "Orchestra", "Performer",
    "Soloist", "Programmed By", "Art Direction", "Cover", "Illustration", "Layout", "Graphic Design",
    "Lacquer Cut By", "DJ Mix", "Co-producer", "Compiled By", "Coordinator", "Management", "A&R", "Photography",
    "Words By", "Songwriter", "Written-By, Producer", "Written-By, Composed By", "Producer, Written-By",
    "Vocals, Guitar", "Drums, Percussion", "Recorded By, Mixed By", "Composed By, Lyrics By", "Additional Production",
    "Edited By", "Remastered By", "Scratches", "Rap", "Voice", "Turntables", "Sampler", "Drum Programming",
    "Music Director", "Leader", "Libretto By", "Translated By", "Engineer [Recording]", "Mixed By, Producer",
    "Supervised By", "Technician", "Other [Thanks To]", "Sleeve Notes", "Picture Disc", "Enhanced", "Numbered",
    "Partially Mixed", "Partially Unofficial", "Special Edition", "Deluxe Edition", "Club Edition",
    "Record Store Day", "Etched", "Single Sided", "Quadraphonic", "Gatefold", "Transcription", "Misprint", "Mispress",
    "Styrene", "Business Card", "Copy Protected", "HDCD", "DVD-Video", "NTSC", "PAL", "Multichannel", "PCM", "AAC",
    "ALAC", "VBR", "256 kbps", "192 kbps", "128 kbps", "AIFF", "78 RPM", "16 ⅔ RPM", "5\"", "6\"", "8\"", "9\"",
    "11\"", "Shape", "Card Backed", "Advance", "Mixtape", "Double Album", "Blu-ray", "SACD", "Shellac", "Flexi-disc",
    "Acetate", "Lathe Cut", "8-Track Cartridge", "Reel-To-Reel", "VHS", "Minidisc", "Memory Stick", "Hybrid", "DVDr",
    "Floppy Disk", "DCC", "DAT", "Laserdisc", "PlayTape", "4-Track Cartridge", "Betamax", "UMD", "Edison Disc",
    "Cylinder", "Pathé Disc", "Microcassette", "CDV", "Techno", "House", "Pop Rock", "Experimental", "Punk",
    "Synth-pop", "Alternative Rock", "Soul", "Ambient", "Hardcore", "Indie Rock", "Disco", "Folk", "Hard Rock",
    "Tech House", "Funk", "Trance", "Electro", "Deep House", "Vocal", "Ballad", "Heavy Metal", "Downtempo", "Country",
    "Black Metal", "Death Metal", "Noise", "Rock & Roll", "Industrial", "Schlager", "Chanson", "Progressive House",
    "Drum n Bass", "Europop", "Soundtrack", "Dub", "Minimal", "Psychedelic Rock", "Prog Rock", "Easy Listening",
    "Romantic", "New Wave", "Rhythm & Blues", "Breakbeat", "Folk Rock", "Baroque", "Modern", "Abstract", "IDM",
    "Progressive Trance", "Euro House", "Dance-pop", "Leftfield", "Contemporary Jazz", "Fusion", "Acoustic", "Swing",
    "Garage Rock", "Roots Reggae", "Thrash", "Blues Rock", "Big Band", "Drone", "Theme", "Score", "Musical",
    "Free Improvisation", "Free Jazz", "Hard Bop", "Bop", "Post Rock", "Latin Jazz", "Soul-Jazz", "Breaks", "Acid",
    "Acid House", "UK Garage", "Jungle", "Dubstep", "Grime", "Trap", "Boom Bap", "Gangsta", "Conscious", "Thug Rap",
    "Pop Rap", "Instrumental", "Dancehall", "Ska", "Rocksteady", "Salsa", "Samba", "Bossa Nova", "Cumbia", "Bolero",
    "Flamenco", "Fado", "Tango", "MPB", "Afrobeat", "Highlife", "African", "Gospel", "Religious", "Spoken Word",
    "Comedy", "Audiobook", "Story", "Novelty", "Education", "Choral", "Opera", "Neo-Classical", "Contemporary",
    "Renaissance", "Impressionist", "Post-Modern", "Power Pop", "Post-Punk", "Goth Rock", "Shoegaze", "Dream Pop",
    "Krautrock", "Darkwave", "EBM", "Vaporwave", "Goa Trance", "Psy-Trance", "Hard Trance", "Hard House",
    "Italo-Disco", "Italodance", "Happy Hardcore", "Gabber", "Hardstyle", "Jumpstyle", "Eurodance", "Freestyle",
    "Nu-Disco", "Lo-Fi", "Doom Metal", "Stoner Rock", "Sludge Metal", "Metalcore", "Grindcore", "Crust", "Oi",
    "Ska Punk", "Emo", "Southern Rock", "Country Rock", "Soft Rock", "Classic Rock", "Arena Rock", "Art Rock",
    "Symphonic Rock", "Glam", "Rockabilly", "Surf", "Beat", "Mod", "Doo Wop", "Bluegrass", "Hillbilly", "Celtic",
    "Polka", "Volksmusik", "Ragtime", "Dixieland", "Cool Jazz", "Jazz-Funk", "Jazz-Rock", "Smooth Jazz", "Modal",
    "Post Bop", "Acid Jazz", "Trip Hop", "Turntablism", "Cut-up/DJ", "Dark Ambient", "Field Recording",
    "Musique Concrète", "New Age", "Berlin-School", "Power Electronics", "Rhythmic Noise", "Glitch", "Future Jazz",
    "Broken Beat", "Electro House", "Tribal", "Tribal House", "Tropical House", "Garage House", "Dub Techno",
    "Hip-House", "Bass Music", "Juke", "Chiptune", "J-pop", "K-pop", "Kayōkyoku", "Enka", "City Pop", "Bollywood",
    "Laïkó", "Éntekhno", "Nordic", "Chamber", "Military", "Marches", "Brass Band", "Pipe & Drum", "Nursery Rhymes",
    "Holiday", "Political", "Interview", "Poetry", "Radioplay", "Monolog", "Sound Art", "Special Effects",
    "Contemporary R&B", "Neo Soul", "New Jack Swing", "RnB/Swing", "P.Funk", "Boogie", "Afro-Cuban", "Mambo",
    "Merengue", "Bachata", "Ranchera", "Norteño", "Mariachi", "Reggaeton", "Reggae-Pop", "Lovers Rock", "Calypso",
    "Soca", "Zouk", "Kizomba", "Forró", "Sertanejo", "Cha-Cha", "Rumba", "Guaracha", "Son", "UK & Europe",
    "USA & Canada", "Worldwide", "Unknown", "Switzerland", "Austria", "Portugal", "Denmark", "Norway", "Finland",
    "Ireland", "New Zealand", "Argentina", "Colombia", "Venezuela", "Chile", "Peru", "South Africa", "Jamaica",
    "India", "Turkey", "Türkiye", "Israel", "Czechoslovakia", "Czech Republic", "Hungary", "Romania", "Bulgaria",
    "Ukraine", "Yugoslavia", "Serbia", "Croatia", "Slovenia", "Slovakia", "Estonia", "Latvia", "Lithuania", "Iceland",
    "USSR", "German Democratic Republic (GDR)", "Taiwan", "South Korea", "Hong Kong", "China", "Singapore",
    "Malaysia", "Indonesia", "Philippines", "Thailand", "Scandinavia", "UK & US", "Germany, Austria, & Switzerland",
    "Benelux", "Australia & New Zealand", "UK, Europe & US", "Australasia", "Asia", "North America (inc Mexico)",
    "Uruguay", "Ecuador", "Bolivia", "Cuba", "Puerto Rico", "Luxembourg", "Egypt", "Nigeria", "Kenya", "Lebanon",
    "Iran", "Côte d'Ivoire", "Depósito Legal", "Price Code", "SPARS Code", "ISRC", "ASIN", "Distribution Code",
    "Pressing Plant ID", "Licensed Through", "Duplicated By", "Engineered At", "Overdubbed At", "Produced At",
    "Remixed At", "Designed At", "Filmed At", "Remastered At", "Edited At", "Produced For", "Exclusive Retailer",
    "Distributed Through", "Label", "Series", "Text", "Scanned", "Printed", "String", "Stamped", "Variant 1",
    "Variant 2", "Variant 3", "Side A", "Side B", "Side A Runout", "Side B Runout", "A-Side Runout", "B-Side Runout",
    "Side A, etched", "Side B, etched", "Side A, stamped", "Side B, stamped", "A-Side, etched", "B-Side, etched",
    "Runout Side A", "Runout Side B", "Runout side A", "Runout side B", "Mirrored", "Sticker", "Side A runout",
    "Side B runout", "Label Side A", "Label Side B", "Side A Label", "Side B Label", "Presents", "Meets", "Und", "Y",
    "E", "et", "y", "e", "og", "och", "x", "X", "+", "-", "•", "Ft.", "ft.", "feat.", "featuring", "with", "and",
    "And His Orchestra", "Entirely Incorrect", "Draft", "Deleted", "Rejected", "none", "Music By [All Tracks By]",
    "Producer [Additional]", "Written-By [All Tracks By]", "Engineer [Assistant]", "Acoustic Guitar, Vocals",
    "Vocals, Acoustic Guitar", "Drum", "Hosted By", "Narrator", "Director", "Mezzo-soprano Vocals", "Soprano Vocals",
    "Tenor Vocals", "Baritone Vocals", "Bass Vocals", "Harpsichord", "Oboe", "Bassoon", "French Horn", "Tuba",
    "Timpani", "Marimba", "Sitar", "Tabla", "Bandoneon", "Pedal Steel Guitar", "Slide Guitar", "Mandolin", "Ukulele",
    "Electric Piano", "Electronics", "Effects", "Computer", "Sounds", "Noises", "Loops", "Bongos", "Cymbal",
    "Handclaps", "Whistle", "Chorus", "Concertmaster", "Orchestrated By", "Adapted By", "Copyist", "Restoration",
    "Reissue Producer", "Compilation Producer", "Research", "Sequenced By", "Crew", "Public Relations", "Promotion",
    "Marketing", "Legal", "Make-Up", "Stylist", "Typography", "Logo", "Painting",
  ]
}

/// Compares bytes, faster than `memcmp` for words this short.
@inline(__always)
private func sameBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
  var index = 0
  while index &+ 8 <= count {
    guard
      left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    else { return false }
    index &+= 8
  }
  while index < count {
    guard left.load(fromByteOffset: index, as: UInt8.self) == right.load(fromByteOffset: index, as: UInt8.self) else {
      return false
    }
    index &+= 1
  }
  return true
}
