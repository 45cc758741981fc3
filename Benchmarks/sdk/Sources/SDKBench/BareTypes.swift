// swift-format-ignore-file: AlwaysUseLowerCamelCase
// What `JSONDecoder` is measured with: the fields that the SDK reads, under the names of the API, and nothing of what it
// puts up with.

struct BareCredit: Decodable {
  var id: Int
  var name, anv, join, role, tracks: String
}

struct BareLabel: Decodable {
  var id: Int
  var name, catno, entity_type: String
  var entity_type_name: String?
}

struct BareFormat: Decodable {
  var name, qty: String
  var descriptions: [String]?
  var text: String?
}

struct BareTrack: Decodable {
  var position, type_, title, duration: String
  var artists, extraartists: [BareCredit]?
  var sub_tracks: [BareTrack]?
}

struct BareIdentifier: Decodable {
  var type, value: String
  var description: String?
}

struct BareVideo: Decodable {
  var uri, title: String
  var description: String?
  var duration: Int
}

struct BareImage: Decodable {
  var type, uri, uri150: String
  var width, height: Int
}

struct BareUser: Decodable {
  var username: String
}

struct BareRating: Decodable {
  var count: Int
  var average: Double
}

struct BareCommunity: Decodable {
  var have, want: Int
  var rating: BareRating
  var submitter: BareUser
  var contributors: [BareUser]
}

struct BareRelease: Decodable {
  var id: Int
  var title, uri, data_quality, status, date_added, date_changed: String
  var artists: [BareCredit]
  var extraartists: [BareCredit]?
  var labels, series, companies: [BareLabel]
  var formats: [BareFormat]
  var genres: [String]
  var styles: [String]?
  var country, released, notes, artists_sort, thumb: String?
  var master_id, num_for_sale, estimated_weight, format_quantity: Int?
  var lowest_price: Double?
  var blocked_from_sale: Bool?
  var tracklist: [BareTrack]
  var identifiers: [BareIdentifier]
  var videos: [BareVideo]?
  var images: [BareImage]?
  var community: BareCommunity
}

struct BareCounts: Decodable {
  var have, want: Int
}

struct BareUserData: Decodable {
  var in_wantlist, in_collection: Bool
}

struct BareResult: Decodable {
  var id: Int
  var type, title, uri, thumb, cover_image: String
  var user_data: BareUserData?
  var master_id, format_quantity: Int?
  var country, year, catno: String?
  var format, label, genre, style, barcode: [String]?
  var community: BareCounts?
  var formats: [BareFormat]?
}

struct BarePagination: Decodable {
  var page, pages, per_page, items: Int
}

struct BareSearchPage: Decodable {
  var pagination: BarePagination
  var results: [BareResult]
}
