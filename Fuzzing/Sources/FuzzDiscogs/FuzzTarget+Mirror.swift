internal import Catalogue
internal import Foundation
internal import Fuzzing

@testable internal import CatalogueUpdate

extension FuzzTarget {
  /// The page that lists the dumps of a mirror. Whatever stands there, what is taken from it are files by Discogs' names,
  /// at addresses that can be asked.
  static let mirror = FuzzTarget("mirror") { bytes in
    // The first line is where the page is from, or may be.
    let (address, _) = bytes.firstLine
    _ = MirrorPage(bytes.text, at: address).files.count
    let page = MirrorPage(bytes.text, at: "https://mirror.example/dumps/?prefix=data/")
    for (name, address) in page.files {
      precondition(DumpFileName(name.text) == name)
      precondition(URL(string: address) != nil, address)
    }
    for year in page.years { precondition(URL(string: year) != nil, year) }
  }
}
