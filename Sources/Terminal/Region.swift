/// An area of a canvas that means something to the mouse.
public struct Region: Sendable {
  public var area: Rect
  /// The value that was given when it was drawn.
  public var meaning: any Hashable & Sendable

  init(area: Rect, meaning: any Hashable & Sendable) {
    self.area = area
    self.meaning = meaning
  }
}

extension Canvas {
  /// What a cell means to the mouse: the topmost region there. Nil outside all of them, and outside the canvas.
  public func region(at point: Point) -> Region? { regions.last { $0.area.contains(point) } }
}
