extension Int {
  /// The whole number nearest to zero of one that may be anything, as clocks and files say it: what is beyond the
  /// numbers there are is drawn back to them, and what is no number is 0.
  package init(clamping number: Double) {
    self = number.isNaN ? 0 : Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }
}
