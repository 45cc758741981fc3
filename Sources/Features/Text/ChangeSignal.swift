import Observation

/// Lets a generic class be observed.
///
/// `@Observable` names a property by its key path. Those of an ordinary class are made once; those of a generic one are
/// built at every reading, from the mangled names of its types: a quarter of what a key press cost. So such a class
/// keeps one of these and says when it is read and changed.
@Observable
final class ChangeSignal {
  private var changes = 0

  func noteReading() { _ = changes }

  func noteChange() { changes &+= 1 }
}
