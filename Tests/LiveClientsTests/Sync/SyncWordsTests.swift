import Testing
import Wording

/// Texts of a server in sentences of the program's.
struct SyncWordsTests {
  private let long = String(repeating: "F", count: 5_000)

  @Test func `names and words of a server are cut in sentences`() {
    for sentence in [
      SyncWords.folders([long, long, long], more: 2), SyncWords.refused(long, long, key: "t"),
      SyncWords.conflict(long, key: "t"), SyncWords.folder(long), VerbWords.refusedThere(long),
      LibraryWords.noFolder(long), LibraryWords.importOf(long),
    ] {
      #expect(sentence.count < 500 && sentence.contains("…"), "\(sentence.prefix(80))")
    }
    #expect(SyncWords.folders(["Jazz"], more: 0) == "Copy counts differ in Jazz")
  }

  @Test func `damage is told once`() {
    #expect(LibraryWords.damagedBackup(DatabaseWords.damaged) == "it is damaged")
    #expect(LibraryWords.damagedBackup("it ends early") == "it is damaged (it ends early)")
    #expect(
      LibraryWords.damaged("l.sqlite", DatabaseWords.damaged, backup: nil)
        == "l.sqlite is damaged. Nothing changed: move it away to start over")
  }
}
