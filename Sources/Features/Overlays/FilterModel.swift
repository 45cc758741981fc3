public import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// The facets of a list, with how many of its rows have each value.
nonisolated public struct FacetCounts: Hashable, Sendable {
  public var facets: [Facet]
  /// The number of rows counted, from the first; nil for all.
  public var first: Int?

  public init(_ facets: [Facet], first: Int? = nil) { (self.facets, self.first) = (facets, first) }
}

/// Returns the facets of a list, as it is with these filters.
public typealias FacetSource = @Sendable (ListFilters) async throws -> FacetCounts

/// The pop-up that filters the list behind it: facets, their values with counts, the chosen ones ticked.
@Observable
public final class FilterModel: NarrowedOverlay, Loader {
  public enum Line: Hashable, Sendable {
    case facet(String)
    case value(Facet, Facet.Value)

    var isValue: Bool { if case .value = self { true } else { false } }

    /// Identifies a value, whatever its count; nil for a facet.
    fileprivate var id: [String]? {
      if case .value(let facet, let value) = self { [facet.id, value.value] } else { nil }
    }
  }

  public internal(set) var list = PagedList<Line>()
  /// Narrows the values.
  public internal(set) var field = TextField(limit: 200)
  public private(set) var filters: ListFilters
  /// As ``FacetCounts/first``.
  public private(set) var first: Int?

  @ObservationIgnored private let source: FacetSource
  @ObservationIgnored private let stage: Stage
  @ObservationIgnored let context: PageContext
  @ObservationIgnored private let onChange: (ListFilters) -> Void
  /// The filters that Esc brings back.
  @ObservationIgnored private let before: ListFilters
  @ObservationIgnored private var facets: [Facet] = []
  @ObservationIgnored private var loading: Task<Void, Never>?
  /// Makes keys wait for the first values.
  @ObservationIgnored private var preparation: Preparation?

  /// - Parameter onChange: filters the list behind.
  init(
    _ source: @escaping FacetSource, filters: ListFilters, stage: Stage,
    onChange: @escaping (ListFilters) -> Void
  ) {
    (self.source, self.filters) = (source, filters)
    before = filters
    (self.onChange, self.stage) = (onChange, stage)
    context = PageContext(like: stage.context)
    preparation = stage.preparations.begin(isShown: true)
    load()
  }

  private func load() {
    loading?.cancel()
    loading = load({ [source, filters] _ in try await source(filters) }) { model, counts in
      (model.first, model.facets) = (counts.first, counts.facets)
      model.show()
      model.preparation?.end(.ready)
    } else: { [filters] model, error in
      guard error != .cancelled, filters == model.filters else { return }
      model.list.fail(error)
      model.preparation?.end(.failed)
    }
  }

  /// Shows the values that match the field; the selected one stays selected.
  private func show() {
    let selected = list.selected
    let lines = Self.lines(of: facets, filters, isShown: matches)
    list.replace(cursor: list.cursor, top: list.top)
    list.append(Page(rows: lines, next: nil))
    // Follow the selected value wherever its count has taken it.
    if let id = selected?.id, let row = lines.firstIndex(where: { $0.id == id }) { list.moveCursor(to: row) }
    skipCaptions(by: 1)
  }

  /// Lists chosen values first: they can be cleared even where no row has them any more.
  private static func lines(of facets: [Facet], _ filters: ListFilters, isShown: (_ title: String) -> Bool) -> [Line] {
    facets.flatMap { facet -> [Line] in
      let chosen = filters[facet.id].map { value in
        facet.values.first { $0.value == value } ?? Facet.Value(title: value, value: value, count: 0)
      }
      let others = facet.values.filter { !filters.contains($0.value, of: facet.id) }
      let values = (chosen + others).filter { isShown($0.title) }
      return values.isEmpty ? [] : [.facet(facet.title)] + values.map { .value(facet, $0) }
    }
  }

  /// Space ticks a value: a part of a word is enough to find one by.
  public func insert(_ text: String) { if text == " " { toggle() } else { type(text) } }

  func narrow() { if list.status == .complete { show() } }
  func isCaption(_ line: Line) -> Bool { !line.isValue }

  /// Tab goes from facet to facet.
  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .complete: moveToFacet(by: 1)
    case .previousField: moveToFacet(by: -1)
    case .mark: toggle()
    default: return performInList(command)
    }
    return .done
  }

  /// Closes with the ticked values; where nothing has changed, the selected one is ticked first.
  func submit() {
    if list.hasFailed {
      list.retry()
      return load()
    }
    if filters == before { toggle() }
    stage.close(self)
  }

  /// Clears the field first, then gives the ticks up.
  public func cancel() -> Bool {
    if clearField() { return true }
    if filters != before { onChange(before) }
    return false
  }

  /// Ticks or unticks the clicked value at once.
  public func click(row: Int) {
    guard list.rows.indices.contains(row), list.rows[row].isValue else { return }
    list.moveCursor(to: row)
    toggle()
  }

  private func moveToFacet(by step: Int) {
    let captions = list.rows.indices.filter { !list.rows[$0].isValue }
    guard let here = captions.lastIndex(where: { $0 < list.cursor }) else { return }
    list.moveCursor(to: captions[(here + step + captions.count) % captions.count] + 1)
  }

  private func toggle() {
    guard case .value(let facet, let value)? = list.selected else { return }
    filters.toggle(value.value, of: facet)
    onChange(filters)
    load()
  }

  /// Its box has a caption, a border and keys around the lines.
  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, rows - 2)) }

  public func close() {
    context.scope.close()
    preparation?.end(.failed)
  }
}
