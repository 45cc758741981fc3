import Foundation

/// Dumps of a test's own making, in the structure of Discogs' monthly ones.
///
///     let dump = Dump.releases([Dump.release(1, title: "Blue"), Dump.release(2, title: "Green", artist: "Somebody")])
enum Dump {
  static func releases(_ records: [String]) -> String { document("releases", records) }
  static func artists(_ records: [String]) -> String { document("artists", records) }
  static func masters(_ records: [String]) -> String { document("masters", records) }
  static func labels(_ records: [String]) -> String { document("labels", records) }

  private static func document(_ root: String, _ records: [String]) -> String {
    "<\(root)>\n" + records.map { $0 + "\n" }.joined() + "</\(root)>\n"
  }

  /// - Parameter tracks: position, title and duration of each.
  static func release(
    _ id: Int, title: String, artist: String = "Somebody", artistID: Int = 7001, year: Int = 1969,
    label: String = "Some Label", catalogueNumber: String = "SL 1", notes: String = "",
    tracks: [(position: String, title: String, duration: String)] = [("A1", "One", "3:00")]
  ) -> String {
    let list = tracks.map { track in
      "<track><position>\(text(track.position))</position><title>\(text(track.title))</title>"
        + "<duration>\(text(track.duration))</duration></track>"
    }
    return """
      <release id="\(id)" status="Accepted"><artists><artist><id>\(artistID)</id><name>\(text(artist))</name></artist>\
      </artists><title>\(text(title))</title><labels><label name="\(text(label))" catno="\(text(catalogueNumber))" \
      id="8001"/></labels><formats><format name="Vinyl" qty="1"><descriptions><description>LP</description>\
      </descriptions></format></formats><genres><genre>Jazz</genre></genres><country>Japan</country>\
      <released>\(year)</released><notes>\(text(notes))</notes><tracklist>\(list.joined())</tracklist></release>
      """
  }

  static func artist(_ id: Int, name: String, profile: String = "") -> String {
    "<artist><id>\(id)</id><name>\(text(name))</name><profile>\(text(profile))</profile></artist>"
  }

  static func master(_ id: Int, title: String, artist: String = "Somebody", year: Int = 1969) -> String {
    """
    <master id="\(id)"><main_release>\(id)</main_release><artists><artist><id>7001</id><name>\(text(artist))</name>\
    </artist></artists><year>\(year)</year><title>\(text(title))</title></master>
    """
  }

  static func label(_ id: Int, name: String, profile: String = "") -> String {
    "<label><id>\(id)</id><name>\(text(name))</name><profile>\(text(profile))</profile></label>"
  }

  /// With what XML needs escaped, and a control character that XML allows as a reference.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Exports of a shelf as Discogs' web site makes them.
enum Export {
  static func collection(_ rows: [[String: String]]) -> String {
    let header = [
      "Catalog#", "Artist", "Title", "Label", "Format", "Rating", "Released", "release_id", "CollectionFolder",
      "Date Added", "Collection Media Condition", "Collection Sleeve Condition", "Collection Notes",
    ]
    return table(header, rows)
  }

  static func wantList(_ rows: [[String: String]]) -> String {
    table(["Catalog#", "Artist", "Title", "Label", "Format", "Rating", "Released", "release_id", "Notes"], rows)
  }

  private static func table(_ header: [String], _ rows: [[String: String]]) -> String {
    let defaults = [
      "Artist": "Somebody", "Title": "A Record", "Format": "LP", "Released": "1969",
      "CollectionFolder": "Uncategorized", "Date Added": "2020-11-12 12:24:52",
    ]
    let lines = rows.map { row in
      header.map { quoted(row[$0] ?? defaults[$0] ?? "") }.joined(separator: ",")
    }
    return ([header.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
