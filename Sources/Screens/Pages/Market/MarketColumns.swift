import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

extension MarketPage {
  private enum WantFact { case name, state, lowest, limit, saving, copies, checked, format }

  private static let wantColumns: [ListColumn<WantFact>] = [
    .init(.name, ColumnWords.name, share: 1, sorts: .artist, .title),
    .init(.format, FieldWords.format, 15, from: 70, sorts: .format), .init(.state, FieldWords.market, 16, from: 88),
    .init(.lowest, ColumnWords.lowest, 9, alignment: .trailing, sorts: .price),
    .init(.limit, FieldWords.limit, 9, from: 44, alignment: .trailing),
    .init(.saving, ColumnWords.below, 7, from: 62, below: 88, alignment: .trailing),
    .init(.copies, ColumnWords.copies, 6, from: 78, alignment: .trailing),
    .init(.checked, ColumnWords.checked, 12, from: 104),
  ]

  func drawWants(_ list: ListDrawing, in rect: Rect, on canvas: inout Canvas) {
    let theme = style.theme
    let layout = ColumnLayout(Self.wantColumns, in: rect)
    let saysState = layout.area(of: .state, in: rect) != nil
    list.draw(model.wants, layout, in: rect, on: &canvas) { row, cell, canvas in
      switch cell.fact {
      case .name: canvas.writeName(row.want.subject.names, in: cell.area, theme: theme)
      case .state:
        // Of most wants copies are for sale, and the price says so.
        let isPlain = row.isForSale && !row.isAtPrice
        let words = row.saving.map { MarketWords.below($0.displayName) } ?? (isPlain ? "" : MarketWording.state(row))
        canvas.write(words, in: cell, style: row.isAtPrice ? theme.accent.bold : theme.quiet)
      case .saving:
        if let saving = row.saving { canvas.write(saving.displayName, in: cell, style: theme.accent.bold) }
      case .lowest:
        if row.seen?.lowest == nil, !saysState {
          canvas.write(MarketWording.shortState(row), in: cell, style: theme.quiet)
        } else {
          canvas.writePrice(row.seen?.lowest, in: cell, theme: theme, isAtLimit: row.isAtPrice, isSigned: !saysState)
        }
      case .limit: canvas.writePrice(row.limit, in: cell, theme: theme)
      case .copies: canvas.write(row.seen.map { Wording.number($0.copiesForSale) } ?? "–", in: cell)
      case .checked:
        if let seen = row.seen { canvas.write(Wording.ago(style.store.now - seen.at), in: cell, style: theme.quiet) }
      case .format: canvas.write(Wording.format(row.want.format), in: cell, style: theme.quiet)
      }
    }
  }

  private enum ListingFact { case name, price, status, grades, yourCopy, listed }

  private static let listingColumns: [ListColumn<ListingFact>] = [
    .init(.name, ColumnWords.name, share: 1, sorts: .artist, .title),
    .init(.price, ColumnWords.price, 9, alignment: .trailing, sorts: .price),
    .init(.status, ColumnWords.status, 9, from: 34), .init(.grades, ColumnWords.grades, 9, from: 68),
    .init(.yourCopy, ColumnWords.yourCopy, 16, from: 56),
    .init(.listed, ColumnWords.listed, 10, from: 98, sorts: .added),
  ]

  func drawListings(_ list: ListDrawing, in rect: Rect, on canvas: inout Canvas) {
    let theme = style.theme
    list.draw(model.listings, ColumnLayout(Self.listingColumns, in: rect), in: rect, on: &canvas) { row, cell, canvas in
      switch cell.fact {
      case .name: canvas.writeName(row.listing.item.subject.names, in: cell.area, theme: theme)
      case .price: canvas.writePrice(row.listing.price, in: cell, theme: theme)
      case .status: canvas.write(row.listing.status, in: cell)
      case .grades: canvas.writeGrades(row.listing.grades, in: cell, theme: theme)
      case .yourCopy:
        canvas.write(Wording.shelf(row.copies), in: cell, style: row.copies.isEmpty ? theme.quiet : theme.text)
      case .listed: canvas.write(String(row.listing.posted.prefix(10)), in: cell, style: theme.quiet)
      }
    }
  }

  private enum OrderFact { case name, items, total, status, buyer, ordered }

  private static let orderColumns: [ListColumn<OrderFact>] = [
    .init(.ordered, ColumnWords.ordered, 10), .init(.status, ColumnWords.status, 18),
    .init(.total, ColumnWords.total, 9, alignment: .trailing), .init(.buyer, ColumnWords.buyer, 14, from: 58),
    .init(.items, ColumnWords.copies, 6, from: 68, alignment: .trailing),
    .init(.name, ColumnWords.name, share: 1, from: 84),
  ]

  func drawOrders(_ list: ListDrawing, in rect: Rect, on canvas: inout Canvas) {
    let theme = style.theme
    list.draw(model.orders, ColumnLayout(Self.orderColumns, in: rect), in: rect, on: &canvas) { row, cell, canvas in
      switch cell.fact {
      case .ordered: canvas.write(String(row.created.prefix(10)), in: cell, style: theme.quiet)
      case .status: canvas.write(row.status, in: cell)
      case .total: canvas.writePrice(row.total, in: cell, theme: theme)
      case .buyer: canvas.write(row.buyer?.user.name ?? "", in: cell)
      case .items: canvas.write(Wording.number(row.items.count), in: cell, style: theme.quiet)
      case .name: canvas.write(row.items.first?.description ?? "", in: cell, style: theme.quiet)
      }
    }
  }

  private enum SellerFact { case name, wanted, listings, checked }

  private static let sellerColumns: [ListColumn<SellerFact>] = [
    .init(.name, ColumnWords.seller, share: 1), .init(.wanted, ColumnWords.yourWants, 10, alignment: .trailing),
    .init(.listings, FieldWords.forSale, 9, from: 34, alignment: .trailing),
    .init(.checked, ColumnWords.checked, 20, from: 58),
  ]

  func drawSellers(_ list: ListDrawing, in rect: Rect, on canvas: inout Canvas) {
    let quiet = style.theme.quiet
    list.draw(model.sellers, ColumnLayout(Self.sellerColumns, in: rect), in: rect, on: &canvas) { row, cell, canvas in
      switch cell.fact {
      case .name: canvas.write(row.name, in: cell)
      case .wanted: canvas.write(row.lookedAt == nil ? "–" : Wording.number(row.wanted), in: cell)
      case .listings: canvas.write(row.lookedAt == nil ? "–" : Wording.number(row.listings), in: cell, style: quiet)
      case .checked:
        let checked = row.lookedAt.map { Wording.ago(style.store.now - $0) } ?? ScreenWords.notYet
        canvas.write(checked, in: cell, style: quiet)
      }
    }
  }
}

extension Wording {
  static func part(_ part: MarketModel.Part) -> String {
    switch part {
    case .wants: ScreenWords.wantsForSale
    case .listings: ScreenWords.myListings
    case .orders: ScreenWords.myOrders
    case .sellers: "sellers"
    }
  }

  /// `3 h ago`, `now`.
  static func ago(_ seconds: Double) -> String {
    let age = age(seconds)
    return seconds < 60 ? age : "\(age) ago"
  }

  /// The folder of the only copy, or the number of copies: `Jazz`, `2 copies`, `not on the shelf`.
  static func shelf(_ copies: [CollectionCopy]) -> String {
    switch copies.count {
    case 0: ScreenWords.notOnShelf
    case 1: copies[0].folder
    default: ScreenWords.copies(copies.count)
    }
  }
}
