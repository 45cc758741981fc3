public import Raster

extension Raster {
  /// The mean difference of a channel between two pictures of the same size, 0 to 255.
  public func difference(from other: Raster) -> Double {
    let sum = zip(bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(bytes.count)
  }
}
