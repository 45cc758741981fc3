import Catalogue
import DiscogsModel
import Testing

/// Decoding on a thread of its own.
struct DumpBatchesTests {
  private let text = "<releases>\n" + DumpFixture.releases(1...20_000) + "</releases>\n"

  @Test func `all records come through in order, with progress that ends at the file's size`() throws {
    let bytes = DumpFixture.gzip(text)
    let dump = try DumpFixture(bytes)
    let batches = try DumpBatches(DumpReader(path: dump.path), size: 100, ahead: 2)
    #expect(batches.kind == .release)
    var numbers: [Int] = []
    var last: DumpProgress?
    while let batch = try batches.next() {
      numbers += batch.records.map(\.number)
      #expect(batch.progress.records >= numbers.count)
      #expect(batch.progress.bytesRead >= last?.bytesRead ?? 0)
      last = batch.progress
    }
    #expect(numbers == Array(1...20_000))
    #expect(last?.bytesTotal == bytes.count)
    #expect(batches.summary.records == 20_000)
    #expect(try batches.next() == nil)
  }

  @Test func `an error comes after the records before it`() throws {
    let dump = try DumpFixture(Array(text.utf8.dropLast(100)))
    let batches = try DumpBatches(DumpReader(path: dump.path))
    var count = 0
    let error = #expect(throws: DumpError.self) {
      while let batch = try batches.next() { count += batch.records.count }
    }
    #expect(error?.reason == .truncated)
    #expect(count == 19_998)
  }

  @Test func `cancelling ends it for both sides`() throws {
    let dump = try DumpFixture(text)
    let batches = try DumpBatches(DumpReader(path: dump.path), size: 10, ahead: 1)
    _ = try batches.next()
    batches.cancel()
    #expect(throws: DumpError(file: dump.path, reason: .cancelled)) { try batches.next() }
    batches.cancel()
    #expect(throws: DumpError(file: dump.path, reason: .cancelled)) { try batches.next() }
  }

  @Test func `a file that is not a dump fails at once`() throws {
    let dump = try DumpFixture("<html></html>")
    #expect(throws: DumpError(file: dump.path, reason: .webPage)) { try DumpBatches(DumpReader(path: dump.path)) }
  }
}
