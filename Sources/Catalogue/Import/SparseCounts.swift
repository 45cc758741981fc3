/// Numbers by id, for ids that are dense or scattered over 32 bits.
///
/// A tree of three levels: the sixteen million artists of a full dump take 64 MB, the few of a demo next to nothing.
/// Unknown ids have 0.
final class SparseCounts {
  private typealias Leaf = UnsafeMutablePointer<UInt32>
  private typealias Branch = UnsafeMutablePointer<Leaf?>

  private let root: UnsafeMutablePointer<Branch?>
  private static let rootSize = 1 << 12
  private static let branchSize = 1 << 10
  private static let leafSize = 1 << 10

  init() {
    root = .allocate(capacity: Self.rootSize)
    root.initialize(repeating: nil, count: Self.rootSize)
  }

  deinit {
    for index in 0..<Self.rootSize {
      guard let branch = root[index] else { continue }
      for inner in 0..<Self.branchSize { branch[inner]?.deallocate() }
      branch.deallocate()
    }
    root.deallocate()
  }

  subscript(_ id: UInt32) -> UInt32 {
    get {
      guard let branch = root[Int(id >> 20)], let leaf = branch[Int(id >> 10) & 1023] else { return 0 }
      return leaf[Int(id) & 1023]
    }
    set { slot(id).pointee = newValue }
  }

  func add(_ amount: UInt32, to id: UInt32) { slot(id).pointee &+= amount }

  private func slot(_ id: UInt32) -> UnsafeMutablePointer<UInt32> {
    let branch: Branch
    if let found = root[Int(id >> 20)] {
      branch = found
    } else {
      branch = .allocate(capacity: Self.branchSize)
      branch.initialize(repeating: nil, count: Self.branchSize)
      root[Int(id >> 20)] = branch
    }
    if let leaf = branch[Int(id >> 10) & 1023] { return leaf + (Int(id) & 1023) }
    let leaf = Leaf.allocate(capacity: Self.leafSize)
    leaf.initialize(repeating: 0, count: Self.leafSize)
    branch[Int(id >> 10) & 1023] = leaf
    return leaf + (Int(id) & 1023)
  }
}
