import DiscogsModel
import Testing

@testable import DiscogsAPI
@testable import DiscogsJSON

/// Ratings as they may come, which pages draw as so many stars.
struct RatingTests {
  @Test(
    arguments: [
      ("3", 3), ("\"5\"", 5), ("0", nil), ("6", nil), ("-1", nil), ("1e6", nil), ("9223372036854775807", nil),
      ("-9223372036854775808", nil), ("null", nil), ("2.5", nil),
    ] as [(String, Int?)])
  func `a rating is one to five stars, or none`(number: String, stars: Int?) throws {
    let document = try JSONDocument(
      Array("{\"id\":1,\"instance_id\":2,\"release_id\":1,\"rating\":\(number)}".utf8))
    #expect(try CollectionInstance(document.root).rating == stars)
    #expect(try Want(document.root).rating == stars)
    #expect(try OwnRating(document.root).stars == stars)
  }
}
