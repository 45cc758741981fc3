import Platform
import Testing

/// The vectors of FIPS 180-4 and of NIST's validation program.
struct SHA256Tests {
  private func digest(_ pieces: [[UInt8]]) -> String {
    var digest = SHA256()
    for piece in pieces { piece.withUnsafeBytes { digest.update($0) } }
    return SHA256.text(digest.finish())
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `texts have their published checksums`(_ text: String, _ checksum: String) {
    #expect(digest([Array(text.utf8)]) == checksum)
  }

  @Test func `a million letters have their published checksum, in pieces of any size`() {
    let checksum = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    for size in [1, 63, 64, 65, 1000, 1_000_000] {
      let whole = Array(repeating: [UInt8](repeating: UInt8(ascii: "a"), count: size), count: 1_000_000 / size)
      let rest = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000 % size)
      #expect(digest(whole + [rest]) == checksum)
    }
  }
}
