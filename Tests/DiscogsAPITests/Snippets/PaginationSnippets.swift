import DiscogsAPI
import DiscogsModel
import Testing

struct PaginationSnippets {
  /// Three pages of a want list, the last of which names no next one.
  private let client = snippetClient(as: snippetAccount) { request in
    let number = request.url.split(separator: "?").last.flatMap { query in
      query.split(separator: "&").first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) }
    }
    let page = number ?? 1
    let next = page < 3 ? #"{"next": "https://x/"}"# : "{}"
    return .json(
      #"{"pagination": {"page": \#(page), "pages": 3, "per_page": 1, "items": 3, "urls": \#(next)}, "#
        + #""wants": [{"id": \#(page), "basic_information": {"id": \#(page), "title": "Record \#(page)"}}]}"#)
  }

  @Test func `a loop reads row after row`() async throws {
    var titles: [String] = []
    // snippet: pages-each
    for try await want in client.pages({ .wants(of: "hedda-crate", page: $0) }).each {
      titles.append(want.release.title)
      if titles.count == 2 { break }
    }
    // end
    #expect(titles == ["Record 1", "Record 2"])
  }

  @Test func `a loop reads page after page`() async throws {
    var titles: [String] = []
    // snippet: pages-loop
    for try await page in client.pages({ .wants(of: "hedda-crate", page: $0) }) {
      titles += page.value.rows.map(\.release.title)
      if titles.count >= 1000 { break }
    }
    // end
    #expect(titles == ["Record 1", "Record 2", "Record 3"])
  }

  @Test func `all rows at once, with word of how far it is`() async throws {
    let told = Recorder<String>()
    // snippet: pages-rows
    let everything = client.service(lane: .background, retry: .patient).pages(
      from: PageRequest(rows: 1),
      progress: { step in told.append("\(step.rows) of \(step.total)") },
      { .wants(of: "hedda-crate", sorting: .descending(.added), page: $0) })
    let wants = try await everything.rows()
    // end
    #expect(wants.map(\.release.id) == [1, 2, 3])
    #expect(told.values == ["1 of 3", "2 of 3", "3 of 3"])
  }

  @Test func `one page is asked for by its number`() async throws {
    // snippet: one-page
    let page = try await client.wants(of: "hedda-crate", page: PageRequest(2, rows: 50)).value
    let caption = "page \(page.number) of \(page.pages), \(page.total) wants"
    let isLast = !page.hasNext
    // end
    #expect(caption == "page 2 of 3, 3 wants" && !isLast)
  }

  @Test func `a loop resumes where it failed`() async throws {
    var seen = 0
    // snippet: pages-iterator
    var iterator = client.pages { .wants(of: "hedda-crate", page: $0) }.makeAsyncIterator()
    var failures = 0
    reading: while true {
      do throws(DiscogsError) {
        guard let page = try await iterator.next() else { break reading }
        seen += page.value.rows.count
      } catch {
        failures += 1
        if !error.canRetry || failures > 3 { throw error }  // else the same page is asked for again
      }
    }
    // end
    #expect(seen == 3)
  }
}
