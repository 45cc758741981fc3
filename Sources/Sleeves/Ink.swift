import LibC
import Raster

/// A colour in sRGB, each part from 0 to 1.
struct Ink: Hashable {
  var rgb: SIMD3<Float>

  init(_ red: Float, _ green: Float, _ blue: Float) { rgb = SIMD3(red, green, blue) }

  init(rgb: SIMD3<Float>) { self.rgb = rgb }

  init(hex: UInt32) { self.init(Float(hex >> 16 & 0xFF) / 255, Float(hex >> 8 & 0xFF) / 255, Float(hex & 0xFF) / 255) }

  /// A colour by its appearance: colours of one lightness look equally light, whatever their hue.
  ///
  /// - Parameters:
  ///   - lightness: 0 to 1.
  ///   - strength: 0 for grey; about 0.3 is the most that a screen shows.
  ///   - hue: degrees: 30 red, 60 orange, 100 yellow, 145 green, 200 cyan, 260 blue, 310 violet, 350 pink.
  /// - Note: Source: “A perceptual color space for image processing” (Oklab), Björn Ottosson, 2020.
  init(lightness: Float, strength: Float, hue: Float) {
    var strength = strength
    var rgb = Ink.linear(lightness, strength, hue)
    // A colour that no screen shows is made duller, but keeps its hue.
    while strength > 0.005, rgb.min() < -0.001 || rgb.max() > 1.001 {
      strength *= 0.9
      rgb = Ink.linear(lightness, strength, hue)
    }
    self.init(Ink.encode(rgb.x), Ink.encode(rgb.y), Ink.encode(rgb.z))
  }

  private static func linear(_ lightness: Float, _ strength: Float, _ hue: Float) -> SIMD3<Float> {
    let angle = hue * .pi / 180
    let (a, b) = (strength * cosf(angle), strength * sinf(angle))
    let long = lightness + 0.396_337_78 * a + 0.215_803_76 * b
    let medium = lightness - 0.105_561_346 * a - 0.063_854_17 * b
    let short = lightness - 0.089_484_18 * a - 1.291_485_5 * b
    let cubes = SIMD3(long * long * long, medium * medium * medium, short * short * short)
    return SIMD3(
      4.076_741_7 * cubes.x - 3.307_711_6 * cubes.y + 0.230_969_94 * cubes.z,
      -1.268_438 * cubes.x + 2.609_757_4 * cubes.y - 0.341_319_38 * cubes.z,
      -0.004_196_086_3 * cubes.x - 0.703_418_6 * cubes.y + 1.707_614_7 * cubes.z)
  }

  private static func encode(_ value: Float) -> Float {
    let value = min(1, max(0, value))
    return value <= 0.003_130_8 ? 12.92 * value : 1.055 * powf(value, 1 / 2.4) - 0.055
  }

  /// - Parameter share: of the other. Patterns reckon it from places, which may lie beyond their edge: less than none
  ///   is none, and more than all is all.
  func mixed(with other: Ink, _ share: Float) -> Ink { Ink(rgb: rgb + (other.rgb - rgb) * min(1, max(0, share))) }

  /// The approximate lightness, from 0 to 1.
  var light: Float { 0.299 * rgb.x + 0.587 * rgb.y + 0.114 * rgb.z }

  var pixel: Raster.Pixel {
    func byte(_ part: Float) -> UInt8 { UInt8((min(1, max(0, part)) * 255).rounded()) }
    return Raster.Pixel(red: byte(rgb.x), green: byte(rgb.y), blue: byte(rgb.z))
  }

  static let black = Ink(hex: 0x14_1416)
  static let white = Ink(hex: 0xF6_F2E8)
}
