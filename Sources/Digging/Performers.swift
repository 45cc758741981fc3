public import DiscogsModel

/// A performer on a record.
public struct Performer: Hashable, Sendable {
  public var id: Artist.ID
  /// With the homonym number.
  public var name: String
  /// The performer's roles: `Tenor Saxophone`; empty for a main artist.
  public var role: String

  public init(id: Artist.ID, name: String, role: String = "") { (self.id, self.name, self.role) = (id, name, role) }
}

extension Release {
  /// The performers, each once: the main artists, those of tracks, and those credited with an instrument, a voice or a
  /// band. Composers, producers, engineers, designers, and placeholders such as Various are left out.
  public var performers: [Performer] {
    var found: [Performer] = []
    var seen: Set<Artist.ID> = []
    func add(_ credits: [ArtistCredit], asCredited: Bool) {
      for credit in credits {
        guard let id = credit.id, !credit.isPlaceholder else { continue }
        let roles = asCredited ? PerformingRole.roles(in: credit.role) : []
        guard !asCredited || !roles.isEmpty || credit.role.isEmpty else { continue }
        if seen.insert(id).inserted {
          found.append(
            Performer(id: id, name: EntityReference.artist(id).named(credit.name), role: roles.joined(separator: ", ")))
        } else if let index = found.firstIndex(where: { $0.id == id && $0.role.isEmpty }) {
          found[index].role = roles.joined(separator: ", ")
        }
      }
    }
    func add(_ tracks: [Track]) {
      for track in tracks {
        add(track.artists, asCredited: false)
        add(track.credits, asCredited: true)
        add(track.parts)
      }
    }
    add(artists, asCredited: false)
    add(credits, asCredited: true)
    add(tracklist)
    return found
  }

  /// Whether its performers have met: not on a compilation of many acts.
  public var isBridge: Bool {
    var acts: Set<Artist.ID> = []
    func add(_ tracks: [Track]) {
      for track in tracks {
        acts.formUnion(track.artists.compactMap(\.id))
        add(track.parts)
      }
    }
    add(tracklist)
    return acts.count <= Self.mostActs
  }

  /// With more acts on its tracks, a record counts as a compilation.
  public static let mostActs = 8
}

extension ArtistCredit {
  /// Whether the page is a placeholder such as Various, which is credited more than any artist.
  public var isPlaceholder: Bool { Self.standIns.contains(Homonym.strip(name)) }

  private static let standIns: Set<String> = [
    "Various", "Various Artists", "Unknown Artist", "No Artist", "Traditional", "Trad.", "Anonymous",
  ]
}

/// Distinguishes performing from writing, recording and designing.
enum PerformingRole {
  /// The performing roles of a credit, without details.
  static func roles(in text: String) -> [String] {
    text.isEmpty ? [] : CreditRole.split(text).map(\.name).filter(isHeard)
  }

  /// All of Discogs' roles are instruments and voices, except for these and most of those with `By`.
  static func isHeard(_ role: String) -> Bool {
    let words = role.lowercased().split { !$0.isLetter && $0 != "&" }.map(String.init)
    if words.isEmpty { return false }
    if words.contains("by") { return !heardBy.isDisjoint(with: words) }
    return silent.isDisjoint(with: words)
  }

  private static let heardBy: Set<String> = ["programmed", "performed", "played", "scratches"]

  private static let silent: Set<String> = [
    "producer", "engineer", "artwork", "design", "designer", "photography", "notes", "graphics", "cover", "layout",
    "art", "illustration", "typography", "executive", "supervisor", "coordinator", "management", "manager", "a&r",
    "legal", "technician", "mastering", "remix", "mix", "editor", "songwriter", "lyrics", "author", "painting", "text",
    "administrator", "consultant", "research", "director", "lacquer", "crew", "film", "video", "booking", "publisher",
    "liner", "sleeve", "model", "logo", "copyist", "score", "libretto", "translation", "contractor", "commentary",
    "proofreader", "library", "stylist", "hair", "make",
  ]
}
