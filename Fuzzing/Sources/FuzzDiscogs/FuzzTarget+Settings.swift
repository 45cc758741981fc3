internal import DiscogsModel
internal import DiscogsServer
internal import Fuzzing
internal import LiveClients
internal import RunoutModel
internal import UserLibrary

extension FuzzTarget {
  /// A `config.toml`. A mistake in it is told with its place.
  static let toml = FuzzTarget("toml") { bytes in
    let text = bytes.text
    let lines = text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) + 1
    for problem in SettingsFile.parse(text, file: "config.toml").problems {
      precondition(problem.line >= 0 && problem.line <= text.count + 1, "line \(problem.line) of \(lines)")
      precondition(!problem.message.isEmpty)
    }
  }

  /// A file of offers for `runout serve --market`.
  static let market = FuzzTarget("market") { bytes in
    do throws(MarketFileError) {
      for offer in try MarketFile(bytes, named: "market.csv", owner: "owner").offers {
        _ = offer.price.displayName
      }
    } catch {
      precondition(!error.description.isEmpty)
    }
  }
}
