import DiscogsModel
import Testing

@testable import DiscogsAPI

/// How the addresses of proxies and the variables that name them are read.
struct ProxyTests {
  @Test(arguments: [
    ("proxy.example:3128", Proxy.Kind.http, "proxy.example", 3128),
    ("http://Proxy.Example:3128/", .http, "proxy.example", 3128),
    ("http://proxy.example", .http, "proxy.example", 80), ("HTTP://10.0.0.1:8080", .http, "10.0.0.1", 8080),
    ("socks5://proxy.example:9050", .socks, "proxy.example", 9050),
    ("socks5h://proxy.example", .socks, "proxy.example", 1080),
    ("socks://127.0.0.1:1", .socks, "127.0.0.1", 1), ("http://[2001:db8::1]:3128", .http, "2001:db8::1", 3128),
    ("http://@proxy.example.:65535", .http, "proxy.example", 65_535),
  ])
  func `an address is read`(_ text: String, _ kind: Proxy.Kind, _ host: String, _ port: Int) throws {
    let proxy = try Proxy(text)
    #expect(proxy.kind == kind && proxy.host == host && proxy.port == port && !proxy.hasCredentials)
  }

  @Test(arguments: [
    ("http://digger:vinyl@proxy.example:3128", "ZGlnZ2VyOnZpbnls"),
    ("digger:vinyl@proxy.example:3128", "ZGlnZ2VyOnZpbnls"),
    ("http://digger@proxy.example:3128", "ZGlnZ2VyOg=="),
    ("http://digger:a%40b%3A%25c@proxy.example:1", "ZGlnZ2VyOmFAYjolYw=="),
    ("http://digger:a@b@proxy.example:1", "ZGlnZ2VyOmFAYg=="),
    ("http://digger:%20a%20@proxy.example:1", "ZGlnZ2VyOiBhIA=="),
  ])
  func `user and password are unescaped, and put as HTTP wants them`(_ text: String, _ basic: String) throws {
    #expect(try Proxy(text).credentials?.reveal() == basic)
  }

  @Test(arguments: [
    ("http://", ProxyMistake.noHost), ("http://:3128", .host), ("http://digger:sesame@", .noHost), ("pro xy:1", .blank),
    ("http://próxy:1", .blank), ("http://proxy.example:", .port), ("http://proxy.example:0", .port),
    ("http://proxy.example:65536", .port), ("proxy.example:sesame", .port), ("http://[::1", .host),
    ("http://[proxy]:1", .host), ("http://pro..xy:1", .host), ("http://2001:db8::1", .port),
    ("https://proxy.example:3128", .encrypted),
    ("socks4://proxy.example:1", .scheme), ("sesame://proxy.example:1", .scheme),
    ("http://proxy.example:1/sesame", .path),
    ("http://digger:ses%ame@proxy.example:1", .escape), ("http://digger:ses/ame@proxy.example:1", .unescaped),
    ("http://digger:ses#ame@proxy.example:1", .unescaped), ("socks5://digger:sesame@proxy.example:1", .socksPassword),
  ])
  func `a mistake says what to do, and repeats nothing`(_ text: String, _ mistake: ProxyMistake) {
    #expect(throws: mistake) { try Proxy(text) }
    #expect("HTTPS_PROXY \(mistake)".count <= 80 && !mistake.description.contains("sesame"))
    let rules = ProxyRules(environment: ["HTTPS_PROXY": text])
    let problem = ProxyProblem(variable: "HTTPS_PROXY", reason: mistake.description)
    #expect(rules.problems == [problem] && rules.route(to: "https://api.discogs.com") == .malformed(problem))
  }

  @Test func `nothing prints a user or password`() throws {
    let rules = ProxyRules(environment: ["HTTPS_PROXY": "http://digger:sesame@proxy.example:3128"])
    var dumped = ""
    dump(rules, to: &dumped)
    for text in ["\(rules)", String(reflecting: rules), dumped, "\(rules.route(to: "https://api.discogs.com"))"] {
      #expect(!text.contains("sesame") && !text.contains("digger") && !text.contains("ZGlnZ2VyOnNlc2FtZQ=="))
    }
    #expect("\(try Proxy("http://digger:sesame@[::1]:3128"))" == "[::1]:3128")
  }

  struct Way: Sendable, CustomTestStringConvertible {
    var variables: [String: String]
    var address = "https://api.discogs.com"
    /// `proxy:port from variable`, or why there is none.
    var way: String

    init(_ variables: [String: String], _ way: String, to address: String = "https://api.discogs.com") {
      (self.variables, self.address, self.way) = (variables, address, way)
    }

    var testDescription: String { "\(address) \(variables)" }
  }

  private func words(_ route: ProxyRoute) -> String {
    switch route {
    case .through(let proxy, let variable): "\(proxy) \(variable ?? "")"
    case .direct(.unset): "unset"
    case .direct(.thisMachine(let host)): host
    case .direct(.excepted(let entry, let variable)): "\(entry) in \(variable)"
    case .malformed(let problem): "\(problem.variable) is malformed"
    }
  }

  @Test(arguments: [
    Way([:], "unset"), Way(["HTTPS_PROXY": "", "https_proxy": "  "], "unset"),
    Way(["HTTPS_PROXY": "a:1"], "a:1 HTTPS_PROXY"),
    Way(["HTTPS_PROXY": "a:1", "https_proxy": "b:1"], "b:1 https_proxy"),
    Way(["HTTPS_PROXY": "a:1", "https_proxy": ""], "a:1 HTTPS_PROXY"), Way(["HTTP_PROXY": "a:1"], "unset"),
    Way(["HTTP_PROXY": "a:1"], "a:1 HTTP_PROXY", to: "http://discogs.example"),
    Way(["http_proxy": "b:1", "HTTP_PROXY": "a:1"], "b:1 http_proxy", to: "http://discogs.example"),
    Way(["ALL_PROXY": "c:1"], "c:1 ALL_PROXY"), Way(["ALL_PROXY": "c:1", "all_proxy": "d:1"], "d:1 all_proxy"),
    Way(["ALL_PROXY": "c:1", "HTTPS_PROXY": "a:1"], "a:1 HTTPS_PROXY"),
    Way(["ALL_PROXY": "c:1", "HTTPS_PROXY": "a:1"], "c:1 ALL_PROXY", to: "http://discogs.example"),
    // What is malformed is not passed over for another.
    Way(["ALL_PROXY": "c:1", "HTTPS_PROXY": "a:b"], "HTTPS_PROXY is malformed"),
    Way(["ALL_PROXY": "c:c", "HTTPS_PROXY": "a:1"], "a:1 HTTPS_PROXY"),
    // This machine.
    Way(["ALL_PROXY": "c:1"], "localhost", to: "http://localhost:8080"),
    Way(["ALL_PROXY": "c:1"], "::1", to: "https://[::1]/"),
    Way(["ALL_PROXY": "c:1"], "127.3.2.1", to: "https://127.3.2.1"),
    Way(["ALL_PROXY": "c:c"], "127.0.0.1", to: "http://127.0.0.1:1"),
    Way(["ALL_PROXY": "c:1"], "c:1 ALL_PROXY", to: "https://localhost.example"),
  ])
  func `the variables choose the proxy`(_ way: Way) {
    #expect(words(ProxyRules(environment: way.variables).route(to: way.address)) == way.way)
  }

  @Test(
    arguments: [
      ("discogs.com", "api.discogs.com", "discogs.com"), (".discogs.com", "api.discogs.com", ".discogs.com"),
      ("*.discogs.com", "api.discogs.com", "*.discogs.com"),
      ("API.Discogs.com.", "api.discogs.com", "API.Discogs.com."),
      (".discogs.com", "discogs.com", ".discogs.com"), ("cogs.com", "api.discogs.com", nil),
      ("api.discogs.com", "discogs.com", nil),
      ("*", "api.discogs.com", "*"), ("a.example,discogs.com", "api.discogs.com", "discogs.com"),
      (" a.example ,  discogs.com ", "api.discogs.com", "discogs.com"),
      ("a.example discogs.com", "api.discogs.com", "discogs.com"),
      ("discogs.com:443", "api.discogs.com", "discogs.com:443"), ("discogs.com:8443", "api.discogs.com", nil),
      ("discogs.com:8443", "api.discogs.com:8443", "discogs.com:8443"),
      ("discogs.com", "api.discogs.com.", "discogs.com"),
      ("192.0.2.1", "192.0.2.1", "192.0.2.1"), ("192.0.2.1", "192.0.2.10", nil),
      ("192.0.2.1:443", "192.0.2.1", "192.0.2.1:443"),
      ("192.0.2.0/24", "192.0.2.77", "192.0.2.0/24"), ("192.0.2.0/25", "192.0.2.128", nil),
      ("192.0.2.0/31", "192.0.2.1", "192.0.2.0/31"),
      ("0.0.0.0/0", "192.0.2.1", "0.0.0.0/0"), ("0.0.0.0/0", "[2001:db8::1]", nil),
      ("0.0.0.0/0", "api.discogs.com", nil),
      ("2.1", "192.0.2.1", nil), ("2001:db8::/32", "[2001:db8:7::1]", "2001:db8::/32"),
      ("2001:db8::1", "[2001:db8:0::1]", "2001:db8::1"),
      ("[2001:db8::1]:443", "[2001:db8::1]", "[2001:db8::1]:443"), ("2001:db8::1", "[2001:db8::2]", nil),
      (",,", "api.discogs.com", nil),
    ] as [(String, String, String?)])
  func `exceptions are hosts, domains, addresses and blocks`(_ list: String, _ host: String, _ entry: String?) {
    let rules = ProxyRules(environment: ["HTTPS_PROXY": "a:1", "NO_PROXY": list])
    #expect(rules.problems == [])
    #expect(words(rules.route(to: "https://\(host)/path")) == entry.map { "\($0) in NO_PROXY" } ?? "a:1 HTTPS_PROXY")
  }

  @Test func `exceptions in small letters come first, and one that cannot be read is named by its number`() {
    let variables = [
      "HTTPS_PROXY": "a:1", "NO_PROXY": "*", "no_proxy": "b.example,http://discogs.com,10.0.0.0/33,10/8",
    ]
    let rules = ProxyRules(environment: variables)
    #expect(words(rules.route(to: "https://api.discogs.com")) == "a:1 HTTPS_PROXY")
    #expect(
      rules.problems.map(\.description)
        == [2, 3, 4].map {
          "no_proxy has an unreadable entry, number \($0): write a host, address or block"
        })
  }
}
