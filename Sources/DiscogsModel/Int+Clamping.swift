extension Int {
  /// The number rounded towards zero, clamped to the range of `Int`; 0 for NaN. For times from clocks and files, which
  /// may be anything.
  package init(clamping number: Double) {
    self = number.isNaN ? 0 : Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }
}
