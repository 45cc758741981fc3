/// The changes that make an account have what a shelf has that came from files.
public struct AdoptionPlan: Hashable, Sendable {
  /// Copies that the account lacks.
  public var copies = 0
  /// Wants that the account lacks.
  public var wants = 0
  /// Folders that have to be made for those copies.
  public var folders = 0
  /// Copies that both have, of which only the shelf has a grade, a note or a rating.
  public var changes = 0
  /// How many copies and wants the account has already.
  public var copiesThere = 0
  public var wantsThere = 0
  /// Own fields that the account lacks: their values cannot be sent.
  public var valuesLeftOut: [String] = []

  public init() {}

  /// Whether the account has everything already.
  public var isEmpty: Bool { copies == 0 && wants == 0 && changes == 0 }
}
