/// The playing time of a tracklist.
public struct Playtime: Hashable, Sendable {
  /// The sum of the known durations.
  public var total: Duration
  /// The number of tracks without a duration, missing from the total.
  public var unknownTracks: Int

  /// For a tracklist, use `playtime`.
  public init(total: Duration, unknownTracks: Int) { (self.total, self.unknownTracks) = (total, unknownTracks) }

  /// Parses `3:45`, `61:02`, `5:00:08`, `:34`; nil for anything else, including an empty text.
  public static func parse(_ text: String) -> Duration? {
    var seconds = 0
    var colons = 0
    var digits = 0
    var part = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        part = part * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
        guard digits <= 6, colons == 0 || digits <= 2 else { return nil }
      case UInt8(ascii: ":"):
        guard colons < 2, colons == 0 || digits == 2 && part < 60 else { return nil }
        seconds = (seconds + part) * 60
        colons += 1
        digits = 0
        part = 0
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): continue
      default: return nil
      }
    }
    guard colons == 1 || colons == 2, digits == 2, part < 60 else { return nil }
    return .seconds(seconds + part)
  }

  /// `44:59`, `1:02:03`: hours only if there are any.
  public static func format(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let head = hours > 0 ? "\(hours):\(twoDigits(minutes))" : "\(minutes)"
    return "\(head):\(twoDigits(seconds % 60))"
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Sequence<Track> {
  /// The playing time, counting each track once: an index track by its own duration, or else its parts.
  public var playtime: Playtime {
    reduce(into: Playtime(total: .zero, unknownTracks: 0)) { sum, track in
      guard track.kind != .heading else { return }
      if let duration = Playtime.parse(track.duration) {
        sum.total += duration
      } else if track.parts.isEmpty {
        sum.unknownTracks += 1
      } else {
        let parts = track.parts.playtime
        sum.total += parts.total
        sum.unknownTracks += parts.unknownTracks
      }
    }
  }
}
