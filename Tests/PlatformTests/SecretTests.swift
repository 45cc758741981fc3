import DiscogsModel
import Platform
import Testing

struct SecretTests {
  private let secret = Secret("s3cretToken")

  private struct Account {
    var name = "ann"
    var token: Secret
    var former: [Secret?] = []
  }

  @Test func `a secret shows itself in no way of printing`() {
    var dumped = ""
    let account = Account(token: secret, former: [secret, nil])
    dump(account, to: &dumped)
    dump(secret, to: &dumped)
    let texts = [
      "\(secret)", "\(account)", String(describing: secret), String(reflecting: secret), String(reflecting: account),
      "\([secret])", "\(Optional(secret) as Any)", "\(["token": secret])", secret.debugDescription, dumped,
    ]
    for text in texts {
      #expect(!text.contains("s3cret"))
      #expect(text.contains("<redacted>"))
    }
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect(secret.reveal() == "s3cretToken")
  }

  @Test func `a variable counts when there is something in it`() {
    let environment = ["DISCOGS_TOKEN": " abc\n", "EMPTY": " ", "OTHER": "x"]
    #expect(Secret.variable("DISCOGS_TOKEN", in: environment)?.reveal() == "abc")
    #expect(Secret.variable("EMPTY", in: environment) == nil)
    #expect(Secret.variable("NONE", in: environment) == nil)
  }
}
