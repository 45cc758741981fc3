internal import DiscogsModel
internal import Fuzzing
internal import RunoutModel

extension FuzzTarget {
  /// The query language of the search and of the shelf, and what is pasted into the prompt.
  static let query = FuzzTarget("query", isLong: false) { bytes in
    let text = bytes.text
    do throws(QueryError) {
      let query = try SearchQuery(parsing: text)
      _ = query.barcodeCandidate
      checkSpelling(of: query)
    } catch {
      precondition(error.column >= 1 && error.column <= text.count + 1, "column \(error.column) is not in the text")
    }
    do throws(QueryError) {
      _ = try ShelfQuery(parsing: text)
    } catch {
      precondition(error.column >= 1 && error.column <= text.count + 1, "column \(error.column) is not in the text")
    }
    if let reference = EntityReference(pasted: text) { precondition(reference.number > 0) }
  }

  /// The one spelling that a query has says the same query.
  private static func checkSpelling(of query: SearchQuery) {
    let spelling = query.description
    do throws(QueryError) {
      let again = try SearchQuery(parsing: spelling)
      precondition(again == query, "“\(spelling)” is another query")
    } catch {
      preconditionFailure("“\(spelling)” cannot be read: \(error.reason)")
    }
  }
}
