/// One contribution: `Producer [Additional, Vocal]` is the role `Producer` with a detail.
public struct CreditRole: Hashable, Sendable {
  /// As printed.
  public var name: String
  /// The text in brackets; empty for none.
  public var detail: String

  /// The detail is without brackets.
  public init(name: String, detail: String = "") { (self.name, self.detail) = (name, detail) }

  /// Splits a credit's roles at commas; commas in brackets belong to the detail.
  ///
  /// An unclosed bracket extends to the end; a closing one without an opening one is text.
  public static func split(_ text: String) -> [CreditRole] {
    var roles: [CreditRole] = []
    var name = ""
    var details: [String] = []
    var detail = ""
    var depth = 0

    func finish() {
      if depth > 0 { details.append(detail) }
      let role = CreditRole(
        name: words(name), detail: details.map(words).filter { !$0.isEmpty }.joined(separator: ", "))
      if !role.name.isEmpty || !role.detail.isEmpty { roles.append(role) }
    }

    for character in text {
      switch character {
      case "[":
        if depth > 0 { detail.append(character) }
        depth += 1
      case "]" where depth == 1:
        details.append(detail)
        detail = ""
        depth = 0
      case "]" where depth > 1:
        detail.append(character)
        depth -= 1
      case "," where depth == 0:
        finish()
        name = ""
        details = []
      default:
        if depth > 0 { detail.append(character) } else { name.append(character) }
      }
    }
    finish()
    return roles
  }

  /// The text with single spaces between words, and none around it.
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The artists credited with one role on a record.
public struct CreditGroup: Hashable, Sendable {
  /// One credit of a group.
  public struct Entry: Hashable, Sendable {
    /// As credited.
    public var credit: ArtistCredit
    /// `Additional, Vocal`; empty for none.
    public var detail: String
    /// The positions it applies to: `A1, B2`. Empty for all.
    public var tracks: String

    /// Values left out apply to all tracks, without details.
    public init(credit: ArtistCredit, detail: String = "", tracks: String = "") {
      (self.credit, self.detail, self.tracks) = (credit, detail, tracks)
    }
  }

  /// `Written-By`, spelled as in its first credit. Empty for credits without a role.
  public var role: String
  /// In the order of the release.
  public var entries: [Entry]

  /// Entries are in the order of the release.
  public init(role: String, entries: [Entry]) { (self.role, self.entries) = (role, entries) }
}

extension Sequence<ArtistCredit> {
  /// The credits by role, for a release's page. Roles and artists stay in the order of the credits.
  ///
  /// A credit with several roles is in several groups. Credits of an artist with the same role and detail, for
  /// different tracks, are one entry.
  public var groupedByRole: [CreditGroup] {
    var groups: [CreditGroup] = []
    var indexes: [String: Int] = [:]
    var twins: [CreditTwin: Int] = [:]
    for credit in self {
      let roles = CreditRole.split(credit.role)
      for role in roles.isEmpty ? [CreditRole(name: "")] : roles {
        let index = indexes[role.name.lowercased(), default: groups.count]
        if index == groups.count {
          indexes[role.name.lowercased()] = index
          groups.append(CreditGroup(role: role.name, entries: []))
        }
        let entry = CreditGroup.Entry(credit: credit, detail: role.detail, tracks: credit.tracks)
        let count = groups[index].entries.count
        let twin = twins[CreditTwin(group: index, entry), default: count]
        if twin == count {
          twins[CreditTwin(group: index, entry)] = count
          groups[index].entries.append(entry)
        } else if groups[index].entries[twin].tracks != entry.tracks {
          groups[index].entries[twin].tracks += ", " + entry.tracks
        }
      }
    }
    return groups
  }
}

/// Equal for credits that are shown as one.
private struct CreditTwin: Hashable {
  var group: Int
  var detail: String
  var id: Artist.ID?
  var name: String
  var variation: String
  var isForAllTracks: Bool

  init(group: Int, _ entry: CreditGroup.Entry) {
    self.group = group
    detail = entry.detail
    id = entry.credit.id
    name = entry.credit.name
    variation = entry.credit.variation
    isForAllTracks = entry.tracks.isEmpty
  }
}
