import AnswerCache
import Clients
import DiscogsAPI
import LiveClients
import Testing

/// What comes from the address of a picture.
struct PictureFileTests {
  private let scratch: LiveScratch

  init() throws {
    scratch = try LiveScratch()
  }

  private static let address = "https://i.discogs.com/a.jpeg"

  /// Discogs with one answer for the address.
  private func discogs(_ type: String, _ body: String) -> ScriptedDiscogs {
    let discogs = ScriptedDiscogs()
    discogs.answer(
      Self.address, HTTP.Response(status: 200, headers: ["Content-Type": type], body: Array(body.utf8)))
    return discogs
  }

  @Test(arguments: [
    ("application/json", #"{"message": "Hello"}"#), ("image/png", #"{"message": "Hello"}"#), ("image/jpeg", "picture"),
    ("image/webp", "RIFF\0\0\0\0WAVE"), ("image/svg+xml", "<svg/>"), ("image/gif", "GIF"),
  ])
  func `what does not begin like a picture is neither given nor kept, whatever it is called`(type: String, body: String)
    async throws
  {
    let live = try scratch.live(discogs(type, body))
    await #expect(throws: ClientError.refused("Not a picture: Discogs sent neither JPEG, PNG, GIF nor WebP")) {
      try await live.services.images.image(Self.address)
    }
    #expect(try await live.cacheContents().pictures.count == 0)
  }

  @Test(arguments: [
    ("image/gif", "GIF89a\u{1}"), ("image/gif", "GIF87a\u{1}"), ("image/webp", "RIFF\0\0\0\0WEBPVP8 "),
  ])
  func `a picture is what it begins like, and is kept as that`(type: String, body: String) async throws {
    let live = try scratch.live(discogs("text/plain", body))
    let file = try await live.services.images.image(Self.address)
    #expect(file == ImageFile(contentType: type, bytes: Array(body.utf8)))
    #expect(try await live.services.images.image(Self.address) == file)
    #expect(try await live.cacheContents().pictures.count == 1)
  }

  @Test func `a picture without an address has no file, and signed out needs an account`() async throws {
    let signedIn = try scratch.live(ScriptedDiscogs(), token: ScriptedDiscogs.token)
    await #expect(throws: ClientError.refused("Discogs lists this picture, but has no file for it")) {
      try await signedIn.services.images.image("")
    }
    let signedOut = try scratch.live(ScriptedDiscogs())
    await #expect(throws: ClientError.signInRequired(.signedOut)) { try await signedOut.services.images.image("") }
  }
}
