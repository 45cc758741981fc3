import Clients
import DiscogsModel
import Foundation
import LibC
import LiveClients
import RunoutModel
import Wording

/// Reads the items for the shelf's verbs, releases and copies, from arguments or standard input.
enum ShelfArguments {
  /// A copy by its number, or by its release if that is owned once.
  enum CopyName: Hashable, Sendable {
    case number(Int64)
    case release(Release.ID)
  }

  struct Named<Value: Sendable>: Sendable {
    /// The text as typed.
    var item: String
    var value: Value
  }

  /// - Throws: `Failure` if one of them is no release, after reporting each such item.
  @MainActor static func releases(_ arguments: [String]) throws -> [Named<Release.ID>] {
    try parse(arguments, key: "id", column: columnOfID) { text in try release(text) }
  }

  /// Reads wants: releases, or masters for any pressing.
  ///
  /// - Throws: `Failure` if one of them is neither, after reporting each such item.
  @MainActor static func wants(_ arguments: [String]) throws -> [Named<Wanted>] {
    try parse(arguments, key: "id", column: columnOfID) { text in try wanted(text) }
  }

  /// Reads releases, masters and labels.
  ///
  /// - Throws: `Failure` if one of them is none, after reporting each such item.
  @MainActor static func records(_ arguments: [String]) throws -> [Named<EntityReference>] {
    try parse(arguments, key: "id", column: columnOfID) { text in
      let reference = EntityReference(pasted: text) ?? EntityReference(pasted: "[\(text)]")
      if let reference, reference.kind == .label { return reference }
      return try wanted(text).reference
    }
  }

  /// The listing verbs write the id first, or after the kind of record.
  private static func columnOfID(_ fields: [String]) -> Int {
    fields.first.flatMap { EntityKind(rawValue: $0) } == nil ? 0 : 1
  }

  @MainActor private static func release(_ text: String) throws -> Release.ID {
    Release.ID(try EntityReference(typed: text, as: .release).number)
  }

  /// - Throws: `Failure` for anything but a release or a master.
  @MainActor static func wanted(_ text: String) throws -> Wanted {
    if case .master(let id)? = EntityReference(pasted: text) ?? EntityReference(pasted: "[\(text)]") {
      return .master(id)
    }
    return .release(try release(text))
  }

  /// - Throws: `Failure` if one of them is no copy, after reporting each such item.
  @MainActor static func copies(_ arguments: [String]) throws -> [Named<CopyName>] {
    // The last column of `collection list` is the copy's number.
    try parse(arguments, key: "copy", column: { $0.count - 1 }) { text in
      if let number = Int64(text), number > 0 { return .number(number) }
      do { return .release(try release(text)) } catch { throw Failure(VerbWords.notACopy(text), .usage) }
    }
  }

  /// Reads the numbers of pending changes, or of another list; nil for `all`.
  @MainActor static func numbers(
    _ arguments: [String], of what: String = "pending change", in list: String = "pending"
  ) throws -> [Named<Int64>]? {
    if arguments == ["all"] { return nil }
    return try parse(arguments, key: "id", column: { _ in 0 }) { text in
      guard let number = Int64(text), number > 0 else { throw Failure(VerbWords.notListed(text, what, list), .usage) }
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

  /// The most lines of one run, empty ones included: each item is looked up, and perhaps sent.
  private static let most = 100_000

  /// Replaces `-` by the lines of standard input, each plain, with tabs or as JSON, as the listing verbs write them.
  @MainActor private static func expand(
    _ arguments: [String], key: String, column: ([String]) -> Int
  ) throws -> [String] {
    var all: [String] = []
    for argument in arguments {
      guard argument == "-" else {
        all.append(argument)
        continue
      }
      var lines = 0
      while let line = try Input.line() {
        lines += 1
        guard lines <= most else { throw Failure(VerbWords.tooManyLines(most), .usage) }
        let text = line.trimmed()
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

  /// Adds the letter of its kind to an id that is not a release's, which it would otherwise be taken for.
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
    // A want of any pressing has no release; verbs name it by its master.
    if fields?["any_pressing"] as? Bool == true, let master = fields?["master_id"] as? Int { return "m\(master)" }
    switch fields?[key] {
    case let number as Int: return named(String(number), kind: fields?["type"] as? String)
    case let text as String: return text
    default: throw Failure(VerbWords.noKey(String(line.prefix(40)), key), .usage)
    }
  }
}

extension ShelfEditing {
  /// Makes a task for each item. A `Failure` fails only its own task, any other error stops them all.
  func tasks<Value>(
    for items: [ShelfArguments.Named<Value>], _ prepare: (inout ShelfTask, Value) async throws -> Void
  ) async throws -> [ShelfTask] {
    var tasks: [ShelfTask] = []
    for named in items {
      var task = ShelfTask(item: named.item)
      do { try await prepare(&task, named.value) } catch let failure as Failure { task.failure = failure }
      tasks.append(task)
    }
    return tasks
  }

  /// The facts of a want, as far as they can be read now.
  ///
  /// - Throws: `Failure` for a missing record.
  func facts(of wanted: Wanted) async throws -> ShelfFacts {
    do {
      switch wanted {
      case .release(let id): return ShelfFacts(try await services.catalogue.release(id))
      case .master(let id): return ShelfFacts(try await services.catalogue.master(id))
      }
    } catch {
      switch error {
      case .notFound: throw Failure(error, in: services.source.current().source)
      case .offline, .timedOut, .server, .notDiscogs, .proxy, .rateLimited, .unreadable:
        guard let release = wanted.release else { throw error }
        // The id is enough for a change; the next sync brings the facts.
        if let copy = try await services.shelf.copiesOf(release).first { return ShelfFacts(copy) }
        if let want = try await services.shelf.wantOf(wanted) { return ShelfFacts(want) }
        return ShelfFacts(release: release)
      default: throw error
      }
    }
  }

  /// Makes a task for each copy.
  func tasks(
    on copies: [ShelfArguments.Named<ShelfArguments.CopyName>], _ edits: (CollectionCopy) -> [ShelfEdit]
  ) async throws -> [ShelfTask] {
    try await tasks(for: copies) { task, name in task.edits = edits(try await live.copy(named: name)) }
  }
}

extension LiveServices {
  /// - Throws: `Failure` where there is no such copy, or the release is owned several times.
  func copy(named name: ShelfArguments.CopyName) async throws -> CollectionCopy {
    switch name {
    case .number(let number):
      guard let copy = try await copy(numbered: number) else { throw Failure(VerbWords.noCopy(number), .notFound) }
      return copy
    case .release(let release):
      let copies = try await services.shelf.copiesOf(release)
      guard let copy = copies.first else { throw Failure(VerbWords.notOwned("\(release)"), .notFound) }
      if copies.count == 1 { return copy }
      let numbers = copies.map { VerbWords.copy("\($0.id)", in: $0.folder) }.joined(separator: ", ")
      throw Failure(VerbWords.severalCopies(copies.count, of: "\(release)", numbers), .usage)
    }
  }
}

extension ShelfFacts {
  /// The facts that a row of the shelf shows.
  nonisolated init(_ row: some ShelfEntry) {
    self.init(
      release: row.release, master: row.master, artist: row.artist, title: row.title, label: row.label,
      catalogueNumber: row.catalogueNumber, format: row.format, year: row.year)
  }
}
