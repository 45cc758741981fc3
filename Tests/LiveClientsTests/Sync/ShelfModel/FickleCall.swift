import DiscogsAPI
import Foundation

/// One request to a `FickleAccount`, taken apart.
struct FickleCall {
  private let method: HTTP.Method
  /// Below the user.
  let path: [String]
  private let query: [String: String]
  /// What the body says.
  let texts: [String: String]

  /// So small that few copies are several pages.
  private static let rowsPerPage = 4

  init(_ request: HTTP.Request) {
    let parts = URLComponents(string: request.url)
    method = request.method
    path = (parts?.path ?? "").split(separator: "/").map(String.init).filter {
      $0 != "users" && $0 != FickleAccount.user
    }
    query = Dictionary((parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    let body = (try? JSONSerialization.jsonObject(with: Data(request.body ?? []))) as? [String: Any]
    texts = (body ?? [:]).mapValues { "\($0)" }
  }

  private var isList: Bool { method == .get && (path.last == "wants" || path.suffix(2) == ["0", "releases"]) }
  private var isLook: Bool { method == .get && path.count == 3 && path[1] == "releases" }

  /// The fault as far as this request can suffer from it; nil where it cannot.
  ///
  /// - Parameter lied: whether the last answer from this address was a lie.
  func suffers(_ fault: FickleAccount.Fault, lied: Bool) -> FickleAccount.Fault? {
    switch fault {
    case .refused: method == .get ? nil : fault
    case .empty: (isLook || isList) && !lied ? fault : nil
    case .missing: path.first == "oauth" || lied ? nil : fault
    default: fault
    }
  }

  // MARK: Answers

  /// A list that is whole, and has nothing in it.
  var nothing: HTTP.Response { page([], of: path.last == "wants" ? "wants" : "releases") }

  func answer(_ state: inout FickleAccount.State) -> HTTP.Response {
    let numbers = path.compactMap { Int($0) }
    switch (method, path.map { Int($0) == nil ? $0 : "#" }.joined(separator: "/")) {
    case (.get, "oauth/identity"):
      return .json(#"{"id": 7, "username": "\#(FickleAccount.user)", "consumer_name": "Runout"}"#)
    case (.get, "collection/folders"): return folders(state)
    case (.post, "collection/folders"): return makeFolder(&state)
    case (.post, "collection/folders/#"): return renameFolder(numbers[0], &state)
    case (.delete, "collection/folders/#"): return deleteFolder(numbers[0], &state)
    case (.get, "collection/fields"):
      return .json(
        #"{"fields": [{"id": 3, "name": "Notes", "type": "textarea", "lines": 3, "position": 3, "public": false}]}"#)
    case (.get, "collection/value"): return .json(#"{"minimum": "€1.00", "median": "€2.00", "maximum": "€3.00"}"#)
    case (.get, "lists"): return page([], of: "lists")
    case (.get, "collection/folders/#/releases"):
      return page(state.copies.reversed().map(Self.describe), of: "releases")
    case (.get, "collection/releases/#"):
      return page(
        state.copies.reversed().filter { $0.release == numbers[0] }.map(Self.describe), of: "releases")
    case (.post, "collection/folders/#/releases/#"):
      guard state.folders[numbers[0]] != nil else { return Self.notFound }
      return .json(#"{"instance_id": \#(state.add(numbers[1], to: numbers[0]))}"#, status: 201)
    case (.post, "collection/folders/#/releases/#/instances/#"): return change(numbers, &state)
    case (.delete, "collection/folders/#/releases/#/instances/#"):
      guard let index = index(of: numbers, state) else { return Self.notFound }
      state.copies.remove(at: index)
      return Self.done
    case (.post, "collection/folders/#/releases/#/instances/#/fields/#"):
      guard let index = index(of: numbers, state) else { return Self.notFound }
      state.copies[index].note = texts["value"] ?? ""
      return Self.done
    case (.get, "wants"):
      return page(state.wants.sorted { $0.key > $1.key }.map { Self.describe($0.key, $0.value) }, of: "wants")
    case (.put, "wants/#"), (.post, "wants/#"): return changeWant(numbers[0], &state)
    case (.delete, "wants/#"): return state.wants.removeValue(forKey: numbers[0]) == nil ? Self.notFound : Self.done
    default: return Self.notFound
    }
  }

  private static let done = HTTP.Response(status: 204)
  private static let notFound = HTTP.Response.json(
    #"{"message": "The requested resource was not found."}"#, status: 404)

  private func index(of numbers: [Int], _ state: FickleAccount.State) -> Int? {
    state.copies.firstIndex {
      $0.folder == numbers[0] && $0.release == numbers[1] && $0.instance == numbers[2]
    }
  }

  private func change(_ numbers: [Int], _ state: inout FickleAccount.State) -> HTTP.Response {
    guard let index = index(of: numbers, state) else { return Self.notFound }
    if let rating = texts["rating"].flatMap({ Int($0) }) { state.copies[index].rating = rating }
    if let folder = texts["folder_id"].flatMap({ Int($0) }) {
      guard state.folders[folder] != nil else { return Self.notFound }
      state.copies[index].folder = folder
    }
    return Self.done
  }

  private func changeWant(_ release: Int, _ state: inout FickleAccount.State) -> HTTP.Response {
    guard var want = state.wants[release] ?? (method == .put ? FickleAccount.Want() : nil) else {
      return Self.notFound
    }
    if let notes = texts["notes"] { want.notes = notes }
    if let rating = texts["rating"].flatMap({ Int($0) }) { want.rating = rating }
    state.wants[release] = want
    return .json(Self.describe(release, want), status: method == .put ? 201 : 200)
  }

  // MARK: Folders

  private func folders(_ state: FickleAccount.State) -> HTTP.Response {
    let all = Self.describe(0, "All", state.copies.count)
    let rows = state.folders.sorted { $0.key < $1.key }.map { number, name in
      Self.describe(number, name, state.copies.count { $0.folder == number })
    }
    return .json(#"{"folders": [\#(([all] + rows).joined(separator: ", "))]}"#)
  }

  private func makeFolder(_ state: inout FickleAccount.State) -> HTTP.Response {
    let name = texts["name"] ?? ""
    guard !state.folders.values.contains(name) else { return Self.invalid("There is such a folder already.") }
    let number = state.takeNumber()
    state.folders[number] = name
    return .json(Self.describe(number, name, 0), status: 201)
  }

  private func renameFolder(_ number: Int, _ state: inout FickleAccount.State) -> HTTP.Response {
    let name = texts["name"] ?? ""
    guard state.folders[number] != nil else { return Self.notFound }
    guard !state.folders.contains(where: { $0.key != number && $0.value == name }) else {
      return Self.invalid("There is such a folder already.")
    }
    state.folders[number] = name
    return .json(Self.describe(number, name, 0))
  }

  private func deleteFolder(_ number: Int, _ state: inout FickleAccount.State) -> HTTP.Response {
    guard state.folders[number] != nil else { return Self.notFound }
    guard !state.copies.contains(where: { $0.folder == number }) else {
      return Self.invalid("The folder is not empty.")
    }
    state.folders[number] = nil
    return Self.done
  }

  private static func invalid(_ message: String) -> HTTP.Response {
    .json(#"{"message": "\#(message)"}"#, status: 422)
  }

  // MARK: Rows

  private static func describe(_ number: Int, _ name: String, _ count: Int) -> String {
    #"{"id": \#(number), "name": "\#(name)", "count": \#(count)}"#
  }

  private static func basics(_ release: Int) -> String {
    """
    "basic_information": {"id": \(release), "title": "Title \(release)", "year": 1959, \
    "artists": [{"id": \(release), "name": "Artist \(release)"}], "labels": [], "formats": []}
    """
  }

  private static func describe(_ copy: FickleAccount.Copy) -> String {
    let notes = copy.note.isEmpty ? "" : #""notes": [{"field_id": 3, "value": "\#(copy.note)"}], "#
    return """
      {"id": \(copy.release), "instance_id": \(copy.instance), "folder_id": \(copy.folder), "rating": \(copy.rating), \
      "date_added": "2026-03-01T12:00:00-08:00", \(notes)\(basics(copy.release))}
      """
  }

  private static func describe(_ release: Int, _ want: FickleAccount.Want) -> String {
    """
    {"id": \(release), "rating": \(want.rating), "notes": "\(want.notes)", \
    "date_added": "2026-03-01T12:00:00-08:00", \(basics(release))}
    """
  }

  private func page(_ rows: [String], of name: String) -> HTTP.Response {
    let size = Self.rowsPerPage
    let number = query["page"].flatMap { Int($0) } ?? 1
    let pages = max(1, (rows.count + size - 1) / size)
    guard number <= pages else {
      return .json(#"{"message": "Page \#(number) is outside of valid range [1, \#(pages)]."}"#, status: 404)
    }
    let here = rows.dropFirst((number - 1) * size).prefix(size)
    let next = number < pages ? #""next": "https://api.discogs.com/next""# : ""
    return .json(
      """
      {"pagination": {"page": \(number), "pages": \(pages), "per_page": \(size), "items": \(rows.count), \
      "urls": {\(next)}}, "\(name)": [\(here.joined(separator: ", "))]}
      """)
  }
}
