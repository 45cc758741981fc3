import Foundation
import TestSupport
import Testing

/// What the program says and does where variables name a proxy.
@Suite(.limitedConcurrency)
struct ProxyTests {
  private let program: RunoutProgram
  /// A name that only a proxy resolves.
  private let address = "https://api.discogs.invalid"

  init() throws {
    program = try RunoutProgram()
  }

  private func proxyLines(_ finished: Finished) -> [String] {
    finished.lines.filter { $0.dropFirst(8).hasPrefix("proxy ") }.map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
  }

  /// Everything in the program's folders that holds a text.
  private func holders(_ text: String) throws -> [String] {
    let files = try #require(FileManager.default.enumerator(atPath: program.home.path)).compactMap { $0 as? String }
    return files.filter { program.home.read($0)?.contains(text) == true }
  }

  @Test func `a malformed variable is one line of the doctor, and what needs no network goes on`() async throws {
    let changes = ["HTTPS_PROXY": "http://digger:sesame@proxy.example:port"]
    let sentence = "HTTPS_PROXY has no valid port: write http://host:port, or unset it"
    let doctor = try await program.ask(address, "doctor", changes: changes)
    #expect(doctor.status == 1 && doctor.errors == "runout: 1 problem found\n", "\(doctor.output)\(doctor.errors)")
    #expect(proxyLines(doctor) == ["failed proxy \(sentence)"], "\(doctor.output)")
    let release = try await program.ask(address, "release", "1", changes: changes)
    #expect(release.status == 5 && release.errors == "runout: \(sentence)\n", "\(release.errors)")
    let demo = try await program.run("search", "blue", changes: changes)
    #expect(demo.status == 0 && demo.errors == "")
    let local = try await program.run("doctor", changes: changes)
    #expect(local.status == 0)
    #expect(proxyLines(local) == ["warning proxy \(sentence)"], "\(local.output)")
    #expect(try holders("sesame") == [])
    for asked in [doctor, release, demo, local] { #expect(!(asked.output + asked.errors).contains("sesame")) }
  }

  @Test func `a proxy that wants another password is named, and the password is not`() async throws {
    let proxy = try RecordingServer(status: "407 Proxy Authentication Required")
    let changes = ["https_proxy": "http://digger:sesame@127.0.0.1:\(proxy.port)", "RUNOUT_LOG": "trace"]
    let sentence = "The proxy 127.0.0.1:\(proxy.port) (https_proxy) rejects its user and password"
    let doctor = try await program.ask(address, "doctor", changes: changes)
    #expect(doctor.status == 1 && proxyLines(doctor) == ["failed proxy \(sentence)"], "\(doctor.output)")
    let release = try await program.ask(address, "release", "1", changes: changes)
    #expect(release.status == 5 && release.errors == "runout: \(sentence)\n", "\(release.errors)")
    #expect(proxy.received.hasPrefix("CONNECT api.discogs.invalid:443 HTTP/1.1\r\n"))
    #expect(proxy.received.contains("proxy-authorization: Basic ZGlnZ2VyOnNlc2FtZQ==\r\n"))
    for secret in ["sesame", "ZGlnZ2VyOnNlc2FtZQ=="] {
      #expect(try holders(secret) == [])
      for asked in [doctor, release] { #expect(!(asked.output + asked.errors).contains(secret)) }
    }
  }

  @Test func `a proxy where nothing listens is named as what failed`() async throws {
    // Port 1 of this machine: no test and no service listens there.
    let changes = ["ALL_PROXY": "127.0.0.1:1"]
    let sentence = "Cannot reach the proxy 127.0.0.1:1 (ALL_PROXY): connection refused"
    let doctor = try await program.ask(address, "doctor", changes: changes)
    #expect(doctor.status == 1 && proxyLines(doctor) == ["failed proxy \(sentence)"], "\(doctor.output)")
    let release = try await program.ask(address, "release", "1", changes: changes)
    #expect(release.status == 5 && release.errors == "runout: \(sentence)\n", "\(release.errors)")
  }

  @Test func `the doctor tells why there is no proxy`() async throws {
    let server = try await TestServer.start()
    let here = try await program.ask(server.url, "doctor", changes: ["http_proxy": "127.0.0.1:1"])
    #expect(proxyLines(here) == ["ok proxy none: 127.0.0.1 is this machine"], "\(here.output)")
    let none = try await program.run("doctor")
    #expect(proxyLines(none) == ["ok proxy none: HTTPS_PROXY and ALL_PROXY are unset"], "\(none.output)")
    let changes = ["HTTPS_PROXY": "127.0.0.1:1", "HTTP_PROXY": "https://a:1", "NO_PROXY": ".discogs.com"]
    let spared = try await program.run("doctor", changes: changes)
    let problem = "HTTP_PROXY names an unsupported https:// proxy: use http:// or socks5://"
    #expect(
      proxyLines(spared) == ["ok proxy none: NO_PROXY lists .discogs.com", "warning proxy \(problem)"],
      "\(spared.output)")
  }
}
