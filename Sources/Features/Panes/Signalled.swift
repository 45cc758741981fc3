/// A property of a generic class that is observed through the class's ``ChangeSignal``.
@propertyWrapper
public struct Signalled<Value> {
  private let signal: ChangeSignal
  private let place: Place

  /// The value has a place of its own, as observers read it while they hear that it will change.
  private final class Place {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  init(_ value: Value, _ signal: ChangeSignal) { (place, self.signal) = (Place(value), signal) }

  public var wrappedValue: Value {
    get {
      signal.noteReading()
      return place.value
    }
    nonmutating _modify {
      signal.noteChange()
      yield &place.value
    }
  }
}
