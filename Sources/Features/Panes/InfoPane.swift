public import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Sleeves
import Wording

/// The text of a record: a page's own, or the preview of the selected row.
@Observable
public final class InfoPane: TextPane, Loader {
  public private(set) var failure: ClientError?
  public private(set) var subject: EntityReference?
  /// The selected row's facts while its record is loading; nil once it is here.
  public private(set) var known: RowFacts?
  /// The copies and wants of a record that could not be read; nil for others.
  private var holding: Holding?
  /// A release's community and market figures, loaded beside its record.
  public var supplement: ReleaseSupplement? { didSet { if supplement != oldValue { layOut(isSameWidth: true) } } }
  public private(set) var freshness: Freshness?

  /// Whether it previews the selected row rather than showing the page's own record.
  @ObservationIgnored public let isPreview: Bool
  public private(set) var loaded: LoadedRecord?
  @ObservationIgnored private var loading: Task<Void, Never>?
  /// Whether the load under way is for a preview, and of background urgency.
  @ObservationIgnored private var isLoadingInBackground = false
  @ObservationIgnored var naming: Task<Void, Never>?
  /// When the selection will have rested long enough, or the record will be late; nil while nothing waits for either.
  @ObservationIgnored private var deadline: ContinuousClock.Instant?
  @ObservationIgnored private var waiting: Task<Void, Never>?
  /// Longer than a record takes that is on this machine, so that its facts are not drawn twice.
  private static let patience = Duration.milliseconds(30)
  /// Whether the row has been selected for so long that it shows something: most are passed, and most records are here
  /// soon.
  private var isDue = false
  @ObservationIgnored private var wanted: EntityReference?
  /// Returns the selected row's facts of what is wanted.
  @ObservationIgnored private let facts: () -> RowFacts?

  /// - Parameter facts: returns the facts to show while the record is loading.
  public init(
    _ context: PageContext, isPreview: Bool, memento: PageMemento = PageMemento(),
    facts: @escaping () -> RowFacts? = { nil }
  ) {
    (self.isPreview, self.facts) = (isPreview, facts)
    super.init(context, memento: isPreview ? PageMemento() : memento)
  }

  public override var isReady: Bool { subject != nil || failure != nil }
  public override var subjects: [Subject] { isPreview ? [] : loaded.map { [$0.subject] } ?? [] }
  public override var shelfItems: [ShelfItem] {
    guard !isPreview, let record = loaded else { return [] }
    switch record.content {
    case .release(let release): return [.release(ShelfFacts(release))]
    case .master(let master): return [.master(ShelfFacts(master))]
    case .artist, .label: return [.other(record.subject.reference.kind, name: record.subject.name)]
    }
  }

  override var mostColumns: Int { isPreview ? super.mostColumns : 2 * SplitLayout.readableColumns + 4 }

  public override func note(in memento: inout PageMemento) { if !isPreview { super.note(in: &memento) } }

  public override func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled, .shelfTakenBack: shelfChanged()
    case .freshnessChanged(let shown): freshnessChanged(shown)
    case .picturesChanged: layOut(isSameWidth: true)
    // The picture may have made room for others meanwhile.
    case .reappeared: if let loaded { wantPicture(of: loaded) }
    default: break
    }
  }

  public var isLoading: Bool { wanted != nil && wanted != subject && failure == nil && isDue }
  /// The record, as far as it is known.
  var own: [Subject] {
    if let loaded { return [loaded.subject] }
    guard let wanted, let name = context.name(of: wanted) else { return [] }
    return [Subject(reference: wanted, title: name)]
  }
  public var name: String? { loaded?.subject.name ?? wanted.flatMap(context.name) }
  public override var isMissing: Bool { if case .notFound? = failure { true } else { false } }

  /// The lines of ``known``, or of the shelf's facts where the record could not be read.
  public var knownLines: [DocumentLine] {
    guard let facts = known ?? holding?.facts else { return [] }
    let width = min(columns, SplitLayout.readableColumns)
    // Room for the picture is kept, so that nothing jumps when it comes.
    let hasBox = known.map { context.pictures.shows($0.reference.kind == .artist ? .artist : .record) } ?? false
    var builder = DocumentBuilder(
      ofPreview: width, measure: context.measure, picture: nil, rows: hasBox ? view.height : nil,
      isInBlocks: context.pictures.resolution == .blocks)
    facts.write(holding, to: &builder)
    builder.clearPicture()
    builder.blank()
    return builder.lines
  }

  /// Shows a record once the selection has rested on it.
  public func show(_ reference: EntityReference?, after delay: Duration = .zero, isReload: Bool = false) {
    guard isReload || reference != wanted || (isLoadingInBackground && delay == .zero) else { return }
    if reference != wanted, known != nil { known = nil }
    wanted = reference
    holding = nil
    loading?.cancel()
    naming?.cancel()
    isLoadingInBackground = false
    failure = nil
    if isDue { isDue = false }
    // The text of another record never stands beside a row.
    if reference != subject { clear() }
    deadline = reference != nil && delay > .zero ? .now + delay : nil
    if deadline != nil { wait() } else if let reference { load(reference) }
  }

  private func clear() {
    guard subject != nil else { return }
    loaded = nil
    subject = nil
    noteFreshness()
    view.show([])
  }

  /// Waits until the selection has rested, and then for the record. One wait serves all the rows that are passed: one per
  /// key would wake other threads each time.
  private func wait() {
    guard waiting == nil else { return }
    let pause = context.pause
    waiting = context.scope.run { [weak self] in
      repeat {
        do { try await pause.until { self?.deadline } } catch { return }
      } while self?.endWait() == true
    }
  }

  /// Asks for the record, or shows the row's facts where it was asked for and is late.
  ///
  /// - Returns: whether there is something else to wait for.
  private func endWait() -> Bool {
    if deadline != nil, !isLoadingInBackground, let wanted {
      load(wanted, inBackground: true)
      deadline = .now + Self.patience
      return true
    }
    if deadline != nil { showFacts() }
    waiting = nil
    return false
  }

  private func showFacts() {
    deadline = nil
    isDue = true
    if wanted != subject { known = facts() }
  }

  /// - Parameter inBackground: true for a preview, after the selection has rested.
  private func load(_ reference: EntityReference, inBackground: Bool = false) {
    isLoadingInBackground = inBackground
    if !inBackground { showFacts() }
    loading = load { [isPreview] services in
      try await Urgency.background(inBackground) { () throws(ClientError) in
        try await LoadedRecord(reference, from: services, isPreview: isPreview)
      }
    } then: {
      $0.take($1, for: reference)
    } else: {
      $0.fail($1, for: reference)
    }
  }

  private func take(_ record: LoadedRecord, for reference: EntityReference) {
    guard reference == wanted else { return }
    let isOther = subject != reference
    isLoadingInBackground = false
    deadline = nil
    loaded = record
    known = nil
    if let failure = record.shelfFailure { context.report(ShelfWords.readFailed, failure) }
    subject = reference
    context.note(record.subject, detail: record.detail)
    layOut(isSameWidth: true)
    noteFreshness()
    if isOther { restore() }
    lookUpNames()
  }

  func take(_ name: String, of reference: EntityReference) {
    loaded?.names[reference] = name
    layOut(isSameWidth: true)
  }

  private func fail(_ error: ClientError, for reference: EntityReference) {
    guard reference == wanted, !Task.isCancelled else { return }
    isLoadingInBackground = false
    noteFreshness()
    // A text that is there stays when loading a newer one fails.
    if subject != reference {
      failure = error
      showFacts()
      lookUpHolding(of: reference)
    }
    // A page without a record says so itself, in its place.
    guard !isPreview, !isMissing else { return }
    context.report(subject == reference ? PageWords.pageReloadFailed : PageWords.pageFailed, error)
  }

  /// Reads grades, notes and folder, which are on this machine though the record is not.
  private func lookUpHolding(of reference: EntityReference) {
    guard !isMissing else { return }
    load(orReport: ShelfWords.readFailed) {
      try await Holding(of: reference, from: $0)
    } then: {
      if $0.failure != nil, $0.wanted == reference { $0.holding = $1 }
    }
  }

  private var shown: Shown? { context.can(.refresh) ? wanted.map(Shown.record) : nil }

  private func noteFreshness() {
    let now = wanted.flatMap { context.services.freshness.of(.record($0)) }
    if now != freshness { freshness = now }
  }

  private func freshnessChanged(_ changed: Shown) {
    guard changed == shown, let wanted else { return }
    let before = freshness
    noteFreshness()
    guard freshness.isNews(after: before) else { return }
    failure = nil
    loading?.cancel()
    load(wanted)
  }

  /// Refreshes from the network, keeping the text until then. On a local source, reads it again.
  public override func refresh() {
    guard let shown else { return reload() }
    load {
      try await $0.freshness.refresh(shown)
    } then: { pane, _ in
      if pane.shown == shown { pane.reload() }
    } else: {
      $0.noteFreshness()
      $0.context.report(PageWords.pageRefreshFailed, $1)
    }
  }

  override func layOut(isSameWidth: Bool) {
    guard let loaded else { return }
    wantPicture(of: loaded)
    view.show(
      loaded.document(
        columns: columns, measure: context.measure, isPreview: isPreview, supplement: supplement,
        pictureRows: context.pictures.shows(loaded.picture.sleeve.kind, hasPhotograph: !loaded.picture.url.isEmpty)
          ? view.height : nil,
        pose: pose(of: loaded), isNamedBelow: isNamedBelow),
      isSameWidth: isSameWidth)
  }

  override var scrollMarks: Int { SplitLayout.scrollMarks }

  private func wantPicture(of loaded: LoadedRecord) {
    var picture = loaded.picture
    (picture.sleeve.pose, picture.sleeve.isNamedBeside) = (pose(of: loaded), isNamedBelow)
    context.pictures.want(picture, in: context.scope)
  }

  /// Pictures in pixels are the same as elsewhere.
  private var isNamedBelow: Bool { isPreview && context.pictures.resolution == .blocks }

  /// Where there is room, the record is half out of its sleeve; of the few blocks of a preview it would have no edge.
  private func pose(of loaded: LoadedRecord) -> SleeveFacts.Pose {
    guard loaded.picture.url.isEmpty, loaded.picture.sleeve.kind == .record else { return .inSleeve }
    guard isPreview else { return loaded.isInTwoColumns(columns) ? .halfOut : .inSleeve }
    let isAbove = DocumentBuilder.isPictureAbove(columns: columns, rows: view.height)
    return isAbove && context.pictures.resolution != .blocks ? .halfOut : .inSleeve
  }

  public override func retry() -> Bool {
    guard failure != nil, let wanted else { return false }
    show(wanted, isReload: true)
    return true
  }

  public override func reload() { if let wanted { show(wanted, isReload: true) } }

  /// Reads the copies and wants again; the rest of the text stays.
  private func shelfChanged() {
    guard let subject, let loaded else { return }
    let (master, others) = (loaded.subject.master, loaded.others)
    load(orReport: ShelfWords.readFailed) {
      try await Holding(of: subject, master: master, others: others, from: $0)
    } then: { pane, holding in
      guard pane.subject == subject, pane.loaded?.holding != holding else { return }
      pane.loaded?.holding = holding
      pane.layOut(isSameWidth: true)
    }
  }
}
