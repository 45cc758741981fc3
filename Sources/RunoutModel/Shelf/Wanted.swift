public import DiscogsModel

/// The target of a want.
public enum Wanted: Hashable, Sendable {
  /// This pressing.
  case release(Release.ID)
  /// Any pressing of this master. Discogs has no such wants, so they are local.
  case master(Master.ID)

  public var isAnyPressing: Bool { if case .master = self { true } else { false } }

  /// Nil for any pressing.
  public var release: Release.ID? { if case .release(let id) = self { id } else { nil } }

  public var reference: EntityReference {
    switch self {
    case .release(let id): .release(id)
    case .master(let id): .master(id)
    }
  }

  /// Nil for artists and labels.
  public init?(_ reference: EntityReference) {
    switch reference {
    case .release(let id): self = .release(id)
    case .master(let id): self = .master(id)
    case .artist, .label: return nil
    }
  }
}
