public import Observation

/// Something that lies over the page and has the keys.
public protocol Overlay: Responder {
  /// The contexts in which keys are looked up while it is on top, first match first.
  var contexts: [Command.Context] { get }
  /// Whether letters are typed into it.
  var takesText: Bool { get }
  func insert(_ text: String)
  /// Selects a row that was clicked; one that was selected already is chosen.
  func click(row: Int)
  func scroll(by lines: Int)
  /// Handles Esc; false where it has undone nothing and is to be closed.
  func cancel() -> Bool
  func resize(columns: Int, rows: Int)
  /// Cancels its work. Called once it is off the screen.
  func close()
}

extension Overlay {
  public var contexts: [Command.Context] { [.fields] }
  public var takesText: Bool { true }
  public func insert(_ text: String) {}
  public func click(row: Int) {}
  public func scroll(by lines: Int) {}
  public func cancel() -> Bool { false }
  public func resize(columns: Int, rows: Int) {}
  public func close() {}
}

/// The overlays, the latest on top: prompt, search history, questions, filters, letters.
@Observable
public final class Overlays: Sequence {
  private var stack: [any Overlay] = []
  /// The chord whose first keys have been pressed; nil when none is under way.
  public var chord: Chord?

  public func makeIterator() -> IndexingIterator<[any Overlay]> { stack.makeIterator() }

  public var top: (any Overlay)? { stack.last }
  public var isEmpty: Bool { stack.isEmpty }

  /// Returns the topmost open overlay of a type.
  public func first<Kind: Overlay>(_ kind: Kind.Type = Kind.self) -> Kind? {
    stack.last { $0 is Kind } as? Kind
  }

  func push(_ overlay: any Overlay) { stack.append(overlay) }

  /// Closes an overlay and those above it.
  func close(_ overlay: any Overlay) {
    while let index = stack.firstIndex(where: { $0 === overlay }), let last = stack.popLast() {
      last.close()
      if index == stack.count { return }
    }
  }

  func closeAll() {
    chord = nil
    while let last = stack.popLast() { last.close() }
  }

  func resize(columns: Int, rows: Int) { for overlay in stack { overlay.resize(columns: columns, rows: rows) } }
}
