import Clients
public import DiscogsModel
public import Observation
import Wording

/// An order over the list of orders: its copies, what they cost, and its messages. Addresses stay on Discogs.
@Observable
public final class OrderPane: TextPane, Loader {
  public private(set) var order: Order
  private var messages: [OrderMessage]?

  init(_ order: Order, context: PageContext) {
    self.order = order
    super.init(context)
    layOut(isSameWidth: true)
    reload()
  }

  public override func reload() {
    load(orReport: SellingWords.readFailed) { [id = order.id] services in
      (try await services.selling.order(id), try await services.selling.messages(id))
    } then: {
      ($0.order, $0.messages) = $1
      $0.layOut(isSameWidth: true)
    }
  }

  override func layOut(isSameWidth: Bool) {
    var builder = DocumentBuilder(columns: columns, measure: context.measure)
    builder.paragraph([Span("\(order.id.text)  \(order.status)", .strong)])
    builder.blank()
    builder.fact(ColumnWords.buyer, [Span(order.buyer?.user.name ?? "")])
    builder.fact(ColumnWords.ordered, [Span(String(order.created.prefix(10)))])
    builder.fact(ColumnWords.total, [Span(order.total?.displayName ?? "", .price)])
    builder.fact(SellingWords.shipping, [Span(order.shipping?.displayName ?? "")])
    builder.fact(SellingWords.fee, [Span(order.fee?.displayName ?? "")])
    builder.fact(SellingWords.next, [Span(order.nextStatuses.filter { $0 != order.status }.joined(separator: ", "))])
    builder.caption(ColumnWords.copies, trailing: "\(order.items.count)")
    for item in order.items {
      let link = item.release.map { LinkTarget.entity(.release($0)) }
      builder.paragraph([Span(TextField.clean(item.description), link: link)], trailing: item.price?.displayName ?? "")
    }
    if let messages {
      builder.caption(SellingWords.messages, trailing: "\(messages.count)")
      for message in messages {
        let day = String(message.timestamp.prefix(10))
        builder.paragraph([Span("\(message.author?.name ?? "Discogs")  \(day)", .quiet)])
        for line in message.message.split(whereSeparator: \.isNewline) {
          builder.paragraph([Span(TextField.clean(String(line)))])
        }
        builder.blank()
      }
    }
    view.show(builder.lines, isSameWidth: isSameWidth)
  }

  public override func text(toCopy command: Command) -> String? { order.text(toCopy: command) }
}

extension Order: PaneRow {
  nonisolated public var webAddress: String? { "https://www.discogs.com/sell/order/\(id.text)" }

  nonisolated public func text(toCopy command: Command) -> String? {
    switch command {
    case .copyName, .copyID: id.text
    case .copyURL: webAddress
    default: nil
    }
  }

  nonisolated var searchText: String {
    ([id.text, status, buyer?.user.name ?? ""] + items.map(\.description)).joined(separator: " ")
  }
}
