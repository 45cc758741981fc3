internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

/// Folders, copies and their fields.
struct CollectionRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) {
    let folder = "users/:user/collection/folders/:folder" as StaticString
    table.at("users/:user/collection/folders", get: folders, post: addFolder)
    table.at(folder, get: self.folder, post: renameFolder, delete: deleteFolder)
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

  private func isOwner(_ account: ServerAccount, _ call: RouteCall) -> Bool { call.caller.account?.id == account.id }

  /// The account a path names, if the caller may see its collection.
  private func visibleAccount(_ call: RouteCall) async throws -> ServerAccount {
    let account = try await backend.account(call)
    guard account.isCollectionPublic || isOwner(account, call) else { throw RouteRefusal.ownerOnly }
    return account
  }

  // MARK: Folders

  @Sendable private func folders(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await visibleAccount(call)
    var folders = try await backend.accounts.folders(of: account.id)
    if !isOwner(account, call) { folders.removeAll { $0.id != CollectionInstance.Folder.all } }
    return .json([
      "folders": .objects(folders.map { Self.describe($0, account, call) })
    ])
  }

  @Sendable private func folder(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await visibleAccount(call)
    return .json(Self.describe(try await folder(of: account, call), account, call))
  }

  private func folder(of account: ServerAccount, _ call: RouteCall) async throws -> CollectionInstance.Folder {
    let id = try Self.folder(call)
    guard id == CollectionInstance.Folder.all || isOwner(account, call) else { throw RouteRefusal.ownerOnly }
    guard let folder = try await backend.accounts.folders(of: account.id).first(where: { $0.id == id }) else {
      throw RouteRefusal.noFolder
    }
    return folder
  }

  private static func folder(_ call: RouteCall) throws(RouteRefusal) -> CollectionInstance.Folder.ID {
    CollectionInstance.Folder.ID(try call.number("folder", else: .noFolder))
  }

  @Sendable private func addFolder(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let name = try Self.name(call)
    let folder = try await changing { () async throws(AccountError) in
      try await backend.accounts.addFolder(named: name, of: account.id)
    }
    return .json(Self.describe(folder, account, call), status: 201)
  }

  @Sendable private func renameFolder(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let id = try Self.folder(call)
    let name = try Self.name(call)
    try await changing { () async throws(AccountError) in
      try await backend.accounts.renameFolder(id, to: name, of: account.id)
    }
    return .json(Self.describe(try await folder(of: account, call), account, call))
  }

  @Sendable private func deleteFolder(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let id = try Self.folder(call)
    try await changing { () async throws(AccountError) in
      try await backend.accounts.deleteFolder(id, of: account.id)
    }
    return .done
  }

  private static func name(_ call: RouteCall) throws(RouteRefusal) -> String {
    guard let name = try call.arguments().text("name"), name.contains(where: { !$0.isWhitespace }) else {
      throw .invalid("A folder needs a name.", at: "body", "name")
    }
    return name
  }

  private static func describe(
    _ folder: CollectionInstance.Folder, _ account: ServerAccount, _ call: RouteCall
  ) -> JSONObject {
    [
      "id": .int(folder.id.number),
      "name": .text(folder.name),
      "count": .int(folder.copies),
      "resource_url": .text(
        "\(call.base)/users/\(QueryText.encode(account.username))/collection/folders/\(folder.id)"),
    ]
  }

  // MARK: Copies

  @Sendable private func items(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await visibleAccount(call)
    let folder = try await folder(of: account, call)
    return try await page(of: account, folder: folder.id, release: nil, call)
  }

  @Sendable private func itemsOfRelease(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await visibleAccount(call)
    let release = Release.ID(try call.number("release", else: .noRelease))
    return try await page(of: account, folder: nil, release: release, call)
  }

  private func page(
    of account: ServerAccount, folder: CollectionInstance.Folder.ID?, release: Release.ID?, _ call: RouteCall
  ) async throws -> RouteAnswer {
    let paging = Paging(call)
    let request = AccountPageRequest(sort: ShelfSort.order(call), offset: paging.offset, limit: paging.perPage)
    let page = try await backend.accounts.items(of: account.id, folder: folder, release: release, request)
    let isOwner = isOwner(account, call)
    let visible = Set(
      try await backend.accounts.fields(of: account.id).filter { isOwner || $0.isPublic }.map(\.id))
    let basics = try await backend.basicInformation(page.rows.map(\.facts), call)
    return try await paging.answer(call, items: page.total) { body in
      body["releases"] = .objects(
        page.rows.map { item in
          return [
            "id": .int(item.release.number),
            "instance_id": .int(item.instance),
            "folder_id": isOwner ? .int(item.folder.number) : nil,
            "rating": .int(item.rating ?? 0),
            "date_added": .text(PacificTime.text(item.added)),
            "notes": Self.notes(item, visible),
            "basic_information": basics[item.release],
          ]
        })
    }
  }

  /// Nil where no field is filled in that may be seen.
  private static func notes(_ item: AccountItem, _ visible: Set<CollectionInstance.Field.ID>) -> JSON? {
    let notes = item.notes.filter { visible.contains($0.key) }.sorted { $0.key < $1.key }
    guard !notes.isEmpty else { return nil }
    return .objects(
      notes.map { field, value in
        return [
          "field_id": .int(field.number),
          "value": .text(value),
        ]
      })
  }

  @Sendable private func add(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let folder = try Self.folder(call)
    let release = try await backend.release(call.number("release", else: .noRelease))
    let instance = try await changing { () async throws(AccountError) in
      try await backend.accounts.addCopy(of: ShelfFacts(noting: release), to: folder, of: account.id, at: backend.now)
    }
    let object: JSONObject = [
      "instance_id": .int(instance),
      "resource_url": .text("\(call.base)\(call.path)?instance_id=\(instance)"),
    ]
    return .json(object, status: 201)
  }

  private static func path(_ call: RouteCall) throws(RouteRefusal) -> AccountStore.CopyPath {
    AccountStore.CopyPath(
      folder: try folder(call),
      release: Release.ID(try call.number("release", else: .noItem)),
      instance: try call.number("instance", else: .noItem))
  }

  @Sendable private func change(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let path = try Self.path(call)
    let sent = try call.arguments()
    let rating = try sent.integer("rating", in: 0...5)
    let target = try sent.integer("folder_id", in: 0...Int.max).map { CollectionInstance.Folder.ID($0) }
    try await changing { () async throws(AccountError) in
      try await backend.accounts.change(path, rating: rating, target: target, of: account.id)
    }
    return .done
  }

  @Sendable private func delete(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let path = try Self.path(call)
    try await changing { () async throws(AccountError) in
      try await backend.accounts.deleteCopy(path, of: account.id)
    }
    return .done
  }

  // MARK: Fields and value

  @Sendable private func fields(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await visibleAccount(call)
    let isOwner = isOwner(account, call)
    let fields = try await backend.accounts.fields(of: account.id).filter { isOwner || $0.isPublic }
    return .json([
      "fields": .objects(
        fields.map { field in
          return JSONObject().with([
            "id": .int(field.id.number),
            "name": .text(field.name),
            "position": .int(field.position),
            "public": .flag(field.isPublic),
            "type": .text(field.kind),
            "options": .told(field.options),
            "lines": field.lines.map { .int($0) },
          ])
        })
    ])
  }

  @Sendable private func setField(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let path = try Self.path(call)
    let field = CollectionInstance.Field.ID(try call.number("field"))
    guard let value = try call.arguments().text("value") else {
      throw RouteRefusal.invalid("A value is required.", at: "body", "value")
    }
    try await changing { () async throws(AccountError) in
      try await backend.accounts.setField(field, to: value, on: path, of: account.id)
    }
    return .done
  }

  /// There is no market here, so what is owned has no price.
  @Sendable private func value(_ call: RouteCall) async throws -> RouteAnswer {
    let account = try await backend.owner(call)
    let symbol = Currency.known(account.currency)?.symbol ?? "$"
    var object = JSONObject()
    for name in ["minimum", "median", "maximum"] { object[name] = .text("\(symbol)0.00") }
    return .json(object)
  }

  private func changing<Value: Sendable>(
    _ work: () async throws(AccountError) -> Value
  ) async throws -> Value {
    do throws(AccountError) { return try await work() } catch { throw RouteRefusal(error) }
  }
}

extension RouteRefusal {
  /// Makes the answer for a failed change of an account.
  init(_ error: AccountError) {
    switch error {
    case .noFolder: self = .noFolder
    case .protectedFolder: self = RouteRefusal(403, "This folder cannot be changed.")
    case .folderNotEmpty: self = .invalid("The folder must be empty before it can be deleted.", at: "path", "folder_id")
    case .nameTaken: self = .invalid("There is a folder with this name.", at: "body", "name")
    case .noItem: self = .noItem
    case .noField: self = .notFound
    case .noSuchChoice: self = .invalid("Invalid value: not one of the field's options.", at: "body", "value")
    case .storage(let cause): self = RouteRefusal(500, "An internal server error occurred. (\(cause.description))")
    }
  }
}

/// The sort parameters of collections and want lists.
enum ShelfSort {
  static func order(_ call: RouteCall) -> SortOrder? {
    let field: SortOrder.Field? =
      switch call["sort"] {
      case "label": .label
      case "artist": .artist
      case "title": .title
      case "catno": .catalogueNumber
      case "format": .format
      case "rating": .rating
      case "added": .added
      case "year": .year
      default: nil
      }
    return field.map { SortOrder($0, isReversed: call["sort_order"] == "desc") }
  }
}

extension Backend {
  /// `basic_information` of some releases: the catalogue's, or what was noted of those it does not have.
  func basicInformation(_ records: [ShelfFacts], _ call: RouteCall) async throws -> [Release.ID: JSON] {
    let known = try await ask { () async throws(CatalogueError) in
      try await catalogue.records(of: records.map { .release($0.release) }).releases
    }
    let describer = Describer(base: call.base)
    var basics: [Release.ID: JSON] = [:]
    for record in records where basics[record.release] == nil {
      basics[record.release] = .object(
        known[record.release].map(describer.basicInformation) ?? describer.basicInformation(record))
    }
    return basics
  }
}
