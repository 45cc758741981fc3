import Testing

@testable import Screens

struct FormatTests {
  @Test(arguments: [
    ("2xLP, Album", "2×LP, Album"), ("LP + 12xCD", "LP + 12×CD"), ("2x12\"", "2×12\""), ("LP, Album", "LP, Album"),
    ("", ""), ("1000xCD", "1000xCD"), ("a2xLP", "a2xLP"), ("é2xLP", "é2xLP"), ("2xlp", "2xlp"), ("2x", "2x"),
    ("xLP", "xLP"), ("Maxi, 3x7\"", "Maxi, 3×7\""),
  ])
  func `a number of carriers is written with a multiplication sign`(exported: String, written: String) {
    #expect(Wording.format(exported) == written)
  }
}
