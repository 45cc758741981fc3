import Clients
import DiscogsJSON
import Features
import RunoutModel
import Screens
import Terminal
import Wording

/// Formats a list of the shelf as a document: JSON, Markdown, text or a web page.
enum ShelfDocument {
  /// An array of objects, one on each line.
  nonisolated static func json(_ objects: [JSONObject]) -> [UInt8] {
    Array("[\n\(objects.map(\.text).joined(separator: ",\n"))\(objects.isEmpty ? "" : "\n")]\n".utf8)
  }

  nonisolated static func markdown(_ header: [String], _ rows: [[String]]) -> [UInt8] {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    return Array((line(header) + line(header.map { _ in "---" }) + rows.map { line($0.map(escaped)) }.joined()).utf8)
  }

  /// A line for each record, with its facts in brackets.
  nonisolated static func text(_ rows: [(record: String, facts: [String])]) -> [UInt8] {
    Array(
      rows.map { row in
        let facts = row.facts.filter { !$0.isEmpty }.map(oneLine).joined(separator: "; ")
        return oneLine(row.record) + (facts.isEmpty ? "" : "  [\(facts)]") + "\n"
      }.joined().utf8)
  }

  /// A web page with a table, for the screen and for paper.
  nonisolated static func html(_ header: [String], _ rows: [[String]]) -> [UInt8] {
    let style = """
      body{font:8pt/1.3 sans-serif}table{border-collapse:collapse}th{text-align:left}td{border-top:.2mm solid #999;\
      overflow-wrap:break-word}th,td{padding:.5mm 2mm .5mm 0;vertical-align:top}tr{break-inside:avoid}\
      @page{size:A4 landscape;margin:10mm}
      """
    func line(_ cells: [String], _ tag: String) -> String {
      "<tr>\(cells.map { "<\(tag)>\(inHTML($0))</\(tag)>" }.joined())</tr>\n"
    }
    let body = rows.map { line($0, "td") }.joined()
    return page(VerbWords.shelfList, style, "<table><thead>\(line(header, "th"))</thead>\n\(body)</table>\n")
  }

  /// A web page of spine labels, each on a strip of its own with room to cut.
  nonisolated static func labels(_ rows: [some ShelfRow]) -> [UInt8] {
    let style = """
      body{margin:0;font:7.5pt/5mm sans-serif}div{width:120mm;height:5mm;padding:0 2mm;border:.2mm dashed #999;\
      border-top:0;overflow:hidden;white-space:nowrap;break-inside:avoid}div:first-child{border-top:.2mm dashed #999}\
      b,span{float:left;overflow:hidden;text-overflow:ellipsis}span{text-align:right}@page{margin:12mm}
      """
    let strips = rows.map { row in
      let label = spine(row, most: 37)
      // Both have their millimetres here: weasyprint lets a name that is too long for a flexible box run over its edge.
      // One is left over, or the label would stand below where the two are rounded up.
      let room = label.isEmpty ? 0 : min(60, 4 + TextWidth.columns(label) * 3 / 2)
      return """
        <div><b style="width:\(119 - room)mm">\(inHTML(row.name))</b>\
        <span style="width:\(room)mm">\(inHTML(label))</span></div>\n
        """
    }
    return page(VerbWords.spineLabels, style, strips.joined())
  }

  /// `Columbia · CL 1355 · 1959`, with the label's name cut where all of it is longer than so many columns.
  nonisolated static func spine(_ row: some ShelfRow, most: Int = .max) -> String {
    let facts = [row.catalogueNumber, row.year.map(String.init) ?? ""].filter { !$0.isEmpty }
    let room = max(0, most - facts.reduce(0) { $0 + TextWidth.columns($1) + 3 })
    let label = TextWidth.columns(row.label) > room ? TextWidth.cut(row.label, to: room, ellipsis: true) : row.label
    return ([label] + facts).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private nonisolated static func page(_ title: String, _ style: String, _ body: String) -> [UInt8] {
    Array("<!doctype html><meta charset=\"utf-8\"><title>\(title)</title><style>\(style)</style><body>\n\(body)".utf8)
  }

  private nonisolated static func inHTML(_ text: String) -> String {
    oneLine(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// The headings for `record`.
  nonisolated static let recordNames = [
    FieldWords.artist, FieldWords.title, FieldWords.year, FieldWords.format, FieldWords.label,
    FieldWords.number,
  ]

  nonisolated static func record(_ row: some ShelfRow) -> [String] {
    [row.artist, row.title, row.year.map(String.init) ?? "", row.format, row.label, row.catalogueNumber]
  }

  /// `Miles Davis – Kind Of Blue (1959, LP, Album) Columbia – CL 1355`
  nonisolated static func line(_ row: some ShelfRow) -> String {
    let edition = [row.year.map(String.init) ?? "", row.format].filter { !$0.isEmpty }.joined(separator: ", ")
    let label = [row.label, row.catalogueNumber].filter { !$0.isEmpty }.joined(separator: " – ")
    return row.name + (edition.isEmpty ? "" : " (\(edition))") + (label.isEmpty ? "" : " \(label)")
  }

  /// Notes and own fields; each except the notes has its name.
  nonisolated static func notes(_ copy: CollectionCopy) -> String {
    copy.fields.map { $0.name == "Notes" ? $0.value : "\($0.name): \($0.value)" }.joined(separator: "; ")
  }

  /// Escapes Markdown, and anything that would end the cell.
  private nonisolated static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\", "|", "*", "_", "`", "<", "[", "]": result += "\\\(character)"
      default: result += character.isNewline ? "<br>" : String(character)
      }
    }
    return Harmless.text(result)
  }

  private nonisolated static func oneLine(_ text: String) -> String {
    Harmless.text(String(text.map { $0.isNewline ? " " : $0 }))
  }
}
