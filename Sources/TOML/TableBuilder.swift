import Wording

struct KeyPart {
  var name: String
  var position: TOMLPosition
}

/// A table while it is being read. Its origin decides what may be added to it.
final class TableBuilder {
  enum Origin {
    /// From a header of a table within it: `a` in `[a.b]`. It may still get a header of its own.
    case passed
    /// From its own header, or the root.
    case header
    /// From a dotted key: `a` in `a.b = 1`. Only statements below the same header may add to it.
    case dotted
  }

  /// The tables of `[[name]]`, one for each such header.
  final class List {
    var tables: [TableBuilder]

    init(_ first: TableBuilder) { tables = [first] }
  }

  enum Node {
    case value(TOMLValue)
    case table(TableBuilder)
    case list(List)
  }

  private var origin: Origin
  private var names: [KeyPart] = []
  private var nodes: [Node] = []
  private var places: [String: Int] = [:]

  init(_ origin: Origin) { self.origin = origin }

  /// The finished table. Recurses as deep as tables are nested, which is limited.
  var table: TOMLTable {
    TOMLTable(
      entries: zip(names, nodes).map { name, node in
        let value =
          switch node {
          case .value(let value): value
          case .table(let builder): TOMLValue(.table(builder.table), at: name.position)
          case .list(let list):
            TOMLValue(.array(list.tables.map { TOMLValue(.table($0.table), at: name.position) }), at: name.position)
          }
        return TOMLTable.Entry(name: name.name, position: name.position, value: value)
      }, places: places)
  }

  private func add(_ part: KeyPart, _ node: Node) {
    places[part.name] = nodes.count
    names.append(part)
    nodes.append(node)
  }

  /// Returns the table that one part of a path leads to, made if necessary.
  ///
  /// - Parameters:
  ///   - origin: ``Origin/passed`` on the way to a header's table, ``Origin/dotted`` on the way to a dotted key's
  ///     value, which may only go through tables that dotted keys have made.
  ///   - path: the path up to this part, for the mistake.
  private func inner(
    _ part: KeyPart, _ origin: Origin, _ path: ArraySlice<KeyPart>
  ) throws(TOMLMistake) -> TableBuilder {
    guard let place = places[part.name] else {
      let inner = TableBuilder(origin)
      add(part, .table(inner))
      return inner
    }
    switch nodes[place] {
    case .table(let inner) where origin == .passed || inner.origin == .dotted: return inner
    // Never empty: it is made with its first table.
    case .list(let list) where origin == .passed: return list.tables[list.tables.count - 1]
    default: throw isThere(place, path)
    }
  }

  func insert(_ value: TOMLValue, at path: [KeyPart]) throws(TOMLMistake) {
    guard let last = path.last else { return }
    var table = self
    for (number, part) in path.dropLast().enumerated() { table = try table.inner(part, .dotted, path[...number]) }
    if let place = table.places[last.name] { throw table.isThere(place, path[...]) }
    table.add(last, .value(value))
  }

  /// Returns the table of a header, made if necessary.
  ///
  /// - Parameter isList: whether it is a header in double brackets.
  func open(_ path: [KeyPart], isList: Bool) throws(TOMLMistake) -> TableBuilder {
    guard let last = path.last else { return self }
    var table = self
    for (number, part) in path.dropLast().enumerated() { table = try table.inner(part, .passed, path[...number]) }
    guard let place = table.places[last.name] else {
      let opened = TableBuilder(.header)
      table.add(last, isList ? .list(List(opened)) : .table(opened))
      return opened
    }
    switch table.nodes[place] {
    case .table(let opened) where opened.origin == .passed && !isList:
      opened.origin = .header
      return opened
    case .list(let list) where isList:
      let opened = TableBuilder(.header)
      list.tables.append(opened)
      return opened
    default: throw table.isThere(place, path[...])
    }
  }

  private func isThere(_ place: Int, _ path: ArraySlice<KeyPart>) -> TOMLMistake {
    let name = path.map(\.name).joined(separator: ".")
    let position = path.last?.position ?? names[place].position
    return TOMLMistake(position, TOMLWords.setAlready(TOMLReader.quoted(name), line: names[place].position.line))
  }
}
