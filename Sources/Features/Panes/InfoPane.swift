public import Clients
import DiscogsJSON
public import DiscogsModel
public import Observation
public import RunoutModel
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
    case .reappeared: if let loaded { context.pictures.want(loaded.picture, in: context.scope) }
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
    let box = context.pictures.isOn && known != nil ? PictureBox(nil, columns: width) : nil
    var builder = DocumentBuilder(columns: width, measure: context.measure, picture: box)
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
    context.pictures.want(loaded.picture, in: context.scope)
    view.show(
      loaded.document(
        columns: columns, measure: context.measure, isPreview: isPreview, supplement: supplement,
        hasPicture: context.pictures.isOn),
      isSameWidth: isSameWidth)
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
    let master = loaded.subject.master
    load(orReport: ShelfWords.readFailed) {
      try await Holding(of: subject, master: master, from: $0)
    } then: { pane, holding in
      guard pane.subject == subject, pane.loaded?.holding != holding else { return }
      pane.loaded?.holding = holding
      pane.layOut(isSameWidth: true)
    }
  }
}

/// A record with all that its page needs: names for the ids in its text, the user's copies and wants.
nonisolated public struct LoadedRecord: Sendable {
  public enum Content: Sendable {
    case release(Release)
    case master(Master)
    case artist(Artist)
    case label(Discogs.Label)

    fileprivate var text: String {
      switch self {
      case .release(let release): release.notes
      case .master(let master): master.notes
      case .artist(let artist): artist.profile
      case .label(let label): label.profile
      }
    }
    fileprivate var master: Master.ID? { if case .release(let release) = self { release.master } else { nil } }
  }

  public var content: Content
  var holding = Holding()
  /// The copies of a release, with those that Discogs refused to add; empty for other records.
  public var copies: [CollectionCopy] { holding.copies }
  public var want: WantListEntry? { holding.want }

  /// The pages that the text mentions by number.
  public var mentioned: [EntityReference]
  public var names: [EntityReference: String]
  /// A master's key release, for its tracklist; nil where it could not be read, and in previews that can do without.
  public var keyRelease: Release?
  /// The error where the shelf could not be read.
  public var shelfFailure: ClientError?

  public init(
    _ reference: EntityReference, from services: Services, isPreview: Bool = false
  ) async throws(ClientError) {
    switch reference {
    case .release(let id): content = .release(try await services.catalogue.release(id))
    case .master(let id):
      let master = try await services.catalogue.master(id)
      content = .master(master)
      // A preview does without if the master has a tracklist of its own: one request less for every row.
      if !isPreview || master.tracklist.isEmpty {
        keyRelease = try await LoadedRecord.keyRelease(of: master, from: services)
      }
    case .artist(let id): content = .artist(try await services.catalogue.artist(id))
    case .label(let id): content = .label(try await services.catalogue.label(id))
    }
    mentioned = TextMarkup(parsing: content.text).unnamedReferences
    do {
      holding = try await Holding(of: reference, master: content.master, from: services)
    } catch {
      // The record can be read all the same.
      if error == .cancelled { throw error }
      shelfFailure = error
    }
    names = try await LoadedRecord.names(of: mentioned, from: services)
  }

  static func names(
    of mentioned: [EntityReference], from services: Services
  ) async throws(ClientError) -> [EntityReference: String] {
    guard !mentioned.isEmpty else { return [:] }
    do {
      return try await services.catalogue.names(mentioned)
    } catch {
      // The text can be read all the same, with numbers in place of names.
      guard error.isOfTheNetwork else { throw error }
      services.log.write(.warning, "Could not look up the names in a text", ["error": "\(error)"])
      return [:]
    }
  }

  private static func keyRelease(of master: Master, from services: Services) async throws(ClientError) -> Release? {
    guard let id = master.keyRelease else { return nil }
    do {
      return try await services.catalogue.release(id)
    } catch {
      // A master can refer to a release that the same month's dump lacks.
      if error == .notFound(.release(id)) || error.isOfTheNetwork { return nil }
      throw error
    }
  }

  /// The record as JSON, with the field names of the Discogs API.
  public var json: String {
    switch content {
    case .release(let release): release.shown
    case .master(let master): master.shown
    case .artist(let artist): artist.shown
    case .label(let label): label.shown
    }
  }

  public var release: Release? { if case .release(let release) = content { release } else { nil } }

  public var subject: Subject {
    switch content {
    case .release(let release):
      Subject(
        reference: .release(release.id), artist: release.artists.displayName, title: release.title,
        catalogueNumber: release.labels.first?.displayCatalogueNumber ?? "", master: release.master)
    case .master(let master):
      Subject(reference: .master(master.id), artist: master.artists.displayName, title: master.title, master: master.id)
    case .artist(let artist): Subject(reference: .artist(artist.id), title: artist.fullName)
    case .label(let label): Subject(reference: .label(label.id), title: label.fullName)
    }
  }
}
