/// What lies over the page and has the keys: a question of the shelf.
public enum Popup {
  case chooser(ChooserModel)
  case form(FormModel)
  case question(Question)
  case conflict(ConflictModel)

  /// Whether letters are typed into it.
  var takesText: Bool {
    switch self {
    case .chooser, .form: true
    case .question, .conflict: false
    }
  }

  func close() {
    switch self {
    case .chooser(let model): model.close()
    case .form(let model): model.close()
    case .question, .conflict: break
    }
  }

  func resize(columns: Int, rows: Int) {
    switch self {
    case .chooser(let model): model.resize(rows: rows)
    case .form(let model): model.resize(rows: rows)
    case .conflict(let model): model.resize(columns: columns, rows: rows)
    case .question: break
    }
  }
}

/// Whether something may be done that takes something away.
public struct Question {
  /// A name and what it is.
  nonisolated public struct Fact: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// `Remove this copy?`
  public var caption: String
  public var about: String
  /// What is lost.
  public var facts: [Fact]
  /// What else there is to know, such as how to get it back.
  public var advice: String
  let onConfirm: () -> Void
  /// Only for an answer: to leave the question open is none.
  let onDecline: () -> Void
}
