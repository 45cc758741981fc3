import Testing

@testable import Catalogue
@testable import runout

struct ProgressDisplayTests {
  private let progress = {
    var progress = ImportProgress(
      phase: .reading, records: 12_345_678, skipped: 12, done: 1_200_000_000, total: 11_000_000_000)
    progress.file = "discogs_20260801_releases.xml.gz"
    return progress
  }()

  @Test func `progress takes one line, however narrow the terminal`() {
    func text(_ columns: Int?) -> String { ProgressDisplay.text(progress, elapsed: 411, columns: columns) }
    #expect(
      text(140)
        == "[##..................] 10 %  releases  12,345,678 records  1.2 GB of 11 GB  30,038/s  12 skipped  55 min left"
    )
    #expect(text(79) == "10 %  releases  12,345,678 records  1.2 GB of 11 GB  30,038/s  55 min left")
    #expect(text(39) == "10 %  releases  55 min left")
    for columns in 1...140 { #expect(text(columns).count <= columns) }
    // A log has no bar and no width.
    #expect(text(nil).hasPrefix("10 %  releases  12,345,678 records"))
  }

  @Test func `a file with a name of its own is called by it`() {
    var progress = progress
    progress.file = "mine.xml"
    #expect(ProgressDisplay.text(progress, elapsed: 1, columns: 60).contains("mine.xml"))
  }
}
