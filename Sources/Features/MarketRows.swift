import Clients
public import DiscogsModel

extension Listing {
  /// Its page, also where the answer does not name it.
  nonisolated public var address: String { webURL.isEmpty ? "https://www.discogs.com/sell/item/\(id)" : webURL }

  /// `VG+/VG`: the short names of media and sleeve condition; empty where neither is known.
  nonisolated public var grades: String {
    let grades = [condition, sleeveCondition].map(Condition.shortName)
    return grades.allSatisfy(\.isEmpty) ? "" : grades.map { $0.isEmpty ? "–" : $0 }.joined(separator: "/")
  }
}

extension Listing.Item {
  nonisolated var facts: ShelfFacts {
    ShelfFacts(
      release: release, artist: artist, title: title, label: label, catalogueNumber: catalogueNumber, format: format,
      year: year)
  }

  nonisolated public var subject: Subject {
    Subject(reference: .release(release), artist: artist, title: title, catalogueNumber: catalogueNumber)
  }
}

extension OwnListing {
  nonisolated var searchText: String {
    "\(listing.item.artist) \(listing.item.title) \(listing.status) \(listing.condition) \(listing.location)"
  }
}

extension WantOffer {
  nonisolated var searchText: String {
    "\(listing.item.artist) \(listing.item.title) \(want.artist) \(want.title) \(listing.condition) \(listing.comments)"
  }
}
