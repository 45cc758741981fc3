import Foundation
import Testing

@testable import AnswerCache

// breaks: Pictures
struct ImageStoreTests {
  private let scratch: CacheScratch

  init() throws {
    scratch = try CacheScratch()
  }

  private func store(_ limits: ImageStore.Limits = ImageStore.Limits()) -> ImageStore {
    ImageStore(directory: scratch.files.file("images"), index: scratch.open(), limits: limits)
  }

  private func picture(_ number: Int, bytes: Int = 1000) -> CachedImage {
    CachedImage(contentType: "image/jpeg", bytes: CachedAnswer.fixture(number, bytes: bytes).body, storedAt: 500)
  }

  private func url(_ number: Int) -> String { "https://i.discogs.com/\(number)/a.jpeg" }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.files.file("images")).sorted()
  }

  @Test func `a picture comes back with its type, also in the next run`() async throws {
    await store().put(picture(1), for: url(1))
    #expect(await store().get(url(1)) == picture(1))
    #expect(await store().get(url(2)) == nil)
    #expect(try files() == [ImageStore.name(of: url(1))])
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.files.file("images/\(files()[0])"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(scratch.troubles == [])
  }

  @Test func `of too many pictures the one unused for longest goes, with its file`() async throws {
    let images = store(ImageStore.Limits(count: 3))
    for number in 1...3 { await images.put(picture(number), for: url(number)) }
    _ = await images.get(url(1))
    await images.put(picture(4), for: url(4))
    #expect(await images.get(url(1)) != nil)
    #expect(await images.get(url(2)) == nil)
    #expect(try files().count == 3)
    #expect(await images.info().count == 3)
  }

  @Test func `pictures stay within their bytes, and one that is too large is not kept`() async throws {
    let images = store(ImageStore.Limits(bytes: 10_000))
    for number in 1...9 { await images.put(picture(number, bytes: 2000), for: url(number)) }
    await images.put(picture(10, bytes: 2500), for: url(10))
    let info = await images.info()
    #expect(info.bytes == 10_000)
    #expect(info.count == 5)
    #expect(info.oldest == 500)
    #expect(await images.get(url(10)) == nil)
    #expect(try files().count == 5)
  }

  @Test(arguments: ["", "short", "longer than it was, and by far"])
  func `a file that changed is not shown, and forgotten`(content: String) async throws {
    let images = store()
    await images.put(picture(1, bytes: 10), for: url(1))
    _ = try scratch.files.write(content, to: "images/\(ImageStore.name(of: url(1)))")
    #expect(await images.get(url(1)) == nil)
    #expect(await images.info().count == 0)
    #expect(try files() == [])
    await images.put(picture(1), for: url(1))
    #expect(await images.get(url(1)) == picture(1))
  }

  @Test func `a file of the right size with other bytes is not shown`() async throws {
    let images = store()
    await images.put(picture(1, bytes: 10), for: url(1))
    _ = try scratch.files.write("0123456789", to: "images/\(ImageStore.name(of: url(1)))")
    #expect(await images.get(url(1)) == nil)
  }

  @Test func `pictures are removed one by one and all at once`() async throws {
    let images = store()
    for number in 1...3 { await images.put(picture(number), for: url(number)) }
    await images.remove(url(2))
    #expect(try files().count == 2)
    #expect(await images.clear() == 2)
    #expect(try files() == [])
    #expect(await images.info() == ImageStore.Info())
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try FileManager.default.createDirectory(atPath: scratch.files.file("images"), withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: scratch.files.file("images/\(name)")))
  }

  @Test func `pictures that no index knows are removed, except the latest`() async throws {
    let images = store()
    await images.put(picture(1), for: url(1))
    try write([1], to: "\(ImageStore.name(of: url(2))).1k3jx0zqp7w2m")
    try write([0xFF, 0xD8, 0xFF, 0xE0], to: ImageStore.name(of: url(3)))
    let written = Date().timeIntervalSince1970
    await images.tidy(at: written)
    #expect(try files().count == 3)
    await images.tidy(at: written + 3600)
    #expect(try files() == [ImageStore.name(of: url(1))])
  }

  /// What people and other programs keep in a folder called images.
  static let foreign = [
    "cover.jpg", "notes.txt", ".hidden", "0123456789abcdef.jpg", "0123456789abcdef.backup", "0123456789abcdef",
    "0123456789ABCDEF", "deadbeef", "0123456789abcdef.1k3jx0zqp7w2m.png",
  ]

  @Test(arguments: foreign)
  func `a file that Runout did not make stays when the cache is cleared or tidied`(name: String) async throws {
    try write(Array("mine".utf8), to: name)
    let images = store()
    await images.put(picture(1), for: url(1))
    await images.tidy(at: Date().timeIntervalSince1970 + 3600)
    #expect(await images.clear() == 1)
    #expect(try files() == [name])
    #expect(try scratch.files.bytes("images/\(name)") == Data("mine".utf8))
    #expect(scratch.troubles == [])
  }

  @Test func `clearing counts the pictures of a replaced index, too`() async throws {
    let images = store()
    await images.put(picture(1), for: url(1))
    try write([0xFF, 0xD8, 0xFF, 0xE0], to: ImageStore.name(of: url(3)))
    try write([], to: "\(ImageStore.name(of: url(2))).1k3jx0zqp7w2m")
    #expect(await images.clear() == 2)
    #expect(try files() == [])
  }

  // fails: pictures | their folder cannot be made
  @Test func `without a picture folder the program works, and one notice says so`() async throws {
    _ = try scratch.files.write("", to: "images")
    let images = store()
    await images.put(picture(1), for: url(1))
    await images.put(picture(2), for: url(2))
    #expect(await images.get(url(1)) == nil)
    #expect(scratch.troubles == [.failed(path: scratch.files.file("images"), reason: "Not a directory")])
  }

  // fails: pictures | the disk is read-only
  @Test func `on a read-only disk, pictures still appear`() async throws {
    await store().put(picture(1), for: url(1))
    let images = ImageStore(directory: scratch.files.file("images"), index: scratch.open { $0.readOnly = true })
    #expect(await images.get(url(1)) == picture(1))
    await images.put(picture(2), for: url(2))
    #expect(try files().count == 1)
    #expect(scratch.troubles == [.readOnly(path: scratch.path)])
  }
}
