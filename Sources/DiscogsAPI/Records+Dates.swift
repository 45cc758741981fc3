public import DiscogsModel
public import Foundation

// Discogs writes dates as texts. They stay as they came, and these read them; nil where there is none or it is no date.

extension LiveFacts {
  /// When the page was made: `LiveFacts.added` as a date.
  public var addedAt: Date? { Date(discogs: added) }
  /// When the page was changed last: `LiveFacts.changed` as a date.
  public var changedAt: Date? { Date(discogs: changed) }
}

extension Release {
  /// When it came out, as far as is known: a year, a year and a month, or a day; nil without a year.
  public var releaseDate: DateComponents? {
    let parts = released.split(separator: "-").map { Int($0) ?? 0 }
    guard let year, parts.count <= 3 else { return nil }
    var components = DateComponents(year: year)
    guard parts.count > 1, (1...12).contains(parts[1]) else { return components }
    components.month = parts[1]
    if parts.count > 2, (1...31).contains(parts[2]) { components.day = parts[2] }
    return components
  }
}

extension CollectionInstance {
  /// When the copy was put into the collection: `CollectionInstance.added` as a date.
  public var addedAt: Date? { Date(discogs: added) }
}

extension Want {
  /// When it was put on the want list: `Want.added` as a date.
  public var addedAt: Date? { Date(discogs: added) }
}

extension UserList {
  /// When the list was made: `UserList.added` as a date.
  public var addedAt: Date? { Date(discogs: added) }
  /// When the list was changed last: `UserList.changed` as a date.
  public var changedAt: Date? { Date(discogs: changed) }
}

extension UserProfile {
  /// When the user joined: `UserProfile.registered` as a date.
  public var registeredAt: Date? { Date(discogs: registered) }
}

extension Listing {
  /// Since when it is for sale: `Listing.posted` as a date.
  public var postedAt: Date? { Date(discogs: posted) }
}

extension Order {
  /// When it was made: `Order.created` as a date.
  public var createdAt: Date? { Date(discogs: created) }
  /// When something happened to it last: `Order.lastActivity` as a date.
  public var lastActivityAt: Date? { Date(discogs: lastActivity) }
}

extension OrderMessage {
  /// When it was written: `OrderMessage.timestamp` as a date.
  public var writtenAt: Date? { Date(discogs: timestamp) }
}

extension InventoryTransfer {
  /// When it was asked for: `InventoryTransfer.created` as a date.
  public var createdAt: Date? { Date(discogs: created) }
  /// When it was done: `InventoryTransfer.finished` as a date.
  public var finishedAt: Date? { Date(discogs: finished) }
}

extension Date {
  /// Reads `2012-10-27T07:36:15-07:00`, also with `Z`. Without an offset it is the time of the American west coast, as
  /// in exports of the inventory.
  init?(discogs text: String) {
    guard let seconds = PacificTime.seconds(of: text) else { return nil }
    self.init(timeIntervalSince1970: Double(seconds))
  }
}
