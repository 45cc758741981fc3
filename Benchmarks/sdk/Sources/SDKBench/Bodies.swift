import Foundation

/// Answers in the form and of the size that real ones have, made up.
enum Bodies {
  static let tiny = Array(#"{"id":1,"title":"Harbour Lights"}"#.utf8)

  /// With two credits to a track, three labels, eleven companies, six pictures and some notes.
  static func release(tracks: Int) -> [UInt8] {
    let list = (1...max(1, tracks)).map { number in
      """
      {"position":"\(number)","type_":"track","title":"\(title(number))","duration":"\(number % 9 + 1):0\(number % 10)",\
      "extraartists":[\(credit(number, "Written-By, Arranged By")),\(credit(number + 7, "Tenor Saxophone [Solo]"))]}
      """
    }
    let labels = (1...3).map { label($0, "Label") }
    let companies = (1...11).map { label($0, "Recorded At") }
    let images = (1...6).map { number in
      #"{"type":"\#(number == 1 ? "primary" : "secondary")","uri":"\#(image(number))","resource_url":"\#(image(number))","#
        + #""uri150":"\#(image(number))","width":600,"height":594}"#
    }
    return Array(
      """
      {"id":1,"status":"Accepted","year":1961,"resource_url":"https://api.discogs.com/releases/1",\
      "uri":"https://www.discogs.com/release/1-Harbour-Lights","artists":[\(credit(1, ""))],"artists_sort":"Sund, Edda",\
      "labels":[\(labels.joined(separator: ","))],"series":[],"companies":[\(companies.joined(separator: ","))],\
      "formats":[{"name":"Vinyl","qty":"1","descriptions":["LP","Album","Mono"],"text":"Deep Groove"}],\
      "data_quality":"Correct","community":{"have":1204,"want":3306,"rating":{"count":211,"average":4.62},\
      "submitter":{"username":"siv-8","resource_url":"https://api.discogs.com/users/siv-8"},"contributors":[],\
      "data_quality":"Correct","status":"Accepted"},"format_quantity":1,"date_added":"2004-04-30T08:10:05-07:00",\
      "date_changed":"2024-11-02T12:40:31-07:00","num_for_sale":17,"lowest_price":42.5,"master_id":1000,\
      "master_url":"https://api.discogs.com/masters/1000","title":"Harbour Lights","country":"US",\
      "released":"1961-05-00","notes":"\(notes)","released_formatted":"May 1961",\
      "identifiers":[{"type":"Matrix / Runout","value":"HL-1961-A 1B","description":"Side A, etched"},\
      {"type":"Barcode","value":"0 12345 67890 5"}],"videos":[],"genres":["Jazz"],"styles":["Hard Bop","Modal"],\
      "tracklist":[\(list.joined(separator: ","))],"extraartists":[\(credit(9, "Engineer")),\(credit(12, "Liner Notes"))],\
      "images":[\(images.joined(separator: ","))],"thumb":"\(image(1))","estimated_weight":230,"blocked_from_sale":false}
      """.utf8)
  }

  static func search(rows: Int) -> [UInt8] {
    let list = (1...max(1, rows)).map { number in
      """
      {"country":"UK & Europe","year":"\(1950 + number % 60)","format":["Vinyl","LP","Album","Stereo"],\
      "label":["Roadblock Music","Harbour Sound Studios","Pressed By Nobody Ltd."],"type":"release",\
      "genre":["Jazz"],"style":["Hard Bop","Modal"],"id":\(249_504 + number),\
      "barcode":["HL-\(number)-A 1B","HL-\(number)-B 1A","0 12345 \(60_000 + number)"],\
      "user_data":{"in_wantlist":false,"in_collection":\(number % 3 == 0)},"master_id":\(1000 + number),\
      "master_url":"https://api.discogs.com/masters/\(1000 + number)","uri":"/release/\(249_504 + number)-Edda-Sund",\
      "catno":"FJ \(number)","title":"Edda Sund - \(title(number))","thumb":"\(image(number))",\
      "cover_image":"\(image(number))","resource_url":"https://api.discogs.com/releases/\(249_504 + number)",\
      "community":{"want":\(number * 31),"have":\(number * 17)},"format_quantity":1,\
      "formats":[{"name":"Vinyl","qty":"1","descriptions":["LP","Album","Stereo"],"text":"180g"}]}
      """
    }
    return Array(
      """
      {"pagination":{"page":1,"pages":200,"per_page":\(rows),"items":11924,\
      "urls":{"last":"https://api.discogs.com/database/search?page=200","next":"https://api.discogs.com/database/search?page=2"}},\
      "results":[\(list.joined(separator: ","))]}
      """.utf8)
  }

  private static let notes = Array(
    repeating: #"Recorded at night, in one take; the second pressing says \"Harbor\".\r\nMade in the U.S.A."#, count: 6
  ).joined(separator: #"\r\n"#)

  private static func title(_ number: Int) -> String {
    ["Harbour Lights", "Nattvakt (Første Del)", "Étude \u{2116} \(number)", #"The \"Second\" Side"#][number % 4]
  }

  private static func credit(_ number: Int, _ role: String) -> String {
    """
    {"name":"Edda Sund (\(number % 5 + 2))","anv":"\(number % 3 == 0 ? "E. Sund" : "")","join":",","role":"\(role)",\
    "tracks":"","id":\(108_713 + number),"resource_url":"https://api.discogs.com/artists/\(108_713 + number)",\
    "thumbnail_url":""}
    """
  }

  private static func label(_ number: Int, _ kind: String) -> String {
    """
    {"name":"Roadblock Music \(number)","catno":"FJ \(number)","entity_type":"1","entity_type_name":"\(kind)",\
    "id":\(23_528 + number),"resource_url":"https://api.discogs.com/labels/\(23_528 + number)","thumbnail_url":""}
    """
  }

  private static func image(_ number: Int) -> String {
    "https://i.discogs.com/\(String(repeating: "0123456789abcdef", count: 6))/rs:fit/g:sm/q:90/h:594/w:600/R-\(number).jpeg"
  }
}
