import Wording

/// One part of a dotted key.
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

    init(_ first: TableBuilder) {
      tables = [first]
    }
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

  init(_ origin: Origin) {
    self.origin = origin
  }

  /// The finished table. Recurses as deep as tables are nested, which is limited.
  var table: TOMLTable {
    TOMLTable(
      zip(names, nodes).map { name, node in
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

  // MARK: Keys

  /// Adds a value at a dotted key.
  func insert(_ value: TOMLValue, at path: [KeyPart]) throws(TOMLMistake) {
    var table = self
    for (number, part) in path.enumerated() {
      let isLast = number == path.count - 1
      guard let place = table.places[part.name] else {
        if isLast {
          table.add(part, .value(value))
        } else {
          let inner = TableBuilder(.dotted)
          table.add(part, .table(inner))
          table = inner
        }
        continue
      }
      guard !isLast, case .table(let inner) = table.nodes[place], inner.origin == .dotted else {
        throw table.isThere(place, path[...number])
      }
      table = inner
    }
  }

  // MARK: Headers

  /// Returns the table of a header, made if necessary.
  ///
  /// - Parameter isList: whether it is a header in double brackets.
  func open(_ path: [KeyPart], isList: Bool) throws(TOMLMistake) -> TableBuilder {
    guard let last = path.last else { return self }
    var table = self
    for (number, part) in path.dropLast().enumerated() {
      guard let place = table.places[part.name] else {
        let inner = TableBuilder(.passed)
        table.add(part, .table(inner))
        table = inner
        continue
      }
      switch table.nodes[place] {
      case .table(let inner): table = inner
      // Never empty: it is made with its first table.
      case .list(let list): table = list.tables[list.tables.count - 1]
      case .value: throw table.isThere(place, path[...number])
      }
    }
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
