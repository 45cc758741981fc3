extension String {
  /// The first of `Notes`, `Notes (2)`, `Notes (3)`, … that is free.
  func numbered(while isTaken: (String) throws -> Bool) rethrows -> String {
    var (candidate, count) = (self, 1)
    while try isTaken(candidate) {
      count += 1
      candidate = "\(self) (\(count))"
    }
    return candidate
  }
}
