internal import Catalogue
internal import DiscogsModel
internal import Foundation
internal import Fuzzing
internal import RunoutModel
internal import UserLibrary

extension FuzzTarget {
  /// A query, asked of the demo's catalogue and of its shelf: whatever can be parsed can be found out.
  static let search = FuzzTarget("search", isLong: false) { bytes in
    let text = bytes.text
    wait {
      do throws(CatalogueError) {
        if let query = parsed(text) {
          _ = try await demo.catalogue.search(SearchRequest(query: query), limit: 5)
          _ = try await demo.catalogue.count(SearchRequest(query: query, kind: .release))
        }
        _ = try await demo.catalogue.reference(named: text, kind: .artist)
        let list = CatalogueList(.labelReleases(910_000_001), narrowing: text)
        _ = try await demo.catalogue.rows(of: list, limit: 5)
      } catch {
        preconditionFailure("the catalogue cannot be asked for “\(text)”: \(error)")
      }
      do throws(LibraryError) {
        _ = try await demo.shelf.copies(CollectionRequest(narrowing: text), limit: 5)
        _ = try await demo.shelf.wantCount(CollectionRequest(narrowing: text))
      } catch .query(_) {
        // Not understood, and said.
      } catch {
        preconditionFailure("the shelf cannot be narrowed to “\(text)”: \(error)")
      }
    }
  }

  private static func parsed(_ text: String) -> SearchQuery? {
    do throws(QueryError) { return try SearchQuery(parsing: text) } catch { return nil }
  }

  private static let demo = Demo()
}

/// The demo's catalogue and shelf.
private struct Demo: Sendable {
  let catalogue: CatalogueStore
  let shelf: Library

  init() {
    let root = ProcessInfo.processInfo.environment["RUNOUT_FUZZ_ROOT"] ?? "."
    let folder = "\(root)/Resources/Demo"
    let path = NSTemporaryDirectory() + "/runout-fuzz-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    do {
      _ = try CatalogueImporter.import(
        files: ["artists", "labels", "masters", "releases"].map { "\(folder)/\($0).xml" }, into: path,
        now: 1_794_000_000)
      catalogue = try CatalogueStore(path: path)
      unlink(path)
      let shelf = try Library.inMemory()
      self.shelf = shelf
      wait {
        do {
          _ = try await shelf.importCollection(from: "\(folder)/collection.csv")
          _ = try await shelf.importWantList(from: "\(folder)/wantlist.csv")
        } catch {
          preconditionFailure("\(error)")
        }
      }
    } catch {
      preconditionFailure("the demo cannot be made: \(error)")
    }
  }
}
