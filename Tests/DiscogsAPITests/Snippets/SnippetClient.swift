// The examples of the documentation are in this folder: what stands between `// snippet: NAME` and `// end` is what the
// articles of DiscogsAPI.docc and the README show, written there by Scripts/fill-documents. The tests around them run
// them without a network, so that an example which no longer compiles, or no longer does what it says, is a failure.

import DiscogsAPI
import DiscogsModel
import Foundation

/// A client that answers by what a path ends with; what is not named does not exist.
func snippetClient(_ answers: [String: HTTP.Response], as account: Account = .anonymous) -> DiscogsClient {
  snippetClient(as: account) { request in
    let path = request.url.prefix { $0 != "?" }
    let answer = answers.first { path.hasSuffix($0.key) }?.value
    return answer ?? .json(#"{"message": "The requested resource was not found."}"#, status: 404)
  }
}

/// A client over a script, on a day that stands still.
func snippetClient(
  as account: Account = .anonymous, _ script: @escaping ScriptedTransport.Script
) -> DiscogsClient {
  let agent = UserAgent(name: "Crate", version: "1.0", contact: "https://example.org/crate")
  var configuration = Configuration(userAgent: agent) { Date(timeIntervalSince1970: 1_000_000) }
  configuration.limits.backgroundSpacing = .zero
  return DiscogsClient(configuration, transport: ScriptedTransport(script), account: { account })
}

let snippetAccount = Account(.token("sesame"), scope: "hedda-crate")
