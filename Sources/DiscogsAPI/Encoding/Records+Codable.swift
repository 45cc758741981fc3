public import DiscogsModel

// Records are `Codable` under the names that Discogs' own JSON has. Each reads what the API sends as well as what it
// wrote itself, with the same tolerance.

extension Release: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Master: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Artist: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Discogs.Label: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension ArtistCredit: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension LabelCredit: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension NamedArtist: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension NamedLabel: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Format: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Track: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Identifier: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Video: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Discogs.Image: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension CommunityCounts: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension CommunityRating: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension UserReference: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Money: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension EntityReference: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension SearchResult: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension ListedRelease: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Facet: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Facet.Value: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension OwnRating: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension ReleaseStats: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Identity: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension UserProfile: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension CollectionInstance: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension CollectionInstance.Folder: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension CollectionInstance.Field: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension CollectionInstance.Note: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension CollectionValue: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Want: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension UserList: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension UserList.Entry: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Submissions: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Listing: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Listing.Item: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Listing.Seller: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension MarketplaceStats: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension PriceSuggestions: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Order: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Order.Party: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Order.Item: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Order.Tracking: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension Order.Tax: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension OrderMessage: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}

extension InventoryTransfer: Codable {
  public init(from decoder: any Decoder) throws { try self.init(kept: decoder) }
  public func encode(to encoder: any Encoder) throws { try keep(in: encoder) }
}
