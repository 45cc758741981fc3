internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

/// Folders, copies and their fields.
struct CollectionRoutes: Sendable {
  let backend: Backend
  private typealias Folder = CollectionInstance.Folder

  func add(to table: inout RouteTable) {
    table.at("users/:user/collection/folders", get: folders, post: addFolder)
    table.at("users/:user/collection/folders/:folder", get: folder, post: renameFolder, delete: deleteFolder)
    table.at("users/:user/collection/folders/:folder/releases", get: items)
    table.at("users/:user/collection/folders/:folder/releases/:release", post: add)
    table.at(
      "users/:user/collection/folders/:folder/releases/:release/instances/:instance", post: change, delete: delete)
    table.at(
      "users/:user/collection/folders/:folder/releases/:release/instances/:instance/fields/:field", post: setField)
    table.at("users/:user/collection/releases/:release", get: itemsOfRelease)
    table.at("users/:user/collection/fields", get: fields)
    table.at("users/:user/collection/value", get: value)
  }

  /// The account a path names, if the caller may see its collection.
  private func visibleAccount(_ call: RouteCall) async throws -> ServerAccount {
    let account = try await backend.account(call)
    guard account.isCollectionPublic || call.isBy(account) else { throw RouteRefusal.ownerOnly }
    return account
  }

  // MARK: Folders

  @Sendable private func folders(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await visibleAccount(call)
    var folders = try await backend.accounts.folders(of: account.id)
    if !call.isBy(account) { folders.removeAll { $0.id != Folder.all } }
    return .json(["folders": .objects(folders.map { Self.describe($0, account, call) })])
  }

  @Sendable private func folder(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await visibleAccount(call)
    return .json(Self.describe(try await folder(of: account, call), account, call))
  }

  private func folder(of account: ServerAccount, _ call: RouteCall) async throws -> Folder {
    let id = try Self.folder(call)
    guard id == Folder.all || call.isBy(account) else { throw RouteRefusal.ownerOnly }
    guard let folder = try await backend.accounts.folders(of: account.id).first(where: { $0.id == id }) else {
      throw RouteRefusal.noFolder
    }
    return folder
  }

  private static func folder(_ call: RouteCall) throws(RouteRefusal) -> Folder.ID {
    Folder.ID(try call.number("folder", else: .noFolder))
  }

  @Sendable private func addFolder(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let folder = try await backend.accounts.addFolder(named: Self.name(call), of: account.id)
    return .json(Self.describe(folder, account, call), status: 201)
  }

  @Sendable private func renameFolder(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    try await backend.accounts.renameFolder(Self.folder(call), to: Self.name(call), of: account.id)
    return .json(Self.describe(try await folder(of: account, call), account, call))
  }

  @Sendable private func deleteFolder(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    try await backend.accounts.deleteFolder(Self.folder(call), of: account.id)
    return .done
  }

  private static func name(_ call: RouteCall) throws(RouteRefusal) -> String {
    guard let name = try call.arguments().text("name"), name.contains(where: { !$0.isWhitespace }) else {
      throw .invalid("A folder needs a name.", at: "body", "name")
    }
    return name
  }

  private static func describe(_ folder: Folder, _ account: ServerAccount, _ call: RouteCall) -> JSONObject {
    [
      "id": .int(folder.id.number), "name": .text(folder.name), "count": .int(folder.copies),
      "resource_url": .text("\(call.url(of: account))/collection/folders/\(folder.id)"),
    ]
  }

  // MARK: Copies

  @Sendable private func items(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await visibleAccount(call)
    return try await page(of: account, folder: folder(of: account, call).id, call)
  }

  @Sendable private func itemsOfRelease(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await visibleAccount(call)
    return try await page(of: account, release: Release.ID(call.number("release", else: .noRelease)), call)
  }

  private func page(
    of account: ServerAccount, folder: Folder.ID? = nil, release: Release.ID? = nil, _ call: RouteCall
  ) async throws -> RouteAnswer {
    let paging = Paging(call)
    let page = try await backend.accounts.items(of: account.id, folder: folder, release: release, paging.request(call))
    let visible = Set(try await visibleFields(of: account, call).map(\.id))
    let basics = try await backend.basicInformation(page.rows.map(\.facts), call)
    let rows = page.rows.map { item -> JSONObject in
      [
        "id": .int(item.release.number), "instance_id": .int(item.instance),
        "folder_id": call.isBy(account) ? .int(item.folder.number) : nil, "rating": .int(item.rating ?? 0),
        "date_added": .text(PacificTime.text(item.added)), "notes": Self.notes(item, visible),
        "basic_information": basics[item.release],
      ]
    }
    return try paging.answer(call, items: page.total, ["releases": .objects(rows)])
  }

  /// Nil where no field is filled in that may be seen.
  private static func notes(_ item: AccountItem, _ visible: Set<CollectionInstance.Field.ID>) -> JSON? {
    let notes = item.notes.filter { visible.contains($0.key) }.sorted { $0.key < $1.key }
    guard !notes.isEmpty else { return nil }
    return .objects(notes.map { field, value in ["field_id": .int(field.number), "value": .text(value)] })
  }

  @Sendable private func add(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let folder = try Self.folder(call)
    let facts = ShelfFacts(noting: try await backend.release(call, at: "release"))
    let instance = try await backend.accounts.addCopy(of: facts, to: folder, of: account.id, at: backend.now)
    return .json(
      [
        "instance_id": .int(instance), "resource_url": .text("\(call.base)\(call.path)?instance_id=\(instance)"),
      ], status: 201)
  }

  private static func path(_ call: RouteCall) throws(RouteRefusal) -> AccountStore.CopyPath {
    AccountStore.CopyPath(
      folder: try folder(call), release: Release.ID(try call.number("release", else: .noItem)),
      instance: try call.number("instance", else: .noItem))
  }

  @Sendable private func change(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let path = try Self.path(call)
    let sent = try call.arguments()
    let rating = try sent.integer("rating", in: 0...5)
    let target = try sent.integer("folder_id", in: 0...Int.max).map { Folder.ID($0) }
    try await backend.accounts.change(path, rating: rating, target: target, of: account.id)
    return .done
  }

  @Sendable private func delete(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    try await backend.accounts.deleteCopy(Self.path(call), of: account.id)
    return .done
  }

  // MARK: Fields and value

  /// The fields that the caller may see.
  private func visibleFields(of account: ServerAccount, _ call: RouteCall) async throws -> [CollectionInstance.Field] {
    try await backend.accounts.fields(of: account.id).filter { call.isBy(account) || $0.isPublic }
  }

  @Sendable private func fields(_ call: RouteCall) async throws -> RouteAnswer {
    let fields = try await visibleFields(of: visibleAccount(call), call).map { field -> JSONObject in
      [
        "id": .int(field.id.number), "name": .text(field.name), "position": .int(field.position),
        "public": .flag(field.isPublic), "type": .text(field.kind), "options": .told(field.options),
        "lines": field.lines.map { .int($0) },
      ]
    }
    return .json(["fields": .objects(fields)])
  }

  @Sendable private func setField(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let path = try Self.path(call)
    let field = CollectionInstance.Field.ID(try call.number("field"))
    guard let value = try call.arguments().text("value") else {
      throw RouteRefusal.invalid("A value is required.", at: "body", "value")
    }
    try await backend.accounts.setField(field, to: value, on: path, of: account.id)
    return .done
  }

  /// Always 0: offers alone give no estimate of what is owned.
  @Sendable private func value(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let nothing = JSON.text("\(Currency.known(account.currency)?.symbol ?? "$")0.00")
    return .json(["minimum": nothing, "median": nothing, "maximum": nothing])
  }
}

extension Paging {
  /// The page of a collection or want list, in the order asked for.
  func request(_ call: RouteCall) -> AccountPageRequest {
    AccountPageRequest(
      sort: call.sortOrder(among: [.label, .artist, .title, .catalogueNumber, .format, .rating, .added, .year]),
      offset: offset, limit: perPage)
  }
}

extension Backend {
  /// `basic_information` of some releases: the catalogue's, or what was noted of those it does not have.
  func basicInformation(_ records: [ShelfFacts], _ call: RouteCall) async throws -> [Release.ID: JSON] {
    let known = try await catalogue.records(of: records.map { .release($0.release) }).releases
    let describer = Describer(base: call.base)
    var basics: [Release.ID: JSON] = [:]
    for record in records where basics[record.release] == nil {
      basics[record.release] = .object(
        known[record.release].map(describer.basicInformation) ?? describer.basicInformation(record))
    }
    return basics
  }
}
