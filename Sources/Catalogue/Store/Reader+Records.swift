internal import DiscogsModel
internal import SQLiteSupport

extension Reader.Access {
  func release(_ id: Release.ID) throws -> Release? { try record(.release(id)) { try PackedRecord.decodeRelease($0) } }
  func master(_ id: Master.ID) throws -> Master? { try record(.master(id)) { try PackedRecord.decodeMaster($0) } }

  func artist(_ id: Artist.ID) throws -> Artist? {
    try record(.artist(id), named: { Artist(id: id, name: $0) }) { try PackedRecord.decodeArtist($0) }
  }

  func label(_ id: Discogs.Label.ID) throws -> Discogs.Label? {
    try record(.label(id), named: { Discogs.Label(id: id, name: $0) }) { try PackedRecord.decodeLabel($0) }
  }

  /// - Parameter named: makes a record of a bare name.
  private func record<Record>(
    _ reference: EntityReference, named: (String) -> Record? = { _ in nil },
    _ decode: (UnsafeRawBufferPointer) throws -> Record
  ) throws -> Record? {
    do {
      switch try blocks().find(reference.kind, reference.number) {
      case .packed(let bytes): return try bytes.withUnsafeBytes(decode)
      case .name(let name): return named(name)
      case nil: return nil
      }
    } catch is PackedRecordError { throw CatalogueError.damagedRecord(reference) }
  }

  func name(of reference: EntityReference) throws -> String? {
    switch reference {
    case .release(let id): try release(id)?.title
    case .master(let id): try master(id)?.title
    case .artist(let id): try artist(id)?.fullName
    case .label(let id): try label(id)?.fullName
    }
  }

  /// The most popular record of a kind with exactly this name.
  func reference(named name: String, _ kind: EntityKind) throws -> EntityReference? {
    let statement = try statement("SELECT rank FROM exact WHERE name = ? ORDER BY rank")
    statement.bind(1, Int(SearchText.hash(ofTyped: name)))
    defer { statement.reset() }
    while try statement.next() {
      let rank = statement.integer(0)
      if let row = try rows([rank]).first, row.reference.kind == kind, row.title == name { return row.reference }
    }
    return nil
  }
}
