internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

/// The want lists of users.
struct WantListRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) {
    table.at("users/:user/wants", get: wants)
    table.at("users/:user/wants/:release", post: edit, put: add, delete: delete)
  }

  @Sendable private func wants(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.account(call)
    guard account.isWantListPublic || call.isBy(account) else { throw RouteRefusal.ownerOnly }
    let paging = Paging(call)
    let page = try await backend.accounts.wants(of: account.id, paging.request(call))
    let basics = try await backend.basicInformation(page.rows.map(\.facts), call)
    let rows = page.rows.map { Self.describe($0, account, basics[$0.release], call) }
    return try paging.answer(call, items: page.total, ["wants": .objects(rows)])
  }

  private static func describe(
    _ want: AccountWant, _ account: ServerAccount, _ basic: JSON?, _ call: RouteCall
  ) -> JSONObject {
    [
      "id": .int(want.release.number), "resource_url": .text("\(call.url(of: account))/wants/\(want.release)"),
      "rating": .int(want.rating ?? 0), "date_added": .text(PacificTime.text(want.added)),
      "notes": call.isBy(account) ? .text(want.notes) : nil, "basic_information": basic,
    ]
  }

  // MARK: Changing

  /// Adding a want again changes it.
  @Sendable private func add(_ call: RouteCall) async throws -> RouteAnswer { try await set(call, mustExist: false) }

  @Sendable private func edit(_ call: RouteCall) async throws -> RouteAnswer { try await set(call, mustExist: true) }

  private func set(_ call: RouteCall, mustExist: Bool) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let release = try await backend.release(call, at: "release")
    let sent = try call.arguments()
    let want = try await backend.accounts.setWant(
      of: ShelfFacts(noting: release), notes: sent.text("notes"), rating: sent.integer("rating", in: 0...5),
      mustExist: mustExist, of: account.id, at: backend.now)
    guard let want else { throw RouteRefusal.notFound }
    let basic = JSON.object(Describer(base: call.base).basicInformation(release))
    return .json(Self.describe(want, account, basic, call), status: mustExist ? 200 : 201)
  }

  @Sendable private func delete(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let release = Release.ID(try call.number("release", else: .noRelease))
    guard try await backend.accounts.deleteWant(of: release, of: account.id) else { throw RouteRefusal.notFound }
    return .done
  }
}
