/// The changes that would bring a shelf imported from files into an account.
public struct AdoptionPlan: Hashable, Sendable {
  /// Copies that the account lacks.
  public var copies = 0
  /// Wants that the account lacks.
  public var wants = 0
  /// Folders to create for those copies.
  public var folders = 0
  /// Copies in both, where only the shelf has a grade, note or rating.
  public var changes = 0
  /// Copies that the account has already.
  public var copiesThere = 0
  public var wantsThere = 0
  /// The custom fields that the account lacks; their values cannot be sent.
  public var valuesLeftOut: [String] = []

  public init() {}

  public var isEmpty: Bool { copies == 0 && wants == 0 && changes == 0 }
}
