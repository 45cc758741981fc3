import RunoutModel
import Testing

@testable import runout

struct SelectionTests {
  @Test(arguments: [
    ("genre:rock", "format:vinyl genre:jazz", true),
    ("genre:jazz", "format:vinyl genre:jazz", false),
    ("genre:jazz country:us", "genre:jazz", false),
    ("blue", "genre:jazz", false),
    ("-genre:rock", "genre:jazz", false),
    ("year:1965", "year:1960..1969", false),
    ("year:1965..1975", "year:1960..1969", true),
    ("year:1959..", "year:1960..", true),
    ("label:\"blue note\"", "label:blue", false),
    ("format:cd", "-format:cd", true),
    ("format:vinyl", "-format:cd", false),
  ])
  func `a search that reaches outside of what a catalogue holds is noticed`(
    _ query: String, _ selection: String, _ isOutside: Bool
  ) throws {
    #expect(try SearchQuery(parsing: query).reachesOutside(SearchQuery(parsing: selection)) == isOutside)
  }
}
