import DiscogsModel
public import RunoutModel

/// Draws numbers as blocks.
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

  /// Draws numbers as columns of blocks on a line, which alone is a nought; the largest is as high as all rows.
  public static func chart(_ values: [Int], rows: Int) -> [String] {
    let most = max(1, values.max() ?? 0)
    return (0..<rows).map { row in
      String(
        values.map { value -> Character in
          let whole = value == 0 ? 1 : max(2, (value * rows * 8 + most - 1) / most)
          let height = whole - (rows - 1 - row) * 8
          return height > 0 ? levels[min(8, height) - 1] : " "
        })
    }
  }

  /// No collection is worth more; NaN does not pass the limit either.
  private static let mostAmount = 1e15

  /// Reads `€1,178.10` as 1178.1: the last point or comma is the decimal sign if two digits follow it.
  public static func amount(_ text: String) -> Double? {
    let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    let whole = digits.filter(\.isNumber)
    guard let number = Double(whole), number <= mostAmount else { return nil }
    guard let sign = digits.lastIndex(where: { $0 == "." || $0 == "," }) else { return number }
    return digits.distance(from: sign, to: digits.endIndex) == 3 ? number / 100 : number
  }

  /// `▂▃▅▇`: the course of the last `most` known prices.
  static func prices(_ history: [PriceOnDay], most: Int = 24) -> String {
    text(history.suffix(most).map(\.price.amount.doubleValue))
  }

  /// `€178.10 ▂▃▅▇`: the latest worth of a collection, and its course over the last `days` known values; empty where
  /// unknown.
  public static func worth(_ values: [ValueOnDay], days: Int = 24) -> String {
    let known = values.filter(\.isKnown)
    guard let last = known.last else { return "" }
    let line = text(known.suffix(days).compactMap { amount($0.value.median) })
    return last.value.median + (known.count > 1 ? " \(line)" : "")
  }
}

extension ValueOnDay {
  /// Whether Discogs has prices for the collection; without any, it says `$0.00`.
  nonisolated public var isKnown: Bool { Sparkline.amount(value.median).map { $0 > 0 } ?? false }
}
