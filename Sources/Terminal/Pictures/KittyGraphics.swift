public import Raster

/// Writes kitty's graphics protocol.
///
/// - Note: Source: kitty, “Terminal graphics protocol”.
public enum KittyGraphics {
  /// The most that one command may carry.
  static let chunk = 4096

  /// Sends a picture, which the terminal keeps, and says that placeholders stand for it in a size.
  public static func virtual(_ raster: Raster, id: Int, size: Size) -> [UInt8] {
    send(raster, "a=T,U=1,i=\(id),c=\(size.columns),r=\(size.rows)")
  }

  /// Sends a picture, which the terminal keeps, to be laid over cells later.
  public static func keep(_ raster: Raster, id: Int) -> [UInt8] { send(raster, "a=t,i=\(id)") }

  /// Lays a part of a picture that was sent over the cells from the cursor on, which stays where it is.
  ///
  /// - Parameters:
  ///   - place: another one for each part that is on the screen at a time.
  ///   - pixels: the part, from the picture's upper left.
  public static func lay(
    id: Int, place: Int, size: Size, pixels: (x: Int, y: Int, width: Int, height: Int)
  ) -> [UInt8] {
    command(
      "a=p,i=\(id),p=\(place),x=\(pixels.x),y=\(pixels.y),w=\(pixels.width),h=\(pixels.height),c=\(size.columns),"
        + "r=\(size.rows),C=1,q=2", "")
  }

  /// Takes a part of a picture off the cells.
  public static func lift(id: Int, place: Int) -> [UInt8] { command("a=d,d=i,i=\(id),p=\(place),q=2", "") }

  /// Takes a picture away and forgets it.
  public static func delete(id: Int) -> [UInt8] { command("a=d,d=I,i=\(id),q=2", "") }

  /// Takes all pictures away.
  public static let deleteAll = command("a=d,d=A,q=2", "")

  /// Asks whether the protocol is understood: the answer is ``isAnswer(_:)``.
  public static let question = command("a=q,i=\(questionID),s=1,v=1,t=d,f=24", "AAAA")

  private static let questionID = 16_777_215

  /// Whether what came in an APC string says yes.
  static func isAnswer(_ reply: [UInt8]) -> Bool {
    let text = String(decoding: reply, as: UTF8.self)
    return text.hasPrefix("Gi=\(questionID)") && text.hasSuffix(";OK")
  }

  /// Nothing is answered: neither success (`q=1`) nor failure (`q=2`) must come back as keys.
  private static func send(_ raster: Raster, _ keys: String) -> [UInt8] {
    let data = Base64.letters(raster.png(.quick))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + 100 + 20 * (data.count / chunk + 1))
    for start in stride(from: 0, to: data.count, by: chunk) {
      let end = min(data.count, start + chunk)
      let more = end < data.count ? 1 : 0
      append(start == 0 ? "\(keys),f=100,t=d,q=2,m=\(more)" : "q=2,m=\(more)", data[start..<end], to: &bytes)
    }
    return bytes
  }

  private static func command(_ keys: String, _ data: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(keys, Array(data.utf8)[...], to: &bytes)
    return bytes
  }

  private static func append(_ keys: String, _ data: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    bytes += "\u{1B}_G\(keys)".utf8
    if !data.isEmpty {
      bytes.append(UInt8(ascii: ";"))
      bytes += data
    }
    bytes += "\u{1B}\\".utf8
  }

  /// As tmux hands it on to the terminal it runs in, where `allow-passthrough` is on.
  public static func throughTmux(_ bytes: [UInt8]) -> [UInt8] {
    var wrapped: [UInt8] = []
    // Each command by itself: tmux has a limit for one.
    var command: [UInt8] = []
    for byte in bytes {
      if byte == 0x1B { command.append(byte) }
      command.append(byte)
      if byte == UInt8(ascii: "\\"), command.dropLast().last == 0x1B {
        wrapped += Array("\u{1B}Ptmux;".utf8) + command + Array("\u{1B}\\".utf8)
        command.removeAll(keepingCapacity: true)
      }
    }
    return wrapped
  }
}

/// Letters for bytes.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func letters(_ bytes: [UInt8]) -> [UInt8] {
    let length = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: length) { letters, count in
      alphabet.withUnsafeBufferPointer { alphabet in
        for (group, start) in stride(from: 0, to: bytes.count, by: 3).enumerated() {
          let known = min(3, bytes.count - start)
          var bits = UInt32(bytes[start]) << 16
          if known > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
          if known > 2 { bits |= UInt32(bytes[start + 2]) }
          for place in 0..<4 {
            let letter = alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 63)]
            letters[4 * group + place] = place <= known ? letter : UInt8(ascii: "=")
          }
        }
      }
      count = length
    }
  }
}
