/// What is dug out of a catalogue and the shelf: gaps.
public enum DigWords {
  // MARK: Gaps

  public static func gaps(_ name: String) -> String { "Missing: \(name)" }
  public static let gapsOfWhat = "Gaps are those of a label, artist or master"
  public static func missing(_ rows: Int, of all: Int) -> String {
    "\(grouped(rows)) of \(counted(all, "record", "records")) missing"
  }
  public static let nothingMissing = "Nothing missing: all of it is on your shelf"
  public static let noRecordsHere = "This source has no records of it"
  public static func noGapsOf(_ text: String) -> String {
    "“\(text)” has no gaps: type label:123, artist:1 or master:5"
  }
}
