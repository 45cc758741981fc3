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
    let isOwner = call.isBy(account)
    let url = call.url(of: account)
    var object: JSONObject = [
      "id": .int(account.id.number), "username": .text(account.username), "name": .text(account.name),
      "home_page": .text(account.homePage), "location": .text(account.location), "profile": .text(account.profile),
      "registered": .text(PacificTime.text(account.registered)), "curr_abbr": .text(account.currency),
      "avatar_url": .text(""), "banner_url": .text(""),
      "uri": .text("https://www.discogs.com/user/\(account.username.percentEncoded)"), "resource_url": .text(url),
      "inventory_url": .text("\(url)/inventory"), "collection_folders_url": .text("\(url)/collection/folders"),
      "collection_fields_url": .text("\(url)/collection/fields"), "wantlist_url": .text("\(url)/wants"),
      "rank": .double(0), "rating_avg": .double(0),
    ]
    for name in ["num_pending", "num_for_sale", "releases_contributed", "buyer_num_ratings", "seller_num_ratings"] {
      object[name] = .int(0)
    }
    for name in ["buyer_rating", "buyer_rating_stars", "seller_rating", "seller_rating_stars"] {
      object[name] = .double(0)
    }
    object = object.with([
      "num_lists": .int(totals.publicLists + (isOwner ? totals.privateLists : 0)), "releases_rated": .int(totals.rated),
      "activated": .flag(true), "marketplace_suspended": .flag(false), "is_staff": .flag(false),
      "num_collection": isOwner || account.isCollectionPublic ? .int(totals.copies) : nil,
      "num_wantlist": isOwner || account.isWantListPublic ? .int(totals.wants) : nil,
      "email": isOwner ? .text("\(account.username)@localhost") : nil, "num_unread": isOwner ? .int(0) : nil,
    ])
    return try await backend.plain("profile", in: object, call)
  }

  // MARK: Submissions

  /// This server takes no submissions.
  @Sendable private func submissions(_ call: RouteCall) async throws -> RouteAnswer {
    _ = try await backend.account(call)
    return try Paging(call).answer(
      call, items: 0, ["submissions": .object(["releases": .list([]), "artists": .list([]), "labels": .list([])])])
  }

  @Sendable private func contributions(_ call: RouteCall) async throws -> RouteAnswer {
    _ = try await backend.account(call)
    return try Paging(call).answer(call, items: 0, ["contributions": .list([])])
  }

  // MARK: Lists

  @Sendable private func lists(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.account(call)
    let paging = Paging(call)
    let page = try await backend.accounts.lists(
      of: account.id, withPrivate: call.isBy(account), AccountPageRequest(offset: paging.offset, limit: paging.perPage))
    var lists: [JSONObject] = []
    for list in page.rows { lists.append(try await describe(list, account, call)) }
    return try paging.answer(call, items: page.total, ["lists": .objects(lists)])
  }

  @Sendable private func list(_ call: RouteCall) async throws -> RouteAnswer {
    guard let list = try await backend.accounts.list(call.number("list", else: .noList)),
      let account = try await backend.accounts.account(list.account)
    else { throw RouteRefusal.noList }
    guard list.isPublic || call.isBy(account) else { throw RouteRefusal.ownerOnly }
    let stats = try await backend.stats(of: list.items.compactMap { Self.release($0.reference) }, call)
    let describer = Describer(base: call.base)
    var items: [JSONObject] = []
    for item in list.items {
      let object: JSONObject = [
        "id": .int(item.reference.number), "type": .text(item.reference.kind.rawValue),
        "display_title": .text(item.title), "comment": .text(item.comment), "uri": .text(item.reference.webURL),
        "resource_url": describer.url(item.reference), "image_url": .text(""),
        "stats": Self.release(item.reference).map(stats),
      ]
      items.append(try await backend.plain("comment", in: object, call))
    }
    return .json(try await describe(list, account, call).with(["items": .objects(items)]))
  }

  private static func release(_ reference: EntityReference) -> Release.ID? {
    if case .release(let id) = reference { id } else { nil }
  }

  private func describe(_ list: AccountList, _ account: ServerAccount, _ call: RouteCall) async throws -> JSONObject {
    let user: JSONObject = [
      "id": .int(account.id.number), "username": .text(account.username), "avatar_url": .text(""),
      "resource_url": .text(call.url(of: account)),
    ]
    let object: JSONObject = [
      "id": .int(list.id), "user": .object(user), "name": .text(list.name), "description": .text(list.description),
      "public": .flag(list.isPublic), "date_added": .text(PacificTime.text(list.added)),
      "date_changed": .text(PacificTime.text(list.changed)),
      "uri": .text("https://www.discogs.com/lists/\(list.id)"),
      "resource_url": .text("\(call.base)/lists/\(list.id)"), "image_url": .text(""),
    ]
    return try await backend.plain("description", in: object, call)
  }
}
