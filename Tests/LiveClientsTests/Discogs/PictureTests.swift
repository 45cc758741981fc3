import Clients
import DiscogsModel
import Platform
import Raster
import RunoutModel
import Sleeves
import Testing

@testable import LiveClients

/// Photographs on their way from the server to the screen.
struct PictureTests {
  private func world() async throws -> LiveWorld {
    let helper = try #require(PictureHelper(beside: ResourceLocator.executablePath()))
    return try await LiveWorld { $0.pictureHelper = helper }
  }

  @Test func `a release's picture is fetched, decoded and made as small as it is drawn`() async throws {
    let world = try await world()
    let release = try await world.live.services.catalogue.release(try await world.release())
    let url = try #require(release.images.first?.url)
    let picture = try await world.live.services.images.picture(url, 300)
    #expect((picture.width, picture.height) == (300, 300))
    let drawn = Sleeve.draw(SleeveFacts(release), side: 600).scaled(width: 300, height: 300)
    let difference = zip(picture.bytes, drawn.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(difference / picture.bytes.count < 8)
  }

  @Test(arguments: [
    "https://i.discogs.com/abc/a.jpeg", "https://img.discogs.com/a.jpg", "https://I.DISCOGS.COM/a.jpeg",
    "http://127.0.0.1:8080/images/releases/1/600",
  ])
  func `Discogs' picture servers are trusted, and a stand-in on this machine`(address: String) {
    #expect(PictureAddress.isTrusted(address, server: "http://127.0.0.1:8080"))
  }

  @Test(arguments: [
    "", "a.jpeg", "http://i.discogs.com/a.jpeg", "https://i.discogs.com.evil.example/a.jpeg",
    "https://evil.example/i.discogs.com/a.jpeg", "https://i.discogs.com@evil.example/a.jpeg",
    "https://user:secret@i.discogs.com/a.jpeg", "https://i.discogs.com:8443/a.jpeg", "file:///etc/passwd",
    "http://127.0.0.1:9/a.jpeg", "http://localhost:8080/a.jpeg", "http://10.0.0.1/a.jpeg", "http://169.254.169.254/",
  ])
  func `no other address is asked, whatever a record says`(address: String) {
    #expect(!PictureAddress.isTrusted(address, server: "http://127.0.0.1:8080"))
  }

  @Test(arguments: [
    ("https://mirror.example:8443/a.jpeg", true), ("https://mirror.example/a.jpeg", false),
    ("http://mirror.example:8443/a.jpeg", false), ("https://www.mirror.example:8443/a.jpeg", false),
    ("https://me:secret@mirror.example:8443/a.jpeg", false),
  ])
  func `of a server that is asked in Discogs' place, exactly that one brings pictures`(address: String, isTrusted: Bool)
  {
    #expect(PictureAddress.isTrusted(address, server: "https://mirror.example:8443") == isTrusted)
  }

  @Test func `an address that is not trusted is refused before anything is sent`() async throws {
    let world = try await world()
    await #expect(throws: ClientError.self) {
      try await world.live.services.images.picture("https://example.org/a.jpeg", 300)
    }
  }

  @Test(arguments: [
    "http://10.0.0.1/a.jpeg", "http://169.254.169.254/latest", "http://me:secret@127.0.0.1/a.jpeg",
    "http://localhost:1/a.jpeg", "https://example.org/a.jpeg",
  ])
  func `a picture that is only saved is asked for nowhere else, either`(address: String) async throws {
    let world = try await LiveWorld()
    await #expect(throws: ClientError.refused("The picture is not on Discogs' servers")) {
      try await world.live.services.images.image(address)
    }
  }
}
