public import Raster

/// Writes iTerm2's inline pictures.
///
/// - Note: Source: iTerm2, “Images protocol”.
public enum InlinePicture {
  /// Draws a picture over the cells from the cursor on; the cursor does not move.
  public static func show(_ raster: Raster, size: Size) -> [UInt8] {
    let file = raster.png(.quick)
    let sides = "width=\(size.columns);height=\(size.rows);preserveAspectRatio=0;doNotMoveCursor=1"
    return Array("\u{1B}]1337;File=inline=1;size=\(file.count);\(sides):".utf8) + Base64.letters(file) + [0x07]
  }
}
