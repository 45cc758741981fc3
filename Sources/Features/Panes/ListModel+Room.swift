/// How the rows stand in the room that there is: as lines, as cards or on a wall.
extension ListModel {
  public func resize(columns: Int, rows: Int) {
    if let room, room == (columns, rows) { return }
    room = (columns, rows)
    layOut()
  }

  public func layOut() {
    if isWall {
      let wall = wall
      list.resize(height: wall.columns * wall.lines, stride: wall.columns)
      loadMoreIfNeeded()
    } else {
      // The line over the rows is for their captions.
      resize(height: max(1, (room?.rows ?? 2) - 1))
    }
    unmarkHidden()
    wantPictures(again: true)
  }

  /// Only rows that are shown stay marked.
  func unmarkHidden() {
    guard !list.hidden.isEmpty else { return }
    if !marked.isDisjoint(with: list.hidden) { marked.subtract(list.hidden) }
    markedBeforeRange.subtract(list.hidden)
    rangeStart = rangeStart.map { list.hidden.contains($0) ? list.startOfGroup($0) : $0 }
  }

  public var isWall: Bool {
    get { context.pictures.isOn && (wantsWall ?? isUsuallyWall) }
    set { wantsWall = newValue == isUsuallyWall ? nil : newValue }
  }

  /// On a screen that has room for some lines of covers, whatever else is on it meanwhile.
  private var isUsuallyWall: Bool {
    guard startsAsWall, let room else { return false }
    return context.pictures.rows >= Self.leastRowsForWall && room.columns >= Self.leastColumnsForWall
  }
  /// Of the screen, and of the list.
  private static var leastRowsForWall: Int { 36 }
  private static var leastColumnsForWall: Int { 40 }

  public var canLeaveWall: Bool { isWall && !isUsuallyWall }

  public func leaveWall() -> Bool {
    guard canLeaveWall else { return false }
    isWall = false
    return true
  }

  public var hasPictures: Bool { onWall != nil ? !list.isEmpty : selectedRow?.picture != nil }

  public var wall: Wall { Wall(columns: room?.columns ?? 80, rows: room?.rows ?? 20) }

  /// The cards of a list that is here whole and so short that they have room; nil for lines.
  public var cards: Cards? {
    guard showsCards, !isWall, context.pictures.isOn, list.status == .complete, !list.isStale, let room else {
      return nil
    }
    guard !list.isEmpty, list.rows.count <= room.rows else { return nil }
    let lines = list.rows.indices.filter { list.rows[$0].isOfThePage || list.captions.contains($0) }
    return Cards(of: list.rows.count, lines: lines, columns: room.columns, rows: room.rows)
  }

  /// In two directions one moves on a wall and along cards.
  public var isGrid: Bool { isWall || cards != nil }

  public func resize(height: Int) {
    guard height != list.height || list.stride > 1 else { return }
    list.resize(height: height)
    loadMoreIfNeeded()
  }
}
