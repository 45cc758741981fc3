import DiscogsModel
import Testing

struct StarsTests {
  @Test(arguments: [1, 2, 3, 4, 5]) func `one to five are stars`(number: Int) {
    #expect(Stars.read(number) == number)
  }

  @Test(arguments: [0, 6, -1, .max, .min, nil]) func `anything else is not rated`(number: Int?) {
    #expect(Stars.read(number) == nil)
  }
}
