/// The names of fields in pages and pop-ups, a word or two each.
public enum FieldWords {
  // MARK: Records

  public static let artist = "Artist"
  public static let title = "Title"
  public static let label = "Label"
  public static let number = "Cat#"
  public static let series = "Series"
  public static let format = "Format"
  public static let country = "Country"
  public static let released = "Released"
  public static let year = "Year"
  public static let genre = "Genre"
  public static let style = "Style"
  public static let master = "Master"
  public static let mainRelease = "Main"
  public static let dataQuality = "Data"
  public static let notes = "Notes"
  public static let credits = "Credits"
  public static let companies = "Companies"
  public static let videos = "Videos"
  public static let members = "Members"
  public static let aliases = "Aliases"
  public static let parent = "Parent"
  public static let sublabels = "Sublabels"
  public static let contact = "Contact"
  public static let sites = "Sites"

  // MARK: Discogs

  public static let community = "Community"
  public static let rating = "Rating"
  public static let market = "Market"
  public static let prices = "Prices"

  // MARK: Copies and wants

  public static let folder = "Folder"
  public static let limit = "Limit"
  public static let media = "Media"
  public static let sleeve = "Sleeve"
  public static let all = "All"

  // MARK: Users

  public static let userName = "User"
  public static let homePage = "Home page"
  public static let registered = "Registered"
  public static let wantList = "Want list"
  public static let contributed = "Contributed"
  public static let page = "Page"
  public static let name = "Name"
  public static let location = "Location"
  public static let member = "Member"
  public static let collection = "Collection"
  public static let wants = "Wants"
  public static let lists = "Lists"
  public static let forSale = "For sale"
  public static let submitted = "Submitted"
  public static let rated = "Rated"
  public static let site = "Site"

  // MARK: Home and log

  public static let worth = "Worth"
  public static let shelf = "Shelf"
  public static let catalogue = "Catalogue"
  public static let changes = "Changes"
  public static let time = "time"
  public static let level = "level"

  // MARK: Values

  public static let none = "none"
  public static let different = "different"
  public static let unknown = "unknown"
  public static let isPrivate = "private"
  public static let user = "user"
  public static let loading = "loading…"
  public static let before = "before"
  public static let mine = "mine"
  public static let theirs = "theirs"
}
