import Clients
public import Observation
public import Raster
public import Sleeves
import Wording

/// A record to picture, with the address of its photograph if there is one.
nonisolated public struct PictureSubject: Hashable, Sendable {
  public var sleeve: SleeveFacts
  /// Empty where there is none; then the sleeve is drawn.
  public var url: String

  public init(_ sleeve: SleeveFacts, url: String = "") { (self.sleeve, self.url) = (sleeve, url) }
}

/// The size at which a picture is made.
nonisolated public enum PictureDetail: Hashable, Sendable {
  /// One of many, as on a wall.
  case cover
  /// Beside a text.
  case page
  /// As large as the screen.
  case large

  /// The rows of a picture beside a text, where it is largest.
  static let mostRowsOfPage = 17

  /// The pixels of a side, from which the picture of a record that is out of its sleeve has a third more.
  ///
  /// - Parameter rows: of the screen.
  func side(for resolution: PictureResolution, rows: Int) -> Int {
    switch (self, resolution) {
    case (.cover, .blocks), (.page, .blocks): 96
    case (.cover, .pixels): 240
    // Pixels that a terminal makes larger have steps.
    case (.page, .pixels(let height)): [320, 480].first { $0 >= Self.mostRowsOfPage * height } ?? 640
    case (.large, .blocks): 320
    // In few sizes, so that a window that is being dragged does not have one made for each row it gets.
    case (.large, .pixels(let height)): [320, 480, 640].first { $0 >= rows * height } ?? 800
    }
  }
}

/// How fine the terminal shows pictures; none is made finer. A photograph of 320 pixels takes a sixth of the bytes of
/// one of 800. Sleeves in blocks are drawn when it is known for which cells.
nonisolated public enum PictureResolution: Hashable, Sendable {
  /// Two by two blocks to a cell.
  case blocks
  /// Pixels; `height` is that of a cell.
  case pixels(height: Int)
}

/// A picture that is ready to be drawn.
nonisolated public struct ReadyPicture: Sendable {
  public enum Content: Sendable {
    case raster(Raster)
    /// A sleeve in blocks, to be drawn for the cells that it stands in.
    case sleeve(SleeveFacts)

    fileprivate var bytes: Int { if case .raster(let raster) = self { raster.bytes.count } else { 0 } }
  }

  public let content: Content
  /// A number of its own for each picture that was ever ready.
  public let number: Int
}

/// The pictures of all pages: those that are ready, and those that are being made.
///
/// A page asks for a picture with ``want(_:in:)`` once its record is there, and draws it when it has come.
@Observable
public final class PictureBoard {
  /// Nil where the terminal shows no pictures: then none is made, and pages leave no room for them.
  public internal(set) var resolution: PictureResolution?
  public var isOn: Bool { resolution != nil }

  /// Whether there is a picture of a page's record: an artist's that is drawn has no name in blocks, and says nothing.
  func shows(_ kind: SleeveFacts.Kind, hasPhotograph: Bool = false) -> Bool {
    isOn && (resolution != .blocks || kind != .artist || hasPhotograph)
  }

  @ObservationIgnored var rows = 0
  /// Changes whenever a picture has become ready.
  private var revision = 0

  @ObservationIgnored private let services: Services
  @ObservationIgnored private var ready: [Key: (picture: ReadyPicture, use: Int)] = [:]
  @ObservationIgnored private var bytes = 0
  @ObservationIgnored private var uses = 0
  @ObservationIgnored private var made = 0
  /// Whose work each picture that is being made is.
  @ObservationIgnored private var underWay: [Key: TaskScope] = [:]

  /// The most memory for pictures; the least recently used go first.
  nonisolated static let mostBytes = 32 << 20

  @ObservationIgnored private let pause: Pause

  init(_ services: Services, pause: Pause) { (self.services, self.pause) = (services, pause) }

  private struct Key: Hashable {
    var subject: PictureSubject
    var side: Int
  }

  private func key(_ subject: PictureSubject, _ detail: PictureDetail) -> Key? {
    resolution.map { Key(subject: subject, side: detail.side(for: $0, rows: rows)) }
  }

  /// Returns a picture; nil while it is not ready.
  public func picture(of subject: PictureSubject, _ detail: PictureDetail = .page) -> ReadyPicture? {
    _ = revision
    guard let key = key(subject, detail), let found = ready[key] else { return nil }
    uses += 1
    ready[key]?.use = uses
    return found.picture
  }

  /// Requests a picture, unless it is ready or on its way. One that was on its way to a page closed meanwhile is
  /// requested again.
  ///
  /// - Parameter scope: the work of the page or pop-up: once that closes, none of its pictures comes.
  func want(_ subject: PictureSubject, _ detail: PictureDetail = .page, in scope: TaskScope) {
    guard let key = key(subject, detail), ready[key] == nil, !scope.isClosed else { return }
    guard underWay[key]?.isClosed ?? true else { return }
    underWay[key] = scope
    scope.run { [weak self] in
      defer { if self?.underWay[key] === scope { self?.underWay[key] = nil } }
      if !subject.url.isEmpty {
        self?.standIn(for: key, in: scope)
        if await self?.fetch(key) == true { return }
      }
      await self?.draw(key)
    }
  }

  /// Draws a sleeve in place of a photograph that takes its time.
  private func standIn(for key: Key, in scope: TaskScope) {
    scope.run { [weak self, pause] in
      guard await pause.rest(for: Self.patience), let self, ready[key] == nil, underWay[key] != nil else { return }
      await draw(key)
    }
  }

  /// The longest that a photograph on this machine takes.
  nonisolated static let patience = Duration.milliseconds(150)

  /// Returns false where a sleeve is to be drawn instead; the log says why.
  private func fetch(_ key: Key) async -> Bool {
    let images = services.images
    do {
      let raster = try await Urgency.background { () throws(ClientError) in
        try await images.picture(key.subject.url, key.side)
      }
      if !Task.isCancelled { take(.raster(raster), for: key) }
      return true
    } catch ClientError.cancelled {
      return true
    } catch {
      services.log.write(.info, "No photograph", ["url": key.subject.url, "error": "\(error)"])
      return false
    }
  }

  private func draw(_ key: Key) async {
    let sleeve = key.subject.sleeve
    let content: ReadyPicture.Content =
      resolution == .blocks ? .sleeve(sleeve) : .raster(await Self.draw(sleeve, key.side))
    guard !Task.isCancelled, ready[key] == nil else { return }
    take(content, for: key)
  }

  /// Draws off the main actor.
  @concurrent nonisolated private static func draw(_ sleeve: SleeveFacts, _ side: Int) async -> Raster {
    // A sleeve with the record half out of it is a smaller part of its picture, and so are the words on a label.
    let side = [.halfOut, .alone].contains(sleeve.pose) ? side * 4 / 3 : side
    // Its margins would keep it from the line that it stands on.
    return Sleeve.draw(sleeve, side: side).trimmed()
  }

  private func take(_ content: ReadyPicture.Content, for key: Key) {
    made += 1
    uses += 1
    bytes += content.bytes - (ready[key]?.picture.content.bytes ?? 0)
    ready[key] = (ReadyPicture(content: content, number: made), uses)
    while bytes > Self.mostBytes, let oldest = ready.min(by: { $0.value.use < $1.value.use }) {
      bytes -= oldest.value.picture.content.bytes
      ready[oldest.key] = nil
    }
    revision += 1
  }
}

/// A picture beside a text, with its size in cells.
nonisolated public struct PictureBox: Hashable, Sendable {
  /// Nil while unknown; the room is kept.
  public var subject: PictureSubject?
  public var columns: Int
  public var rows: Int

  /// Nil where there is too little room.
  ///
  /// - Parameters:
  ///   - columns: of picture and text together.
  ///   - rows: on the screen, for both.
  init?(_ subject: PictureSubject?, columns: Int, rows: Int) {
    self.subject = subject
    let isHigh = rows >= 30
    switch columns {
    case ..<33: return nil
    case ..<43: self.rows = isHigh ? 10 : 7
    case ..<55: self.rows = isHigh ? 12 : 9
    default: self.rows = isHigh ? 14 : 11
    }
    self.columns = 2 * self.rows
  }

  /// A square of a height.
  init(_ subject: PictureSubject?, rows: Int) { (self.subject, columns, self.rows) = (subject, 2 * rows, rows) }
}

/// A row of a picture, in front of a line of text.
nonisolated public struct PictureLine: Hashable, Sendable {
  public var box: PictureBox
  /// The row's number, from 0. One below the picture only keeps its room.
  public var row: Int
  /// Where the picture begins.
  public var column = 0

  var isDrawn: Bool { row < box.rows }
  /// The columns that picture and gap take.
  public var columns: Int { box.columns + 2 }
}
