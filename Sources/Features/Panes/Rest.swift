/// Waits until a list has rested for as long as a preview waits, however often it moves meanwhile.
final class Rest {
  private var deadline = ContinuousClock.now
  private var waiting: Task<Void, Never>?

  /// Begins to wait, or begins again where it already waits.
  ///
  /// - Parameter act: what is done then, the first that was given.
  func begin(_ context: PageContext, then act: @escaping () -> Void) {
    deadline = .now + context.previewDelay
    guard waiting == nil else { return }
    waiting = context.scope.run { [weak self, pause = context.pause] in
      do { try await pause.until { self?.deadline } } catch { return }
      self?.waiting = nil
      act()
    }
  }
}
