/// Sentences about copying text.
public enum CopyingWords {
  public static let stopped = "Nothing copied"
  public static let nothingSelected = "Nothing here to copy"
  public static let demoHasNoAddress = "Demo records have no Discogs URL"
  public static let noBarcode = "No barcode to copy"
  public static let noCatalogueNumber = "No catalogue number to copy"
  public static func records(_ number: Int) -> String { "\(counted(number, "record")) as JSON" }
  public static let theRecord = "the record as JSON"
  public static func lines(_ number: Int) -> String { counted(number, "line") }
  public static func copied(_ what: String) -> String { "Copied \(what)" }
}
