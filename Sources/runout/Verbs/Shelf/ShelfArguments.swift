import Clients
import DiscogsModel
import Foundation
import LibC
import LiveClients
import RunoutModel
import Wording

/// Reads what the shelf's verbs are told to change: releases and copies, as arguments or from standard input.
enum ShelfArguments {
  /// A copy as it can be named: by its number, or by its release where there is just one of it.
  enum CopyName: Hashable, Sendable {
    case number(Int64)
    case release(Release.ID)
  }

  struct Named<Value: Sendable>: Sendable {
    /// As it was typed.
    var item: String
    var value: Value
  }

  /// - Throws: `Failure` if one of them is no release, after reporting each.
  @MainActor static func releases(_ arguments: [String]) throws -> [Named<Release.ID>] {
    try parse(arguments, key: "id", column: { $0.first.map { EntityKind(rawValue: $0) == nil ? 0 : 1 } ?? 0 }) { text in
      let reference = try EntityReference(typed: text, as: .release)
      return Release.ID(reference.number)
    }
  }

  /// What is wanted: releases, and masters of which any pressing is.
  ///
  /// - Throws: `Failure` if one of them is neither, after reporting each.
  @MainActor static func wants(_ arguments: [String]) throws -> [Named<Wanted>] {
    try parse(arguments, key: "id", column: { $0.first.map { EntityKind(rawValue: $0) == nil ? 0 : 1 } ?? 0 }) { text in
      try wanted(text)
    }
  }

  /// - Throws: `Failure` for what is neither a release nor a master.
  @MainActor static func wanted(_ text: String) throws -> Wanted {
    if case .master(let id)? = EntityReference(pasted: text) ?? EntityReference(pasted: "[\(text)]") {
      return .master(id)
    }
    return .release(Release.ID(try EntityReference(typed: text, as: .release).number))
  }

  /// - Throws: `Failure` if one of them is no copy, after reporting each.
  @MainActor static func copies(_ arguments: [String]) throws -> [Named<CopyName>] {
    // What `collection list` writes ends with the number.
    try parse(arguments, key: "copy", column: { $0.count - 1 }) { text in
      if let number = Int64(text), number > 0 { return .number(number) }
      do {
        return .release(Release.ID(try EntityReference(typed: text, as: .release).number))
      } catch is Failure {
        throw Failure(
          VerbWords.notACopy(text),
          .usage)
      }
    }
  }

  /// The numbers of pending changes, or what else is listed by number; `all` is nil.
  @MainActor static func numbers(
    _ arguments: [String], of what: String = "pending change", in list: String = "pending"
  ) throws -> [Named<Int64>]? {
    if arguments == ["all"] { return nil }
    return try parse(arguments, key: "id", column: { _ in 0 }) { text in
      guard let number = Int64(text), number > 0 else {
        throw Failure(VerbWords.notListed(text, what, list), .usage)
      }
      return number
    }
  }

  @MainActor private static func parse<Value: Sendable>(
    _ arguments: [String], key: String, column: ([String]) -> Int, _ read: (String) throws -> Value
  ) throws -> [Named<Value>] {
    var found: [Named<Value>] = []
    var mistakes: [String] = []
    for item in try expand(arguments, key: key, column: column) {
      do {
        found.append(Named(item: item, value: try read(item)))
      } catch let failure as Failure {
        mistakes.append(failure.message)
      }
    }
    guard mistakes.isEmpty else {
      Output.excerpt(of: mistakes, by: Output.complain) { $0 }
      throw Failure.reported(.usage)
    }
    guard !found.isEmpty else { throw Failure(VerbWords.nothingGivenToDo, .usage) }
    return found
  }

  /// The most items of one run: each is looked up, and perhaps sent.
  private static let most = 100_000

  /// The arguments, with `-` replaced by what comes by standard input: a line each, whether plain, with tabs or as JSON,
  /// as the verbs that list things write them.
  @MainActor private static func expand(
    _ arguments: [String], key: String, column: ([String]) -> Int
  ) throws -> [String] {
    var all: [String] = []
    for argument in arguments {
      guard argument == "-" else {
        all.append(argument)
        continue
      }
      while let line = try Input.line() {
        guard all.count < most else { throw Failure(VerbWords.tooManyItems(most), .usage) }
        let text = line.trimmingCharacters(in: .whitespaces)
        if text.isEmpty { continue }
        if text.hasPrefix("{") {
          all.append(try value(of: key, in: text))
        } else {
          let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
          all.append(fields.count == 1 ? text : named(fields[column(fields)], kind: fields.first))
        }
      }
    }
    return all
  }

  /// An id, with the letter of its kind where that is said and is not a release's: alone it would be taken for one.
  private static func named(_ id: String, kind: String?) -> String {
    guard let kind = kind.flatMap(EntityKind.init(rawValue:)), kind != .release else { return id }
    return "\(kind.rawValue.prefix(1))\(id)"
  }

  private static func value(of key: String, in line: String) throws -> String {
    let object: Any
    do { object = try JSONSerialization.jsonObject(with: Data(line.utf8)) } catch {
      throw Failure(VerbWords.notJSON(String(line.prefix(40))), .usage)
    }
    let fields = object as? [String: Any]
    // A want of any pressing is of no release, and named as verbs name it.
    if fields?["any_pressing"] as? Bool == true, let master = fields?["master_id"] as? Int { return "m\(master)" }
    switch fields?[key] {
    case let number as Int: return named(String(number), kind: fields?["type"] as? String)
    case let text as String: return text
    default: throw Failure(VerbWords.noKey(String(line.prefix(40)), key), .usage)
    }
  }
}

extension ShelfWork {
  /// What a want is for, as far as it can be found out now.
  ///
  /// - Throws: what stops all tasks; a record that does not exist is its own task's failure.
  func facts(of wanted: Wanted) async throws -> Result<ShelfFacts, Failure> {
    guard case .master(let id) = wanted else { return try await facts(of: Release.ID(wanted.reference.number)) }
    do throws(ClientError) {
      return .success(ShelfFacts(try await services.catalogue.master(id)))
    } catch {
      if case .notFound = error { return .failure(Failure(error, in: services.source.current().source)) }
      throw error
    }
  }

  /// What a release is, as far as it can be found out now.
  ///
  /// - Throws: what stops all tasks; a release that does not exist is its own task's failure.
  func facts(of release: Release.ID) async throws -> Result<ShelfFacts, Failure> {
    do throws(ClientError) {
      return .success(ShelfFacts(try await services.catalogue.release(release)))
    } catch {
      switch error {
      case .notFound: return .failure(Failure(error, in: services.source.current().source))
      case .offline, .timedOut, .server, .notDiscogs, .proxy, .rateLimited, .unreadable:
        // Known well enough to be changed; the next sync tells the rest.
        if let copy = try await services.shelf.copiesOf(release).first { return .success(ShelfFacts(copy)) }
        if let want = try await services.shelf.wantOf(.release(release)) { return .success(ShelfFacts(want)) }
        return .success(ShelfFacts(release: release))
      default: throw error
      }
    }
  }

  /// The copies that are named, each with what is to be done about it.
  func tasks(
    on copies: [ShelfArguments.Named<ShelfArguments.CopyName>], _ edits: (CollectionCopy) -> [ShelfEdit]
  ) async throws -> [ShelfTask] {
    var tasks: [ShelfTask] = []
    for named in copies {
      switch try await copy(named.value) {
      case .success(let copy): tasks.append(ShelfTask(item: named.item, edits: edits(copy)))
      case .failure(let failure): tasks.append(ShelfTask(item: named.item, failure: failure))
      }
    }
    return tasks
  }

  private func copy(_ name: ShelfArguments.CopyName) async throws -> Result<CollectionCopy, Failure> {
    switch name {
    case .number(let number):
      if let copy = try await live.copy(numbered: number) { return .success(copy) }
      return .failure(Failure(VerbWords.noCopy(number), .notFound))
    case .release(let release):
      let copies = try await services.shelf.copiesOf(release)
      if copies.count == 1 { return .success(copies[0]) }
      guard !copies.isEmpty else { return .failure(Failure(VerbWords.notOwned("\(release)"), .notFound)) }
      let numbers = copies.map { VerbWords.copy("\($0.id)", in: $0.folder) }.joined(separator: ", ")
      return .failure(
        Failure(VerbWords.severalCopies(copies.count, of: "\(release)", numbers), .usage))
    }
  }
}

extension ShelfFacts {
  /// What a row of the shelf tells.
  nonisolated init(_ copy: CollectionCopy) {
    self.init(
      release: copy.release, master: copy.master, artist: copy.artist, title: copy.title, label: copy.label,
      catalogueNumber: copy.catalogueNumber, format: copy.format, year: copy.year)
  }

  nonisolated init(_ want: WantListEntry) {
    self.init(
      release: want.release, master: want.master, artist: want.artist, title: want.title, label: want.label,
      catalogueNumber: want.catalogueNumber, format: want.format, year: want.year)
  }
}
