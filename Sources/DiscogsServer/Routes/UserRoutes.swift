internal import DiscogsJSON
internal import DiscogsModel

/// Profiles, what users sent in, and their lists.
struct UserRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) {
    table.at("users/:user", get: profile, post: edit)
    table.at("users/:user/submissions", get: submissions)
    table.at("users/:user/contributions", get: contributions)
    table.at("users/:user/lists", get: lists)
    table.at("lists/:list", get: list)
  }

  // MARK: Profile

  @Sendable private func profile(_ call: RouteCall) async throws -> RouteAnswer {
    .json(try await describe(backend.account(call), call))
  }

  @Sendable private func edit(_ call: RouteCall) async throws -> RouteAnswer {
    var account = try await backend.owner(call)
    let sent = try call.arguments()
    if let name = try sent.text("name") { account.name = name }
    if let page = try sent.text("home_page") { account.homePage = page }
    if let location = try sent.text("location") { account.location = location }
    if let profile = try sent.text("profile") { account.profile = profile }
    if let currency = try sent.text("curr_abbr") {
      guard currency.isEmpty || Currency.known(currency) != nil else {
        throw RouteRefusal.invalid("Invalid curr_abbr: there is no such currency.", at: "body", "curr_abbr")
      }
      account.currency = currency
    }
    try await backend.accounts.update(account)
    return .json(try await describe(account, call))
  }

  private func describe(_ account: ServerAccount, _ call: RouteCall) async throws -> JSONObject {
    let totals = try await backend.accounts.totals(of: account.id)
    let isOwner = call.caller.account?.id == account.id
    let url = "\(call.base)/users/\(QueryText.encode(account.username))"
    var object: JSONObject = [
      "id": .int(account.id.number),
      "username": .text(account.username),
      "name": .text(account.name),
      "home_page": .text(account.homePage),
      "location": .text(account.location),
      "profile": .text(account.profile),
      "registered": .text(PacificTime.text(account.registered)),
      "curr_abbr": .text(account.currency),
      "avatar_url": .text(""),
      "banner_url": .text(""),
      "uri": .text("https://www.discogs.com/user/\(QueryText.encode(account.username))"),
      "resource_url": .text(url),
      "inventory_url": .text("\(url)/inventory"),
      "collection_folders_url": .text("\(url)/collection/folders"),
      "collection_fields_url": .text("\(url)/collection/fields"),
      "wantlist_url": .text("\(url)/wants"),
      "rank": .double(0),
      "rating_avg": .double(0),
    ]
    for name in ["num_pending", "num_for_sale", "releases_contributed", "buyer_num_ratings", "seller_num_ratings"] {
      object[name] = .int(0)
    }
    for name in ["buyer_rating", "buyer_rating_stars", "seller_rating", "seller_rating_stars"] {
      object[name] = .double(0)
    }
    object["num_lists"] = .int(totals.publicLists + (isOwner ? totals.privateLists : 0))
    object["releases_rated"] = .int(totals.rated)
    object["activated"] = .flag(true)
    object["marketplace_suspended"] = .flag(false)
    object["is_staff"] = .flag(false)
    if isOwner || account.isCollectionPublic { object["num_collection"] = .int(totals.copies) }
    if isOwner || account.isWantListPublic { object["num_wantlist"] = .int(totals.wants) }
    if isOwner {
      object["email"] = .text("\(account.username)@localhost")
      object["num_unread"] = .int(0)
    }
    try await backend.addPlainText(of: "profile", to: &object, call)
    return object
  }

  // MARK: Submissions

  /// This server takes no submissions.
  @Sendable private func submissions(_ call: RouteCall) async throws -> RouteAnswer {
    _ = try await backend.account(call)
    return try await Paging(call).answer(call, items: 0) { body in
      var submissions = JSONObject()
      for name in ["releases", "artists", "labels"] { submissions[name] = .list([]) }
      body["submissions"] = .object(submissions)
    }
  }

  @Sendable private func contributions(_ call: RouteCall) async throws -> RouteAnswer {
    _ = try await backend.account(call)
    return try await Paging(call).answer(call, items: 0) { $0["contributions"] = .list([]) }
  }

  // MARK: Lists

  @Sendable private func lists(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.account(call)
    let paging = Paging(call)
    let isOwner = call.caller.account?.id == account.id
    let page = try await backend.accounts.lists(
      of: account.id, withPrivate: isOwner, AccountPageRequest(offset: paging.offset, limit: paging.perPage))
    return try await paging.answer(call, items: page.total) { body in
      var lists: [JSONObject] = []
      for list in page.rows { lists.append(try await describe(list, account, call)) }
      body["lists"] = .objects(lists)
    }
  }

  @Sendable private func list(_ call: RouteCall) async throws -> RouteAnswer {
    guard let list = try await backend.accounts.list(call.number("list", else: .noList)),
      let account = try await backend.accounts.account(list.account)
    else { throw RouteRefusal.noList }
    guard list.isPublic || call.caller.account?.id == account.id else { throw RouteRefusal.ownerOnly }
    let releases = list.items.compactMap { item in
      if case .release(let id) = item.reference { id } else { nil }
    }
    let community = try await backend.accounts.community(of: releases)
    let holdings = try await backend.holdings(releases, call)
    let describer = Describer(base: call.base)
    var items: [JSONObject] = []
    for item in list.items {
      var object: JSONObject = [
        "id": .int(item.reference.number),
        "type": .text(item.reference.kind.rawValue),
        "display_title": .text(item.title),
        "comment": .text(item.comment),
        "uri": .text(item.reference.webURL),
        "resource_url": describer.url(item.reference),
        "image_url": .text(""),
      ]
      if case .release(let id) = item.reference { object["stats"] = describer.stats(id, community[id], holdings) }
      try await backend.addPlainText(of: "comment", to: &object, call)
      items.append(object)
    }
    var object = try await describe(list, account, call)
    object["items"] = .objects(items)
    return .json(object)
  }

  private func describe(_ list: AccountList, _ account: ServerAccount, _ call: RouteCall) async throws -> JSONObject {
    let user: JSONObject = [
      "id": .int(account.id.number),
      "username": .text(account.username),
      "avatar_url": .text(""),
      "resource_url": .text("\(call.base)/users/\(QueryText.encode(account.username))"),
    ]
    var object: JSONObject = [
      "id": .int(list.id),
      "user": .object(user),
      "name": .text(list.name),
      "description": .text(list.description),
      "public": .flag(list.isPublic),
      "date_added": .text(PacificTime.text(list.added)),
      "date_changed": .text(PacificTime.text(list.changed)),
      "uri": .text("https://www.discogs.com/lists/\(list.id)"),
      "resource_url": .text("\(call.base)/lists/\(list.id)"),
      "image_url": .text(""),
    ]
    try await backend.addPlainText(of: "description", to: &object, call)
    return object
  }
}
