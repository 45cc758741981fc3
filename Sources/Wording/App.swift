/// Sentences about the program itself: pages, prompts and history.
public enum AppWords {
  // MARK: Pages

  public static func firstPage(key: String) -> String { "This is the first page · \(key) to quit" }
  public static let noEarlierPage = "No earlier page"
  public static let noLaterPage = "No later page"
  public static let noOtherPage = "No other page yet"
  public static let notAReference = "not a Discogs URL or an id such as r123, m45, a6 or l7"

  // MARK: Prompts

  public static func tooLong(_ count: Int) -> String { "At most 1,000 characters, and this has \(count)" }
  public static let filterPrompt = "filter: "
  public static let tokenPrompt = "token: "
  public static let codePrompt = "code: "
  public static let openPrompt = "open URL or id: "
  public static let keyPrompt = "consumer key: "
  public static let secretPrompt = "consumer secret: "
  public static let newFolderPrompt = "new folder: "
  public static let folderPrompt = "folder name: "
  public static let cratePrompt = "crate name: "
  public static let historyFailed = "Could not read earlier commands"
  public static let rememberFailed = "Could not remember this command"
  public static let rememberSearchFailed = "Could not remember this search"
  public static let searchHistoryFailed = "Could not read the search history"
  public static let entryDeleteFailed = "Could not delete the search"
  public static let entryRestoreFailed = "Could not bring the search back"
}
