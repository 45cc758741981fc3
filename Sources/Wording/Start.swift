/// Sentences of the very first start.
public enum StartWords {
  public static let caption = "Welcome to Runout: how would you like to begin?"
  public static let demoKey: Character = "d"
  public static let importKey: Character = "c"
  public static let signInKey: Character = "l"
  public static let fetchKey: Character = "u"
  public static let lookAtDemo = "Look at the demo"
  public static let importFile = "Import a CSV of your collection"
  public static let signIn = "Sign in to Discogs"
  public static let fetch = "Fetch the whole catalogue to this machine"
  public static let demo = "This is the demo: :source, :login and runout --help lead further"
  public static let whichFile = "The CSV of your collection, such as Discogs exports it"
  public static let filePrompt = "File: "
  public static let asksMore = "This file leaves questions: runout collection import FILE asks them"
  public static let importing = "Importing…"
  public static func imported(_ copies: Int) -> String {
    "Imported \(counted(copies, "copy", "copies")): this is your shelf"
  }
}
