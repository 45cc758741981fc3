import DiscogsModel
import Platform
import Testing

struct InputChecksTests {
  // MARK: The API's address

  @Test(arguments: [
    ("https://api.discogs.com", "https://api.discogs.com"), (" https://API.Discogs.com/ ", "https://api.discogs.com"),
    ("https://api.discogs.com:443/", "https://api.discogs.com"), ("HTTP://localhost:8080", "http://localhost:8080"),
    ("http://127.0.0.1:80/v1/", "http://127.0.0.1/v1"), ("http://127.9.9.9", "http://127.9.9.9"),
    ("http://[::1]:8080//a//b/", "http://[::1]:8080/a/b"),
    ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    ("https://10.0.0.1:8443", "https://10.0.0.1:8443"), ("https://my_server", "https://my_server"),
  ])
  func `addresses that can be used`(typed: String, text: String) throws {
    #expect(try ApiURL(typed).text == text)
    #expect(try ApiURL(text) == ApiURL(typed))
  }

  @Test(arguments: [
    "", "api.discogs.com", "ftp://api.discogs.com", "https://", "https:///path", "https://:443", "https://a b",
    "https://a.b:0", "https://a.b:65536", "https://a.b:", "https://a.b:8a", "https://a.b:٣", "https://-a.b",
    "https://a..b", "https://a.b.", "https://a.b?token=x", "https://a.b#x", "https://a\\.b", "https://a.b/../c",
    "https://bücher.example", "https://a.b\nHost: c", "https://[::1", "https://[x]", "https://1.2.3",
    "https://1.2.3.999",
    "http://api.discogs.com", "http://localhost.evil.com", "http://127.0.0.1.evil.com", "http://0.0.0.0",
    "http://127.1", "http://0x7f.0.0.1", "http://2130706433", "http://127.0.0.01", "http://192.168.0.1",
    "http://[::ffff:127.0.0.1]", "http://[::]", "javascript:alert(1)", "https:/a.b", "//a.b",
  ])
  func `addresses that cannot`(typed: String) {
    let error = #expect(throws: InputError.self) { try ApiURL(typed) }
    #expect(error?.description.contains("\n") == false)
    #expect(error?.description.hasPrefix("“") == true)
  }

  @Test(arguments: [
    "https://ann:s3cret@api.discogs.com", "https://s3cret@localhost", "http://localhost@s3cret@evil.com/s",
  ])
  func `an address with a password in it is refused without repeating it`(typed: String) {
    let error = #expect(throws: InputError.self) { try ApiURL(typed) }
    #expect(error?.description.contains("it must not contain a user or password") == true)
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test(arguments: ["https://a.b?token=s3cret", "a.b/#s3cret", "http://a.b/?x=1@s3cret"])
  func `a query is not repeated, since it may hold a token`(typed: String) {
    let error = #expect(throws: InputError.self) { try ApiURL(typed) }
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test func `an error about an address is one line`() {
    let error = #expect(throws: InputError.self) { try ApiURL("http://discogs.example\u{1B}[2J") }
    #expect(error?.description.unicodeScalars.contains("\u{1B}") == false)
    #expect(
      #expect(throws: InputError.self) { try ApiURL("http://discogs.example") }?.description
        == "“http://discogs.example” is not an API address: "
        + "http:// works only on this machine; use https://")
  }

  @Test func `this machine is known among others`() throws {
    #expect(try ApiURL("http://localhost:1").isLoopback)
    #expect(try ApiURL("https://[::1]").isLoopback)
    #expect(try !ApiURL("https://127.example").isLoopback)
    #expect(!ApiURL.discogs.isLoopback)
  }

  // MARK: User names

  @Test(arguments: ["ann", "_.name", "a-b.c", "Björk", "12345", "...", " ann "])
  func `names that users have`(typed: String) throws {
    #expect(try UserName(typed).text == typed.filter { $0 != " " })
  }

  @Test(arguments: [
    ("", "it is empty"), ("  ", "it is empty"), ("@ann", "leave out the @"),
    ("a b", "it has spaces or control characters"),
    ("a\nb", "it has spaces or control characters"), ("a\u{202E}b", "it has spaces or control characters"),
    ("a/b", "user names have no /"), ("a?b", "user names have no ?"), ("..", "it has only dots"),
    ("a%2fb", "user names have no %"),
    ("https://www.discogs.com/user/ann", "type only the name, not the page's address"),
    (String(repeating: "x", count: 101), "it is longer than 100 bytes"),
  ])
  func `names that no user has`(typed: String, reason: String) {
    let error = #expect(throws: InputError.self) { try UserName(typed) }
    #expect(error?.description == "Not a user name: \(reason)")
  }

  @Test func `a name in other case is the same user`() throws {
    #expect(try UserName("Ann") == UserName("aNN"))
    #expect(try Set([UserName("Ann"), UserName("ann"), UserName("bob")]).count == 2)
  }

  // MARK: Tokens

  private static let token = "AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGhIjKlMn"

  @Test(arguments: [
    token, " \(token)\n", "Discogs token=\(token)", "Authorization: Discogs token=\(token)", "token=\(token)",
    "\"\(token)\"", "'\(token)'",
  ])
  func `a token is taken as it was copied`(typed: String) throws {
    #expect(try AccessToken(Secret(typed)).secret.reveal() == Self.token)
  }

  @Test(arguments: [
    "", "  ", "short", "s3cret s3cret", "s3cretto\nken", "s3crettokén", "s3cret\u{200B}token", "s3cret;token",
    "https://www.discogs.com/settings/developers", String(repeating: "s3cret", count: 50), "token=",
  ])
  func `text that cannot be a token is refused without repeating it`(typed: String) {
    let error = #expect(throws: InputError.self) { try AccessToken(Secret(typed)) }
    #expect(error?.description.contains("s3cret") == false)
    #expect(error?.description.hasPrefix("Not a token: it ") == true)
  }

  @Test func `a token shows itself in no way of printing`() throws {
    let token = try AccessToken(Secret(Self.token))
    var dumped = ""
    dump(token, to: &dumped)
    for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains(Self.token)) }
  }
}
