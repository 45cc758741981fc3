import Terminal
import Testing

@testable import Features
@testable import Screens

struct FormatTests {
  @MainActor @Test func `a title that has no room at all leaves a sign`() {
    var canvas = Canvas(size: Size(columns: 13, rows: 1))
    canvas.writeName(("Miles Davis", "Kind Of Blue"), in: canvas.bounds, theme: Theme())
    #expect(canvas.text(row: 0) == "Miles Davis …")
  }

  @MainActor
  @Test(arguments: [
    (13, "Miles Davisons", "Miles Daviso…"), (14, "Miles Davisons", "Miles Daviso… "),
    (15, "Miles Davisons", "Miles Davisons…"), (16, "Miles Davisons", "Miles Davisons …"),
    (25, "The Dave Brubeck Quartet", "The Dave B… – Kind Of Bl…"),
  ]) func `in a narrow column an artist that leaves the title no room is cut`(
    columns: Int, artist: String, line: String
  ) {
    var canvas = Canvas(size: Size(columns: columns, rows: 1))
    canvas.writeName((artist, "Kind Of Blue"), in: canvas.bounds, theme: Theme())
    #expect(canvas.text(row: 0) == line)
  }

  @MainActor
  @Test(arguments: [
    ("Jacob Miller / Augustus Pablo", "Baby I Love You So", "Jacob Miller… – Baby I Love Y…"),
    ("Jacob Miller / Augustus Pablo", "Kassava", "Jacob Miller / Augu… – Kassava"),
    ("坂本龍一と高橋幸宏", "Kind Of Blue!", "坂本龍一と高… – Kind Of Blue! "),
    ("Blur", "The Great Escape And More Of It", "Blur – The Great Escape And M…"),
  ]) func `a long artist leaves the title half of the room, where it needs it`(
    artist: String, title: String, line: String
  ) {
    var canvas = Canvas(size: Size(columns: 30, rows: 1))
    canvas.writeName((artist, title), in: canvas.bounds, theme: Theme())
    #expect(canvas.text(row: 0) == line)
  }

  @MainActor @Test func `a bar that values share is whole, and each has its part in its colour`() {
    let theme = Theme("auto", background: .rgb(0, 0, 0), colours: Colour.trueColour)
    let shares = [("NM", 1), ("VG+", 6), ("G", 1)].map { PanelShare(name: $0, value: $1, tone: .grade($0)) }
    var canvas = Canvas(size: Size(columns: 24, rows: 2))
    canvas.writeShares(shares, in: Rect(column: 0, row: 0, columns: 24, rows: 1), theme: theme)
    canvas.writeLegend(shares, in: Rect(column: 0, row: 1, columns: 24, rows: 1), theme: theme)
    #expect(canvas.lines == [String(repeating: "■", count: 24), "NM 1  VG+ 6  G 1        "])
    for (column, name, grade) in [(0, 0, "NM"), (3, 6, "VG+"), (20, 6, "VG+"), (21, 13, "G"), (23, 13, "G")] {
      let style = theme.style(of: .grade(grade))
      #expect(canvas[Point(column: column, row: 0)].style == style, "\(column)")
      #expect(canvas[Point(column: name, row: 1)].style == style, "\(name)")
    }
  }

  @MainActor @Test(arguments: [(1, "■"), (8, "■"), (11, "■■"), (20, "■■■"), (80, "■■■■■■■■■■"), (0, "")])
  func `a bar is as long as its number, rounded up`(value: Int, bar: String) {
    #expect(Bar.text(value, of: 80, columns: 10, in: .unicode) == bar)
    #expect(Bar.text(value, of: 80, columns: 10, in: .ascii).count == bar.count)
  }

  @Test(arguments: [
    ("2xLP, Album", "2×LP, Album"), ("LP + 12xCD", "LP + 12×CD"), ("2x12\"", "2×12\""), ("LP, Album", "LP, Album"),
    ("", ""), ("1000xCD", "1000xCD"), ("a2xLP", "a2xLP"), ("é2xLP", "é2xLP"), ("2xlp", "2xlp"), ("2x", "2x"),
    ("xLP", "xLP"), ("Maxi, 3x7\"", "Maxi, 3×7\""),
  ])
  func `a number of carriers is written with a multiplication sign`(exported: String, written: String) {
    #expect(Wording.format(exported) == written)
  }

  @Test(
    arguments: [
      ("LP, Album, Mono", "LP, Mono"), ("CD, Album", "CD"), ("Album, LP", "Album, LP"), ("LP, Albums", "LP, Albums"),
      ("", ""), ("Cass, Album Sampler, Promo", "Cass, Album Sampler, Promo"),
    ]) func `where there is little room, Album goes`(format: String, short: String)
  {
    #expect(Wording.withoutAlbum(format) == short)
  }
}
