internal import DiscogsJSON

/// The requested page, and its `pagination`.
struct Paging: Sendable {
  let page: Int
  let perPage: Int
  let offset: Int

  /// Clamps values out of range, as Discogs does.
  init(_ call: RouteCall) {
    // No list has so many pages, and the offset must not overflow.
    page = min(1_000_000_000, max(1, call["page"].flatMap { Int($0) } ?? 1))
    perPage = min(100, max(1, call["per_page"].flatMap { Int($0) } ?? 50))
    offset = max(0, (page - 1) * perPage - call.rowsMoved)
  }

  /// A page's answer, with the links to its neighbours in the body and in `Link`.
  ///
  /// - Parameters:
  ///   - items: the number of rows on all pages.
  ///   - ceiling: the most rows that can be paged through.
  ///   - members: the other members of the body.
  /// - Throws: 404 past the last page.
  func answer(
    _ call: RouteCall, items: Int, ceiling: Int = .max, _ members: JSONObject
  ) throws(RouteRefusal) -> RouteAnswer {
    let items = max(0, items + call.totalOff)
    let pages = pages(items: items, ceiling: ceiling)
    guard page <= pages else { throw RouteRefusal(404, "Page \(page) is outside of valid range [1, \(pages)].") }
    let links = links(call, pages: pages)
    var urls = JSONObject()
    for link in links { urls[link.name] = .text(link.url) }
    let pagination: JSONObject = [
      "page": .int(page), "pages": .int(pages), "per_page": .int(perPage), "items": .int(items), "urls": .object(urls),
    ]
    let body: JSONObject = ["pagination": .object(pagination)]
    var answer = RouteAnswer.json(body.with(members))
    if !links.isEmpty {
      answer.fields = [("Link", links.map { "<\($0.url)>; rel=\"\($0.name)\"" }.joined(separator: ", "))]
    }
    return answer
  }

  /// An empty list has one page; a ceiling drops the last page if it is not full.
  private func pages(items: Int, ceiling: Int) -> Int {
    if items > ceiling { return max(1, ceiling / perPage) }
    return max(1, (items + perPage - 1) / perPage)
  }

  private func links(_ call: RouteCall, pages: Int) -> [(name: String, url: String)] {
    func url(_ number: Int) -> String {
      let kept = call.query.filter { $0.name != "page" && $0.name != "per_page" }
      let query = QueryText.join(kept + [("per_page", String(perPage)), ("page", String(number))])
      return "\(call.base)\(call.path)?\(query)"
    }
    var links: [(name: String, url: String)] = []
    if page > 1 { links += [("first", url(1)), ("prev", url(page - 1))] }
    if page < pages { links += [("next", url(page + 1)), ("last", url(pages))] }
    return links
  }
}
