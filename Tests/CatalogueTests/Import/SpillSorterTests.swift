import Foundation
import Testing

@testable import Catalogue

struct SpillSorterTests {
  @Test(arguments: [512, 4096, 1 << 20]) func `order is by words, then bytes, however little memory there is`(
    memory: Int
  ) throws {
    var generator = SystemRandomNumberGenerator()
    var expected: [(UInt64, UInt64, [UInt8])] = []
    let sorter = SpillSorter(memory: memory) { try Spool(path: Self.path) }
    for _ in 0..<5000 {
      let first = Bool.random() ? UInt64.random(in: 0..<40) : UInt64.random(in: .min ... .max, using: &generator)
      let second = UInt64.random(in: 0..<3)
      let bytes = (0..<Int.random(in: 0..<30)).map { _ in UInt8.random(in: 97...99) }
      expected.append((first, second, bytes))
      try bytes.withUnsafeBytes { try sorter.append(first, second, $0) }
    }
    #expect(sorter.count == 5000)
    expected.sort { left, right in
      if left.0 != right.0 { return left.0 < right.0 }
      if left.1 != right.1 { return left.1 < right.1 }
      return left.2.lexicographicallyPrecedes(right.2)
    }
    var index = 0
    try sorter.drain { first, second, bytes in
      #expect(first == expected[index].0 && second == expected[index].1 && Array(bytes) == expected[index].2)
      index += 1
    }
    #expect(index == 5000)
  }

  @Test(arguments: [600, 1 << 20]) func `a sorter that was saved goes on where it was, and is read piece by piece`(
    memory: Int
  ) throws {
    let path = Self.path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = SpillSorter(memory: memory) { try Spool(resuming: path, count: 0) }
    for key: UInt64 in 0..<400 { try first.append(key &* 7919 % 1009, key, value: UInt32(key)) }
    let saved = try first.save()
    // What came after that is lost.
    for key: UInt64 in 0..<400 { try first.append(key, key, value: 0) }
    let second = SpillSorter(memory: memory, saved, in: try Spool(resuming: path, count: saved.end))
    for key: UInt64 in 400..<700 { try second.append(key &* 7919 % 1009, key, value: UInt32(key)) }
    let all = try second.save()
    #expect(all.count == 700)
    var found: [UInt64] = []
    var places: [Int]?
    repeat {
      let sorter = SpillSorter(memory: memory, all, in: try Spool(resuming: path, count: all.end))
      var left = 90
      places = try sorter.read(from: places) { word, second, bytes in
        #expect(second &* 7919 % 1009 == word && bytes.loadUnaligned(as: UInt32.self) == UInt32(second))
        guard left > 0 else { return false }
        found.append(word)
        left -= 1
        return true
      }
    } while places != nil
    #expect(found.count == 700 && found == found.sorted())
  }

  @Test func `sets of a group that comes in parts are those of the group as a whole`() throws {
    func sets(endingAt cuts: Set<Int>) throws -> [Int: [UInt8]] {
      var writer = FacetSetWriter(sorter: SpillSorter(memory: 1 << 20) { try Spool(path: Self.path) })
      for rank in 1...40_000 {
        try writer.add(1, rank)
        if rank.isMultiple(of: 30) { try writer.add(2, rank) }
        if cuts.contains(rank) { try writer.endSets() }
      }
      #expect(writer.count(of: 2) == 1333)
      var sets: [Int: [UInt8]] = [:]
      try writer.finish { key, bytes in sets[key] = Array(bytes) }
      return sets
    }
    #expect(try sets(endingAt: [1, 100, 20_000, 32_767, 39_999]) == sets(endingAt: []))
  }

  @Test func `a record larger than memory goes through`() throws {
    let sorter = SpillSorter(memory: 256) { try Spool(path: Self.path) }
    let large = [UInt8](repeating: 7, count: 100_000)
    for key: UInt64 in [3, 1, 2] { try large.withUnsafeBytes { try sorter.append(key, 0, $0) } }
    var keys: [UInt64] = []
    try sorter.drain { first, _, bytes in
      keys.append(first)
      #expect(bytes.count == large.count)
    }
    #expect(keys == [1, 2, 3])
  }

  @Test func `counts are kept for ids anywhere`() {
    let counts = SparseCounts()
    for id: UInt32 in [0, 1, 1023, 1024, 930_000_001, .max] { counts.add(2, to: id) }
    counts.add(1, to: 1)
    #expect(counts[1] == 3)
    #expect(counts[.max] == 2)
    #expect(counts[930_000_001] == 2)
    #expect(counts[77] == 0)
  }

  private static var path: String {
    FileManager.default.temporaryDirectory.appendingPathComponent("runout-spool-\(UUID().uuidString)").path
  }
}
