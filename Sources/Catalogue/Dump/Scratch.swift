/// Gathers the items of a list, in room that is reused. The finished array is allocated once at its size, by moving.
///
/// The latest item is changed in place through `last`, which saves moving items in from elsewhere.
struct Scratch<Item>: ~Copyable {
  private var base: UnsafeMutablePointer<Item>
  private(set) var count = 0
  private var capacity = 16

  init() { base = .allocate(capacity: capacity) }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  /// The latest item, valid until the next `append`. There must be one.
  @inline(__always) var last: UnsafeMutablePointer<Item> { base + (count &- 1) }

  @inline(__always) mutating func append(_ item: consuming Item) {
    if count == capacity { grow() }
    (base + count).initialize(to: item)
    count &+= 1
  }

  @inline(never) private mutating func grow() {
    let larger = UnsafeMutablePointer<Item>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  /// Moves all items out into an array.
  @inline(__always) mutating func take() -> [Item] {
    let taken = count
    guard taken > 0 else { return [] }
    count = 0
    return Array(unsafeUninitializedCapacity: taken) { [base] buffer, initialized in
      buffer.baseAddress.unsafelyUnwrapped.moveInitialize(from: base, count: taken)
      initialized = taken
    }
  }

  mutating func removeAll() {
    base.deinitialize(count: count)
    count = 0
    if capacity > 4096 {
      base.deallocate()
      base = .allocate(capacity: 16)
      capacity = 16
    }
  }
}
