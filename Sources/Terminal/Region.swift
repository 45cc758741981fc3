/// An area of a canvas that means something to the mouse.
public struct Region: Sendable {
  public var area: Rect
  /// The value passed to ``Canvas/addRegion(_:_:)``.
  public var meaning: any Hashable & Sendable

  init(area: Rect, meaning: any Hashable & Sendable) {
    self.area = area
    self.meaning = meaning
  }
}

extension Canvas {
  /// The topmost region at a cell; nil outside all of them.
  public func region(at point: Point) -> Region? { regions.last { $0.area.contains(point) } }
}
