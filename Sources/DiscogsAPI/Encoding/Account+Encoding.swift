import DiscogsModel

extension Identity: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("username", always: name)
    json.add("consumer_name", application)
  }
}

extension UserProfile: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("username", always: userName)
    json.add("name", realName)
    json.add("home_page", homePage)
    json.add("location", location)
    json.add("profile", profile)
    json.add("registered", registered)
    json.add("curr_abbr", currency?.code)
    json.add("avatar_url", avatarURL)
    json.add("banner_url", bannerURL)
    json.add("uri", webURL)
    json.add("rank", rank)
    json.add("rating_avg", averageRating)
    json.add("num_pending", pendingSubmissions)
    json.add("num_for_sale", copiesForSale)
    json.add("num_lists", lists)
    json.add("releases_contributed", releasesContributed)
    json.add("releases_rated", releasesRated)
    json.add("buyer_rating", asBuyer.percent)
    json.add("buyer_rating_stars", asBuyer.stars)
    json.add("buyer_num_ratings", asBuyer.count)
    json.add("seller_rating", asSeller.percent)
    json.add("seller_rating_stars", asSeller.stars)
    json.add("seller_num_ratings", asSeller.count)
    json.add("num_collection", collectionSize)
    json.add("num_wantlist", wantListSize)
    json.add("activated", isActivated)
    json.add("marketplace_suspended", isSuspendedFromMarketplace)
    json.add("is_staff", isStaff)
    json.add("email", email)
    json.add("num_unread", unreadMessages)
  }
}

extension CollectionInstance: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", release.id)
    json.add("instance_id", id)
    json.add("folder_id", folder)
    json.add("rating", rating ?? 0)
    json.add("date_added", added)
    json.add("notes", notes)
    json.add("basic_information", release.listed)
  }
}

extension CollectionInstance.Folder: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("name", always: name)
    json.add("count", copies)
  }
}

extension CollectionInstance.Field: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("name", always: name)
    json.add("type", kind)
    json.add("position", position)
    json.add("public", isPublic)
    json.add("options", options)
    json.add("lines", lines)
  }
}

extension CollectionInstance.Note: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("field_id", field)
    json.add("value", value)
  }
}

extension CollectionValue: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("minimum", always: minimum)
    json.add("median", always: median)
    json.add("maximum", always: maximum)
  }
}

extension Want: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", release.id)
    json.add("rating", rating ?? 0)
    json.add("date_added", added)
    json.add("notes", notes)
    json.add("basic_information", release.listed)
  }
}

extension Release {
  /// Nil where nothing but the number is known of it.
  fileprivate var listed: Release? { self == Release(id: id, title: "") ? nil : self }
}

extension UserList: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("name", always: name)
    json.add("description", description)
    json.add("public", isPublic)
    json.add("date_added", added)
    json.add("date_changed", changed)
    json.add("uri", webURL)
    json.add("image_url", pictureURL)
    json.add("user", owner)
    if let entries { json.add("items", always: entries) }
  }
}

extension UserList.Entry: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("type", reference.kind.rawValue)
    json.add("id", reference.number)
    json.add("display_title", title)
    json.add("comment", comment)
    json.add("image_url", pictureURL)
    json.add("uri", webURL)
    json.addStats(community: community, own: own)
  }
}

extension Submissions: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("releases", releases)
    json.add("artists", artists)
    json.add("labels", labels)
  }
}
