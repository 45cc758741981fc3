import Clients
import Features
import RunoutModel
import Terminal
import Wording

/// The columns of a list on the market: those that a narrow screen has no room for are left out.
struct MarketColumns {
  struct Column {
    var caption: String
    var width: Int
    /// From which width of the page on it is shown.
    var from: Int
    var alignment = TextAlignment.leading
  }

  private let name: Int
  private let columns: [Column]
  private let caption: String

  init(_ caption: String, _ all: [Column], width: Int) {
    self.caption = caption
    columns = all.map { column in
      var column = column
      if width < column.from { column.width = 0 }
      return column
    }
    name = max(8, width - 2 - columns.filter { $0.width > 0 }.map { $0.width + 1 }.reduce(0, +))
  }

  var captions: [ListColumn] {
    [ListColumn(caption: caption, columns: name)]
      + columns.filter { $0.width > 0 }.map {
        ListColumn(caption: $0.caption, columns: $0.width, alignment: $0.alignment)
      }
  }

  /// - Parameter cells: a text for each column, those left out included.
  func draw(
    _ names: (artist: String, title: String), _ cells: [(text: String, style: CellStyle)], in rect: Rect, theme: Theme,
    on canvas: inout Canvas
  ) {
    var area = rect
    var field = area.takeLeft(name)
    if names.artist.isEmpty {
      canvas.write(names.title, in: field)
    } else {
      _ = field.takeLeft(canvas.write(names.artist, at: field.origin, columns: field.columns))
      if field.columns > 3 {
        _ = field.takeLeft(canvas.write(" – ", at: field.origin, style: theme.quiet))
        canvas.write(names.title, in: field)
      }
    }
    for (column, cell) in zip(columns, cells) where column.width > 0 {
      _ = area.takeLeft(1)
      canvas.write(cell.text, in: area.takeLeft(column.width), style: cell.style, alignment: column.alignment)
    }
  }
}

extension Wording {
  static func part(_ part: MarketModel.Part) -> String {
    switch part {
    case .wants: ScreenWords.wantsForSale
    case .listings: ScreenWords.myListings
    case .sellers: "sellers"
    }
  }

  /// `3 h ago`, `now`.
  static func ago(_ seconds: Double) -> String {
    let age = age(seconds)
    return seconds < 60 ? age : "\(age) ago"
  }

  /// Where the copies of something are: `Jazz`, `2 copies`, `not on the shelf`.
  static func shelf(_ copies: [CollectionCopy]) -> String {
    switch copies.count {
    case 0: ScreenWords.notOnShelf
    case 1: copies[0].folder
    default: ScreenWords.copies(copies.count)
    }
  }
}
