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

  @Sendable private func wants(_ call: Call) async throws -> Answer {
    let account = try await backend.account(call)
    let isOwner = call.caller.account?.id == account.id
    guard account.isWantListPublic || isOwner else { throw Refusal.ownerOnly }
    let paging = Paging(call)
    let page = try await backend.accounts.wants(
      of: account.id,
      AccountPageRequest(sort: ShelfSort.order(call), offset: paging.offset, limit: paging.perPage))
    let basics = try await backend.basicInformation(page.rows.map(\.facts), call)
    return try await paging.answer(call, items: page.total) { body in
      body["wants"] = .objects(
        page.rows.map { Self.describe($0, account, basics[$0.release], isOwner: isOwner, call) })
    }
  }

  private static func describe(
    _ want: AccountWant, _ account: ServerAccount, _ basic: JSON?, isOwner: Bool, _ call: Call
  ) -> JSONObject {
    var object = JSONObject()
    object["id"] = .int(want.release.number)
    object["resource_url"] = .text(
      "\(call.base)/users/\(QueryText.encode(account.username))/wants/\(want.release)")
    object["rating"] = .int(want.rating ?? 0)
    object["date_added"] = .text(PacificTime.text(want.added))
    object["notes"] = isOwner ? .text(want.notes) : nil
    object["basic_information"] = basic
    return object
  }

  // MARK: Changing

  /// Repeating it changes the entry, which is there then.
  @Sendable private func add(_ call: Call) async throws -> Answer { try await set(call, mustExist: false) }

  @Sendable private func edit(_ call: Call) async throws -> Answer { try await set(call, mustExist: true) }

  private func set(_ call: Call, mustExist: Bool) async throws -> Answer {
    let account = try await backend.owner(call)
    let release = try await backend.release(call.number("release", else: .noRelease))
    let sent = try call.arguments()
    let want = try await backend.accounts.setWant(
      of: ShelfFacts(noting: release), notes: sent.text("notes"), rating: sent.integer("rating", in: 0...5),
      mustExist: mustExist, of: account.id, at: backend.now)
    guard let want else { throw Refusal.notFound }
    let basic = JSON.object(Describer(base: call.base).basicInformation(release))
    return .json(
      Self.describe(want, account, basic, isOwner: true, call), status: mustExist ? 200 : 201)
  }

  @Sendable private func delete(_ call: Call) async throws -> Answer {
    let account = try await backend.owner(call)
    let release = Release.ID(try call.number("release", else: .noRelease))
    guard try await backend.accounts.deleteWant(of: release, of: account.id) else { throw Refusal.notFound }
    return .done
  }
}
