import DiscogsModel

extension ArtistCredit: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("name", always: name)
    json.add("anv", variation)
    json.add("join", join)
    json.add("role", role)
    json.add("tracks", tracks)
    json.add("thumbnail_url", thumbnailURL)
  }
}

extension LabelCredit: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("name", always: name)
    json.add("catno", catalogueNumber)
    json.add("entity_type", roleNumber.map(String.init))
    json.add("entity_type_name", role)
    json.add("thumbnail_url", thumbnailURL)
  }
}

extension NamedArtist: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("name", always: name)
    json.add("active", isActive)
    json.add("thumbnail_url", thumbnailURL)
  }
}

extension NamedLabel: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("name", always: name)
    json.add("thumbnail_url", thumbnailURL)
  }
}

extension Format: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("name", name)
    json.add("qty", quantity)
    json.add("descriptions", descriptions)
    json.add("text", freeText)
  }
}

extension Track: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("type_", kind.rawValue)
    json.add("position", position)
    json.add("title", title)
    json.add("duration", duration)
    json.add("artists", artists)
    json.add("extraartists", credits)
    json.add("sub_tracks", parts)
  }
}

extension Identifier: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("type", kind)
    json.add("value", value)
    json.add("description", description)
  }
}

extension Video: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("uri", always: url)
    json.add("title", title)
    json.add("description", description)
    json.add("duration", duration.map { Int($0.components.seconds) })
    json.add("embed", mayBeEmbedded)
  }
}

extension Discogs.Image: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("type", kind)
    json.add("uri", url)
    json.add("uri150", thumbnailURL)
    json.add("resource_url", url)
    json.add("width", width)
    json.add("height", height)
  }
}

extension CommunityCounts: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("have", have)
    json.add("want", want)
  }
}

extension CommunityRating: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("count", count)
    json.add("average", average)
  }
}

extension UserReference: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("username", always: name)
  }
}

extension Money: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("value", amount)
    json.add("currency", currency.code)
  }
}

extension JSONMembers {
  /// `stats`: what the community and the signed-in user have and want.
  mutating func addStats(community: CommunityCounts?, own: CommunityCounts?) {
    within("stats") { json in
      json.within("community") { json in
        json.add("in_collection", community?.have)
        json.add("in_wantlist", community?.want)
      }
      json.within("user") { json in
        json.add("in_collection", own?.have)
        json.add("in_wantlist", own?.want)
      }
    }
  }

  mutating func add(_ live: LiveFacts?, plainText: String) {
    guard let live else { return }
    add(plainText, live.plainText)
    add("artists_sort", live.sortName)
    add("uri", live.webURL)
    add("thumb", live.thumbnailURL)
    add("cover_image", live.coverURL)
    add("date_added", live.added)
    add("date_changed", live.changed)
    add("num_for_sale", live.copiesForSale)
    add("lowest_price", live.lowestPrice)
    add("blocked_from_sale", live.isBlockedFromSale)
    add("estimated_weight", live.estimatedWeight)
    add("format_quantity", live.carriers)
    add("most_recent_release", live.mostRecentRelease)
    within("community") { json in
      json.add("have", live.community?.have)
      json.add("want", live.community?.want)
      json.add("rating", live.rating)
      json.add("submitter", live.submitter)
      json.add("contributors", live.contributors)
    }
  }
}
