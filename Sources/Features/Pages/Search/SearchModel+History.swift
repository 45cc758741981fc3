import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Searches go into the history with the number of their results, and come back into the prompt.
extension SearchModel {
  func record(of order: ListOrder) -> SearchRecord {
    SearchRecord(
      query: field.text, kind: kind, sort: order.sort, filters: order.filters.values,
      source: context.services.source.current().source)
  }

  /// Updates the search in the history: its order, its filters and its type.
  func revise() {
    guard !isEditing, let remembered else { return }
    let record = record(of: results.rows.order)
    if record != remembered { remember(record, insteadOf: remembered) }
  }

  /// - Parameter old: its present entry there; nil for a new one.
  func remember(_ record: SearchRecord, insteadOf old: SearchRecord? = nil) {
    remembered = record.query.isEmpty ? nil : record
    guard !record.query.isEmpty else { return }
    let services = context.services
    let request = Self.request(
      shownQuery, kind: kind, ListOrder(sort: record.sort, filters: ListFilters(record.filters)))
    let counting = Task { () -> RowCount? in
      // Where that fails, the list says why it has no rows; the search is remembered without a count.
      do { return try await services.catalogue.count(request) } catch { return nil }
    }
    self.counting = counting
    // Not cancelled with the page: what was searched for is remembered even if the page closes at once.
    remembering = context.tasks.run { [context, remembering] in
      var record = record
      record.results = await counting.value
      await remembering?.value
      do {
        if let old {
          try await services.history.revise(old, record)
        } else {
          try await services.history.record(record)
        }
      } catch {
        context.report(AppWords.rememberSearchFailed, ClientError(error))
      }
    }
  }

  // MARK: In the prompt

  func recall(older: Bool) {
    if let recalled { return recall(recalled, older: older) }
    let history = context.services.history
    let preparation = context.preparations.begin()
    context.tasks.run { [weak self] in
      defer { preparation.end(.failed) }
      do {
        let entries = try await history.entries("", 500)
        guard let self, preparation.isOpen else { return }
        recalled = entries
        recall(entries, older: older)
        preparation.end(.ready)
      } catch {
        self?.context.report(AppWords.searchHistoryFailed, ClientError(error))
      }
    }
  }

  private func recall(_ entries: [HistoryEntry], older: Bool) {
    let next = recallIndex + (older ? 1 : -1)
    guard next >= -1, next < entries.count else { return }
    if recallIndex == -1 { draft = (field.text, kind, typedOrder) }
    recallIndex = next
    if next == -1 {
      take(draft.text, kind: draft.kind, draft.order)
    } else {
      take(entries[next].query, kind: entries[next].kind, entries[next].order)
    }
    update()
  }
}

extension HistoryEntry {
  var order: ListOrder { ListOrder(sort: sort, filters: ListFilters(filters)) }
}
