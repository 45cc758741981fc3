/// An artist's roles on a record, as an artist's page groups them.
public enum ArtistRole: String, CaseIterable, Hashable, Sendable {
  /// The record is by the artist.
  case main
  /// A track of it is by the artist.
  case track
  /// The artist is in the credits of the release or of a track.
  case credit
}
