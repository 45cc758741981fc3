/// The headings of list columns.
public enum ColumnWords {
  // MARK: Records

  public static let name = "Artist – Title"
  public static let type = "Type"
  public static let label = "Label · Cat#"
  public static let labelOrRole = "Label · role"
  public static let versions = "Versions"
  public static let comment = "Comment"

  // MARK: Collection and want list

  public static let grades = "Grades"
  public static let added = "Added"
  public static let folders = "Folders"
  public static let crates = "Crates"
  public static let copies = "Copies"
  public static let share = "Share"

  // MARK: Market

  public static let lowest = "Lowest"
  public static let below = "Below"
  public static let checked = "Checked"
  public static let price = "Price"
  public static let status = "Status"
  public static let (ordered, total, buyer) = ("Ordered", "Total", "Buyer")
  public static let yourCopy = "Your copy"
  public static let listed = "Listed"
  public static let comments = "Comments"
  public static let seller = "Seller"
  public static let yourWants = "Your wants"

  // MARK: Lists and searches

  public static let list = "List"
  public static let about = "About"
  public static let entries = "Entries"
  public static let changed = "Changed"
  public static let source = "Source"
  public static let found = "Found"
  public static let runs = "Runs"
  public static let last = "Last"

  // MARK: Log, notifications and tasks

  public static let time = "Time"
  public static let level = "Level"
  public static let whatHappened = "What happened"
  public static let when = "When"
  public static let what = "What"
  public static let state = "State"
  public static let asker = "For"
  public static let askerOrAge = "For, since"
}
