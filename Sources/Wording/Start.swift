/// Sentences of the first start.
public enum StartWords {
  public static let caption = "Welcome to Runout: how would you like to begin?"
  public static let demoKey: Character = "d"
  public static let importKey: Character = "c"
  public static let signInKey: Character = "l"
  public static let fetchKey: Character = "u"
  public static let lookAtDemo = "Look at the demo"
  public static let importFile = "Import a CSV of your collection"
  public static let signIn = "Sign in to Discogs"
  public static let fetch = "Download the whole catalogue"
  public static let begins = "begin"
  public static let seeDemo = "see the demo"
  public static let demo = "This is the demo. :source switches, :login signs in, ? shows the keys"
  public static let whichFile = "Your collection as a CSV file, as Discogs exports it"
  public static let filePrompt = "File: "
  public static let asksMore = "Some rows need an answer: runout collection import FILE asks"
  public static let importing = "Importing…"
  public static let importFailed = "Could not import the file"
  public static func imported(_ copies: Int, skippedRows rows: Int, values: Int) -> String {
    let imported = "Imported \(counted(copies, "copy"))"
    let skipped = [
      rows > 0 ? counted(rows, "row") : "", values > 0 ? counted(values, "value") : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
    if skipped.isEmpty { return "\(imported): this is your shelf" }
    return "\(imported) · skipped \(skipped): runout collection import lists them"
  }
}
