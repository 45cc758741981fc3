import DiscogsModel

extension Listing: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("release", item)
    json.add("status", status)
    json.add("condition", condition)
    json.add("sleeve_condition", sleeveCondition)
    json.add("comments", comments)
    json.add("ships_from", shipsFrom)
    json.add("posted", posted)
    json.add("uri", webURL)
    json.add("price", price)
    json.add("shipping_price", shippingPrice)
    json.add("original_price", originalPrice)
    json.add("original_shipping_price", originalShippingPrice)
    json.add("allow_offers", allowsOffers)
    json.add("offer_submitted", hasOffer)
    json.add("in_cart", isInCart)
    json.add("audio", hasAudio)
    json.add("seller", seller)
    json.add("external_id", externalID)
    json.add("location", location)
    json.add("weight", weight)
    json.add("estimated_weight", estimatedWeight)
    json.add("format_quantity", carriers)
    json.add("quantity", quantity)
  }
}

extension Listing.Item: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", release)
    json.add("title", title)
    json.add("artist", artist)
    json.add("format", format)
    json.add("description", description)
    json.add("label", label)
    json.add("catalog_number", catalogueNumber)
    json.add("year", year)
    json.add("thumbnail", thumbnailURL)
    json.add("images", images)
    json.addStats(community: community, own: own)
  }
}

extension Listing.Seller: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", user.id)
    json.add("username", always: user.name)
    json.add("avatar_url", avatarURL)
    json.add("html_url", webURL)
    json.add("payment", payment)
    json.add("shipping", shipping)
    json.add("min_order_total", leastOrder)
    json.within("stats") { json in
      json.add("rating", rating)
      json.add("stars", stars)
      json.add("total", ratings)
    }
  }
}

extension MarketplaceStats: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("lowest_price", lowestPrice)
    json.add("num_for_sale", copiesForSale)
    json.add("blocked_from_sale", isBlockedFromSale)
  }
}

extension PriceSuggestions: WrittenRecord {
  func write(to json: inout JSONMembers) {
    for suggestion in suggestions { json.add(suggestion.condition, suggestion.price) }
  }
}

extension Order: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", always: id.text)
    json.add("status", status)
    json.add("next_status", nextStatuses)
    json.add("created", created)
    json.add("last_activity", lastActivity)
    json.add("archived", isArchived)
    json.add("buyer", buyer)
    json.add("seller", seller)
    json.add("items", items)
    json.add("total", total)
    json.add("fee", fee)
    json.add("buyer_fee", buyerFee)
    json.add("tax_on_buyer_fee", taxOnBuyerFee)
    json.within("shipping") { json in
      json.add("value", shipping?.amount)
      json.add("currency", shipping?.currency.code)
      json.add("method", shippingMethod)
    }
    json.add("shipping_address", shippingAddress)
    json.add("additional_instructions", instructions)
    json.add("tracking", tracking)
    json.add("tax", taxes)
    json.add("uri", webURL)
  }
}

extension Order.Party: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", user.id)
    json.add("username", always: user.name)
    json.add("email", email)
  }
}

extension Order.Item: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", listing)
    json.within("release") { json in
      json.add("id", release)
      json.add("description", description)
      json.add("title", title)
      json.add("artist", artist)
      json.add("format", format)
      json.add("thumbnail", thumbnailURL)
    }
    json.add("price", price)
    json.add("media_condition", mediaCondition)
    json.add("sleeve_condition", sleeveCondition)
    json.add("condition_comments", conditionComments)
    json.add("item_location", location)
    json.add("private_comments", privateComments)
  }
}

extension Order.Tracking: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("number", number)
    json.add("carrier", carrier)
    json.add("url", url)
  }
}

extension Order.Tax: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("display_name", name)
    json.add("rate", rate)
    json.add("display_rate", displayRate)
    json.add("price", amount)
    json.add("taxable_amount", taxableAmount)
    json.add("jurisdiction", jurisdiction)
    json.add("remitter", remitter)
  }
}

extension OrderMessage: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("type", kind)
    json.add("timestamp", timestamp)
    json.add("subject", subject)
    json.add("message", message)
    json.within("order") { json in
      json.add("id", order?.text)
    }
    json.add("from", kind == "message" ? author : nil)
    json.add("actor", kind == "message" ? nil : author)
    json.add("status_id", statusNumber)
    json.add("original", originalAmount)
    json.add("new", newAmount)
    json.within("refund") { json in
      json.add("amount", refund)
    }
  }
}

extension InventoryTransfer: WrittenRecord {
  func write(to json: inout JSONMembers) {
    json.add("id", id)
    json.add("status", status)
    json.add("type", kind)
    json.add("results", results)
    json.add("created_ts", created)
    json.add("finished_ts", finished)
    json.add("filename", fileName)
    json.add("download_url", downloadURL)
  }
}
