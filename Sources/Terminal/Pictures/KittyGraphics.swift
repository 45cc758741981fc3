public import Raster

/// Writes kitty's graphics protocol.
///
/// - Note: Source: kitty, “Terminal graphics protocol”.
public enum KittyGraphics {
  /// The most bytes of data in one command.
  static let chunk = 4096

  /// Sends a picture for the terminal to keep, to be shown by placeholders at this size.
  public static func virtual(_ raster: Raster, id: Int, size: Size) -> [UInt8] {
    send(raster, "a=T,U=1,i=\(id),c=\(size.columns),r=\(size.rows)")
  }

  /// Sends a picture for the terminal to keep, to be laid over cells later.
  public static func keep(_ raster: Raster, id: Int) -> [UInt8] { send(raster, "a=t,i=\(id)") }

  /// Shows a part of a kept picture over the cells from the cursor on; the cursor does not move.
  ///
  /// - Parameters:
  ///   - place: a number of its own for each part on the screen.
  ///   - pixels: the part, counted from the picture's top left.
  public static func lay(
    id: Int, place: Int, size: Size, pixels: (x: Int, y: Int, width: Int, height: Int)
  ) -> [UInt8] {
    command(
      "a=p,i=\(id),p=\(place),x=\(pixels.x),y=\(pixels.y),w=\(pixels.width),h=\(pixels.height),c=\(size.columns),"
        + "r=\(size.rows),C=1,q=2", "")
  }

  /// Removes a shown part; the terminal keeps the picture.
  public static func lift(id: Int, place: Int) -> [UInt8] { command("a=d,d=i,i=\(id),p=\(place),q=2", "") }

  /// Removes a picture from the screen and from the terminal's memory.
  public static func delete(id: Int) -> [UInt8] { command("a=d,d=I,i=\(id),q=2", "") }

  /// Removes all pictures, likewise.
  public static let deleteAll = command("a=d,d=A,q=2", "")

  /// Asks whether the terminal supports the protocol; ``isAnswer(_:)`` recognises its yes.
  public static let question = command("a=q,i=\(questionID),s=1,v=1,t=d,f=24", "AAAA")

  private static let questionID = 16_777_215

  static func isAnswer(_ reply: [UInt8]) -> Bool {
    let text = String(decoding: reply, as: UTF8.self)
    return text.hasPrefix("Gi=\(questionID)") && text.hasSuffix(";OK")
  }

  /// With `q=2` the terminal reports neither success nor failure, which could come back as keys.
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

  /// Wraps commands for tmux to pass on to its terminal, which it does if `allow-passthrough` is on.
  public static func throughTmux(_ bytes: [UInt8]) -> [UInt8] {
    var wrapped: [UInt8] = []
    // Each command by itself, because tmux limits the length of one.
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

package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func letters(_ bytes: [UInt8]) -> [UInt8] {
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
