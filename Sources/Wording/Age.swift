/// Times ago, in a few letters.
public enum AgeWords {
  public static let now = "now"
  public static func minutes(_ number: Int) -> String { "\(number) min" }
  public static func hours(_ number: Int) -> String { "\(number) h" }
  public static func days(_ number: Int) -> String { "\(number) d" }
  public static func months(_ number: Int) -> String { "\(number) mon" }
}
