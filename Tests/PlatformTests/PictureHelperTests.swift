import Foundation
import Raster
import SeededRandom
import Testing

@testable import Platform

/// The program that decodes pictures, as it is built.
struct PictureHelperTests {
  private func helper() throws -> PictureHelper {
    try #require(PictureHelper(beside: ResourceLocator.executablePath()), "make build-tests builds it")
  }

  /// Circles of one colour, drawn for these tests.
  private static let jpeg = bytes(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEExNDk7"
      + "Pj4+JS5ESUM8SDc9Pjv/2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7"
      + "Ozs7Ozs7Ozv/wAARCAAYABgDASIAAhEBAxEB/8QAGgABAAIDAQAAAAAAAAAAAAAAAAMGAQIEBf/EACoQAAIBBAAEAwkAAAAAAAAA"
      + "AAECAwAEBREGBxIhMXOxExQiJUFxcrLB/8QAFwEBAQEBAAAAAAAAAAAAAAAABQIBA//EACMRAAICAAQHAQAAAAAAAAAAAAERAAIS"
      + "EzFBAwRCYXGhsdH/2gAMAwEAAhEDEQA/AK7BiMM0ILqDKq7kjAbe/wCVHHiMXct7KNQkvWR0hWY6+nau60PzbK/iPUVtwsdcdxee"
      + "PUVGA4DZ6L3FzwKiy7E/P2VvMYv3JXUQMhRvFlKkj7GlW7med5ibzU/WldjTAg9nB83MJKW08a2y1gmSyMjXKBJVAQ9/i7is4DL2"
      + "FpxdHeT3KRwCUEud61sUpWdJHj1ELczc2aGi+SbmDm8flb+aTH3aTqzqQV34dOjSlKq1iV4htKirU//Z")
  private static let webp = bytes(
    "UklGRuQAAABXRUJQVlA4INgAAADQBQCdASoYABgAPrVKoEonJCMhqA1Q4BaJbACdG0ktYr9K8sAAWa6m1ob/z09QhfKWbRhX46gA"
      + "AP7qAWxD00036HAR/EA5r68V5EvGSE/iVpJqn77+fDtdlL8qbixCgrTY3hmAoaDZySfZITMW56DcXejDjouwQTD27+Di1CgWPyX4"
      + "W82BXolCi+z+HFC280tFWe8PRQ+wc3JTzCdAsmiHJPwgIyDPwSkXY/MsC2FcWeGG/ZFjgMYQ/ouHmgad2U51vakY0X88CC+yuXbQ"
      + "8lOzHUiUhRovkAA=")

  private static let interlaced = bytes(
    "iVBORw0KGgoAAAANSUhEUgAAB9AAAAfQAQAAAAHFRMlCAAACAElEQVR42u3BMQEAAADCoPVPbQsvoAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAgKcBsx0AAbsjqV0AAAAASUVORK5CYII=")

  private static let largerInterlaced = bytes(
    "iVBORw0KGgoAAAANSUhEUgAACDQAAAg0AQAAAAETKLnyAAACMklEQVR42u3BMQEAAADCoPVP7WENoAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAG6B"
      + "YAABghJ5/AAAAABJRU5ErkJggg==")

  private static func bytes(_ text: String) -> [UInt8] { Data(base64Encoded: text).map(Array.init) ?? [] }

  private func picture(_ width: Int, _ height: Int) throws -> Raster {
    let bytes = (0..<width * height).flatMap { [UInt8($0 % 256), UInt8($0 / 256 % 256), 90, 255] as [UInt8] }
    return try #require(Raster(width: width, height: height, bytes: bytes))
  }

  @Test func `a small PNG comes out pixel for pixel`() async throws {
    let raster = try picture(40, 30)
    #expect(try await helper().decode(raster.png(), side: 300) == raster)
  }

  @Test(arguments: [(1_000, 500, 300, 150), (500, 1_000, 150, 300), (3_000, 1, 300, 1)])
  func `a larger one is made smaller, in its shape`(width: Int, height: Int, newWidth: Int, newHeight: Int) async throws
  {
    let raster = try await helper().decode(try picture(width, height).png(), side: 300)
    #expect(raster?.width == newWidth)
    #expect(raster?.height == newHeight)
  }

  @Test func `JPEG and WebP are read, too`() async throws {
    let (jpeg, webp) = (
      try await helper().decode(Self.jpeg, side: 300), try await helper().decode(Self.webp, side: 300)
    )
    let (one, other) = (try #require(jpeg), try #require(webp))
    #expect((one.width, one.height) == (24, 24))
    #expect((other.width, other.height) == (24, 24))
    let difference = zip(one.bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(difference / one.bytes.count < 20, "the same picture, each in its own loss")
  }

  @Test func `a PNG that says it is huge is none`() async throws {
    for (width, height) in [
      (30_000, 30_000), (20_001, 1), (8_000, 8_000), (4_097, 4_096), (0, 5), (Int(UInt32.max), 2),
    ] {
      var file = try picture(2, 2).png()
      for byte in 0..<4 {
        file[16 + byte] = UInt8(truncatingIfNeeded: width >> (24 - 8 * byte))
        file[20 + byte] = UInt8(truncatingIfNeeded: height >> (24 - 8 * byte))
      }
      let head = Array(file[12..<29])
      for (byte, place) in zip(checksum(head), 29..<33) { file[place] = byte }
      #expect(try await helper().decode(file, side: 300) == nil, "\(width) × \(height)")
    }
  }

  /// A few hundred bytes, which have to be held as millions of pixels before the first row is there.
  @Test func `an interlaced picture may have four million pixels, and no more`() async throws {
    #expect(try await helper().decode(Self.interlaced, side: 100)?.width == 100)
    #expect(try await helper().decode(Self.largerInterlaced, side: 100) == nil)
  }

  @Test func `what is no picture is none`() async throws {
    for file in [[], [0xFF], Array("<html><body>404</body></html>".utf8), Array("GIF89a...........".utf8)] as [[UInt8]]
    {
      #expect(try await helper().decode(file, side: 300) == nil)
    }
    #expect(try await helper().decode(Self.jpeg, side: 0) == nil)
  }

  @Test func `half a picture is none`() async throws {
    for file in [Self.jpeg, Self.webp, try picture(60, 60).png()] {
      for share in [10, 50, 90] {
        #expect(try await helper().decode(Array(file.prefix(file.count * share / 100)), side: 300) == nil)
      }
    }
  }

  @Test func `pictures with wrong bytes in them are drawn or not, and never more than that`() async throws {
    var random = SeededGenerator(seed: 7)
    for round in 0..<150 {
      var file = [Self.jpeg, Self.webp, try picture(40, 40).png()][round % 3]
      for _ in 0...Int(random.next() % 6) {
        file[Int(random.next() % UInt64(file.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if let raster = try await helper().decode(file, side: 64) {
        #expect(raster.width <= 64 && raster.height <= 64)
      }
    }
  }

  @Test func `without the helper there are no pictures, and a program in its place that lies is not believed`() async {
    #expect(PictureHelper(beside: "/nowhere/bin/runout") == nil)
    #expect(PictureHelper(beside: nil) == nil)
    for liar in ["/bin/cat", "/bin/false", "/nowhere", "/bin/echo"] {
      #expect(await PictureHelper(path: liar).decode(Self.jpeg, side: 300) == nil)
    }
  }

  /// CRC-32, the highest byte first.
  private func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    sum = ~sum
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
  }
}
