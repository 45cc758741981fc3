import DiscogsJSON
import RunoutModel
import Screens
import Terminal

/// A verb's list: columns for people and spreadsheets, and a JSON object for each row.
///
///     Table(folders, [
///       .text("folder", json: "name") { $0.name }, .number("copies", json: "count") { $0.copies },
///     ]).write(as: options)
struct Table<Row> {
  struct Column {
    fileprivate enum Layout { case text, number, name }

    fileprivate let title: String
    fileprivate let member: String
    fileprivate let layout: Layout
    fileprivate let drop: Int?
    fileprivate let value: (Row) -> (any Showable)?

    /// - Parameters:
    ///   - member: the name in JSON, if not the title.
    ///   - drop: when a narrow terminal drops the column, 1 first; nil for one that stays.
    static func text(
      _ title: String, json member: String? = nil, drop: Int? = nil, _ value: @escaping (Row) -> (any Showable)?
    ) -> Column {
      Column(title: title, member: member ?? title, layout: .text, drop: drop, value: value)
    }

    /// A right-aligned column; the parameters are those of `text`.
    static func number(
      _ title: String, json member: String? = nil, drop: Int? = nil, _ value: @escaping (Row) -> (any Showable)?
    ) -> Column {
      Column(title: title, member: member ?? title, layout: .number, drop: drop, value: value)
    }

    /// A column that identifies a row: it gets space first.
    static func name(_ title: String, json member: String? = nil, _ value: @escaping (Row) -> String) -> Column {
      Column(title: title, member: member ?? title, layout: .name, drop: nil, value: value)
    }
  }

  private let rows: [Row]
  private let columns: [Column]
  private let object: (Row) -> JSONObject

  /// - Parameter object: a row as JSON, if its members are not just the columns.
  init(_ rows: [Row], _ columns: [Column], json object: ((Row) -> JSONObject)? = nil) {
    (self.rows, self.columns) = (rows, columns)
    self.object =
      object
      ?? { row in
        columns.reduce(into: JSONObject()) { object, column in object.show(column.member, column.value(row)) }
      }
  }

  /// - Parameter sentences: in place of a table for people; texts from outside in them are made harmless here.
  func write(as options: ListOptions, plain sentences: @autoclosure () -> [String]? = nil) {
    if options.json {
      Output.lines(rows.map { object($0).text })
    } else if options.csv {
      let cells = options.spreadsheetSafe ? cells.map { $0.map(SpreadsheetCell.defused) } : cells
      Output.lines(([columns.map(\.title)] + cells).map { $0.map(Self.csvField).joined(separator: ",") })
    } else if let sentences = sentences() {
      Output.lines(sentences.map(Harmless.text))
    } else if Output.isTerminal {
      let dropped = columns.enumerated().compactMap { place, column in column.drop.map { (place, drop: $0) } }
      let table = TextTable(
        header: columns.map(\.title), rows: cells, rightAligned: places(of: .number), names: places(of: .name),
        leastImportant: dropped.sorted { $0.drop < $1.drop }.map(\.0))
      Output.lines(table.lines(columns: Output.columns).map { Output.isUTF8 ? $0 : Transliteration.ascii($0) })
    } else {
      // For programs: whole values, one tab between them, no header.
      Output.lines(cells.map { $0.joined(separator: "\t") })
    }
  }

  private var cells: [[String]] { rows.map { row in columns.map { Harmless.text($0.value(row)?.cell ?? "") } } }

  private func places(of layout: Column.Layout) -> Set<Int> {
    Set(columns.indices.filter { columns[$0].layout == layout })
  }

  private static func csvField(_ text: String) -> String {
    // A combining sign behind a comma or a quote makes one character with it.
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { $0 == "," || $0 == "\"" || Character($0).isNewline }) else { return text }
    return "\"" + String(String.UnicodeScalarView(scalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] })) + "\""
  }
}
