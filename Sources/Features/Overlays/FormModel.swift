import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// A pop-up with the fields of copies, wants, the profile or the filing, each changed in place.
@Observable
public final class FormModel: Popup, Loader {
  nonisolated public enum Subject: Hashable, Sendable {
    case field(CollectionInstance.Field)
    case rating
    case folder
    case notes
    case profile(ProfilePart)
    case filing
  }

  nonisolated public enum Content: Hashable, Sendable {
    case text(TextField)
    /// One of these; empty for none, if that can be.
    case choice(String, of: [String], isOptional: Bool = true)
    /// 1 to 5; nil for none.
    case stars(Int?)
  }

  nonisolated public struct Row: Hashable, Sendable {
    public let subject: Subject
    public let name: String
    public fileprivate(set) var content: Content
    /// Whether several items are edited that differ in this, and it has not been touched: they keep their values.
    public fileprivate(set) var isMixed: Bool
    fileprivate let original: String?

    /// - Parameter value: nil where several items differ in this.
    init(_ subject: Subject, _ name: String, _ value: String?, _ content: (String) -> Content) {
      (self.subject, self.name) = (subject, name)
      self.content = content(value ?? "")
      isMixed = value == nil
      // A field shows line breaks and drops control characters: its version of the value counts as the original.
      original = value == nil ? nil : self.content.value
    }

    public var isChanged: Bool { !isMixed && content.value != original }
  }

  /// A changed row with its new value; a rating as its digit, empty for none.
  nonisolated public struct Change: Hashable, Sendable {
    public var subject: Subject
    public var value: String
  }

  public typealias Load = @Sendable () async throws -> [Row]

  /// `Edit the copy`.
  public let caption: String
  /// The record it is about, or how many.
  public let about: String
  public private(set) var list = PagedList<Row>()
  /// Whether Esc was pressed with unsaved changes: the next Esc closes.
  public private(set) var asksToClose = false

  @ObservationIgnored private let source: Load
  @ObservationIgnored let context: PageContext
  @ObservationIgnored private let onSave: ([Change]) -> Void
  @ObservationIgnored private let stage: Stage
  @ObservationIgnored private var preparation: Preparation?

  /// - Parameter onSave: called with the changes, where there are some, once the pop-up is closed.
  init(_ caption: String, about: String, stage: Stage, source: @escaping Load, onSave: @escaping ([Change]) -> Void) {
    (self.caption, self.about, self.source, self.onSave) = (caption, about, source, onSave)
    self.stage = stage
    context = PageContext(like: stage.context)
    load()
  }

  private func load() {
    list.begin()
    let preparation = stage.preparations.begin(isShown: true)
    self.preparation = preparation
    load({ [source] _ in try await source() }) { model, rows in
      model.list.append(Page(rows: rows, next: nil))
      preparation.end(.ready)
    } else: { model, error in
      if error != .cancelled { model.list.fail(error) }
      preparation.end(.failed)
    }
  }

  public var changes: [Change] {
    list.rows.filter(\.isChanged).map { Change(subject: $0.subject, value: $0.content.value) }
  }

  // MARK: Keys

  public func insert(_ text: String) {
    asksToClose = false
    change { $0.insert(text) }
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    asksToClose = false
    switch command {
    case .submit: save()
    case .olderEntry, .previousField: list.moveCursor(by: -1)
    case .newerEntry: list.moveCursor(by: 1)
    case .complete: list.moveCursor(to: list.cursor + 1 == list.rows.count ? 0 : list.cursor + 1)
    case .pageUp: list.moveCursor(by: -list.height)
    case .pageDown: list.moveCursor(by: list.height)
    case .editLineBreak: if case .text? = list.selected?.content { insert("\n") }
    default: edit(command)
    }
    return .done
  }

  /// A second click on a choice takes the next one.
  public func click(row: Int) {
    asksToClose = false
    guard row == list.cursor else { return list.moveCursor(to: row) }
    if case .text? = list.selected?.content { return }
    edit(.editRight)
  }

  public func scroll(by lines: Int) { list.scroll(by: lines) }

  private func edit(_ command: Command) { change { $0.edit(command) } }

  /// - Parameter body: returns whether the row is touched, and then no longer mixed.
  private func change(_ body: (inout Content) -> Bool) {
    guard list.status == .complete, var row = list.selected else { return }
    if body(&row.content) { row.isMixed = false }
    list.change(list.cursor, to: row)
  }

  private func save() {
    switch list.status {
    case .complete:
      let changes = changes
      stage.close(self)
      if changes.isEmpty { stage.notice = ShelfWords.unchanged } else { onSave(changes) }
    case .failed:
      list.retry()
      load()
    case .loading, .ready: break
    }
  }

  /// With unsaved changes, closes only the second time.
  public func cancel() -> Bool {
    guard !changes.isEmpty, !asksToClose else { return false }
    stage.notice = ShelfWords.notSaved(save: stage.key(.submit), cancel: stage.key(.cancel))
    asksToClose = true
    return true
  }

  /// Around the rows are a border and the subject.
  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, min(14, rows - 3))) }
  public func close() {
    context.scope.close()
    preparation?.end(.failed)
  }
}

extension FormModel.Content {
  /// Stands for a line break in a field of one line.
  nonisolated static let lineBreak = "↵"

  /// The value as text; a rating as its digit, empty for none.
  nonisolated public var value: String {
    switch self {
    case .text(let field): field.text.replacing(Self.lineBreak, with: "\n")
    case .choice(let value, _, _): value
    case .stars(let stars): stars.map(String.init) ?? ""
    }
  }

  nonisolated static func text(of value: String) -> FormModel.Content {
    .text(TextField(value.replacing("\r\n", with: "\n").replacing("\n", with: lineBreak), limit: 4_000))
  }

  /// A value that is not one of the options is added to them, so that it can stay.
  nonisolated static func choice(of value: String, from options: [String]) -> FormModel.Content {
    .choice(value, of: value.isEmpty || options.contains(value) ? options : [value] + options)
  }

  /// Takes typed text: goes to the next option that begins with it, by its short or its long name; a space goes to the
  /// next. False where it means nothing.
  nonisolated fileprivate mutating func insert(_ text: String) -> Bool {
    switch self {
    case .text(var field):
      field.insert(text.replacing("\r\n", with: "\n").replacing("\n", with: Self.lineBreak))
      self = .text(field)
    case .choice(let value, let options, let isOptional):
      if text == " " { return edit(.editRight) }
      let sought = TextFolding.fold(text)
      let start = options.firstIndex(of: value).map { $0 + 1 } ?? 0
      let next = (options[start...] + options[..<start]).first { option in
        [Condition.shortName(option), option].contains { TextFolding.fold($0).hasPrefix(sought) }
      }
      guard !sought.isEmpty, let next else { return false }
      self = .choice(next, of: options, isOptional: isOptional)
    case .stars(let stars):
      let digit = text == " " ? ((stars ?? 0) + 1) % 6 : Int(text)
      guard let digit, (0...5).contains(digit) else { return false }
      self = .stars(digit.orNil)
    }
    return true
  }

  /// Carries out a key; returns whether it has touched the value.
  nonisolated fileprivate mutating func edit(_ command: Command) -> Bool {
    switch self {
    case .text(var field):
      let before = field.text
      _ = field.handle(command)
      self = .text(field)
      return field.text != before
    case .choice(let value, let options, let isOptional):
      let all = (isOptional ? [""] : []) + options
      let index = all.firstIndex(of: value) ?? 0
      let next: String? =
        switch command {
        case .editLeft: all[(index + all.count - 1) % all.count]
        case .editRight: all[(index + 1) % all.count]
        case .editLineStart: options.first
        case .editLineEnd: options.last
        case .editDeleteLeft, .editDeleteRight, .editKillToStart: isOptional ? "" : nil
        default: nil
        }
      guard let next else { return false }
      self = .choice(next, of: options, isOptional: isOptional)
    case .stars(let stars):
      switch command {
      case .editLeft: self = .stars(max(0, (stars ?? 0) - 1).orNil)
      case .editRight: self = .stars(min(5, (stars ?? 0) + 1))
      case .editDeleteLeft, .editDeleteRight, .editKillToStart: self = .stars(nil)
      default: return false
      }
    }
    return true
  }
}

extension Int {
  nonisolated fileprivate var orNil: Int? { self == 0 ? nil : self }
}
