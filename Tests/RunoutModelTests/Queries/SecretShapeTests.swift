import DiscogsModel
import RunoutModel
import SeededRandom
import Testing

struct SecretShapeTests {
  // None of these opens anything: they were made up for this test.
  @Test(arguments: [
    "QnVbTzRmKwLpXcHsJdYgFtAeNoUiBqWvZxCkMrSl", "qBvTxLmWzYhKpRnCdJfGsAeUoIiOuEaPqLzXkWmV",
    "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7d", "RjDxQvLpTzKmWbNcYhGf", "XbTqVnRkLzWpMcDyHgJsFaUeOiQvBnZx",
    "d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "dGhpcyBpcyBub3QgYSBzZWNyZXQgYXQgYWxs+/==",
    "k3j5h2g8f9d1s4a7p6o0i3u5y2t8r1e9w7q4",
    "token=abcdefgh1234", "Discogs token=abcdefghijkl", "Authorization: Discogs key=abcdefgh, secret=ijklmnopq",
    "oauth_token=abcdefgh", "oauth_token_secret=\"abcdefgh\"",
    "https://api.discogs.com/database/search?q=x&token=abcdefgh",
    "miles davis QnVbTzRmKwLpXcHsJdYgFtAeNoUiBqWvZxCkMrSl", "Bearer abcdefgh12345678", "password=correcthorse",
    "\"QnVbTzRmKwLpXcHsJdYgFtAeNoUiBqWvZxCkMrSl\"", "token: abcdefgh12345678",
  ])
  func `tokens and keys are recognised`(text: String) {
    #expect(SecretShape.looksLikeToken(text))
  }

  @Test(arguments: [
    "", " ", "miles davis", "miles davis \"kind of blue\" year:1959..1962 -type:master", "074646493526",
    "5 012394 144777",
    "barcode:50123941447775", "123456789012345678901234567890123456789012", "CS 9875", "catno:\"CS 8163\"", "WARPCDD92",
    "MOVLP1234/5/6-ABC", "B0012345-01-RE-1", "runout:XSM47326-1A-2B",
    "MPO-SK032145-G1-A1-G2-B1-C2-D1-MASTERED-BY-CAPITOL",
    "runout:\"SMAS-11163-A-1 WLY STERLING EMI 2\"", "InTheCourtOfTheCrimsonKing", "TheMarsVoltaFrancesTheMute",
    "GYBEF#A#Infinity", "Rindfleischetikettierungsaufgabengesetz", "supercalifragilisticexpialidocious",
    "SUPERCALIFRAGILISTICEXPIALIDOCIOUS", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    "https://www.discogs.com/release/249504-Rick-Astley-Never-Gonna-Give-You-Up-Whenever-You-Need-Somebody",
    "https://www.discogs.com/artist/1234567-ABBA-And-The-Album-1977-LP-Record-1978-Reissue", "坂本龍一 千のナイフ",
    "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaargh", "1969-1970-1971-1972-1973-1974-1975-1976-1977", "token", "secret",
    "Token Entry", "secret: a history", "Bearer of bad news", "The Secret=Life", "key: of dreams", "artist:token",
    "track:\"The Key To Her Ferrari\"", "label:\"Secretly Canadian\"", "deadbeefcafe",
    "facadefacadefacadefacadefacadefacade",
  ])
  func `what people search for is not`(text: String) {
    #expect(!SecretShape.looksLikeToken(text))
  }

  @Test func `nearly every random token is recognised`() {
    var generator = SeededGenerator(seed: 2)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    let all = letters + Array("0123456789")
    for (alphabet, length, wanted) in [(letters, 40, 0.99), (letters, 32, 0.98), (letters, 20, 0.9), (all, 40, 0.99)] {
      let tokens = (0..<2_000).map { _ in
        String((0..<length).compactMap { _ in alphabet.randomElement(using: &generator) })
      }
      let share = Double(tokens.count(where: SecretShape.looksLikeToken)) / 2_000
      #expect(share >= wanted, "\(length): \(share)")
    }
  }
}
