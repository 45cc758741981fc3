import DiscogsModel
public import RunoutModel

/// Some numbers as a line of blocks of their height.
nonisolated public enum Sparkline {
  private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  public static func text(_ values: [Double]) -> String {
    let values = values.filter { $0.magnitude <= mostAmount }
    guard let least = values.min(), let most = values.max() else { return "" }
    return String(
      values.map { value in
        most > least ? levels[min(7, Int((value - least) / (most - least) * 8))] : levels[3]
      })
  }

  /// Numbers as columns of blocks in so many lines, the highest of them as high as all lines.
  public static func chart(_ values: [Int], rows: Int) -> [String] {
    let most = max(1, values.max() ?? 0)
    return (0..<rows).map { row in
      String(
        values.map { value -> Character in
          let height = (value * rows * 8 + most - 1) / most - (rows - 1 - row) * 8
          return height > 0 ? levels[min(8, height) - 1] : " "
        })
    }
  }

  /// What is worth more is no collection; what is no number is not within it either.
  private static let mostAmount = 1e15

  /// `€1,178.10` as 1178.1: the last point or comma with two digits behind it is the decimal sign.
  public static func amount(_ text: String) -> Double? {
    let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    let whole = digits.filter(\.isNumber)
    guard let number = Double(whole), number <= mostAmount else { return nil }
    guard let sign = digits.lastIndex(where: { $0 == "." || $0 == "," }) else { return number }
    return digits.distance(from: sign, to: digits.endIndex) == 3 ? number / 100 : number
  }

  /// `€178.10 ▂▃▅▇`: what a collection is worth, and was as far back as there is room for; empty where that is unknown.
  public static func worth(_ values: [ValueOnDay], days: Int = 24) -> String {
    let known = values.filter(\.isKnown)
    guard let last = known.last else { return "" }
    let line = text(known.suffix(days).compactMap { amount($0.value.median) })
    return last.value.median + (known.count > 1 ? " \(line)" : "")
  }
}

extension ValueOnDay {
  /// Whether Discogs has made something of the collection: it says `$0.00` of one whose records it has no prices of.
  nonisolated public var isKnown: Bool { Sparkline.amount(value.median).map { $0 > 0 } ?? false }
}
