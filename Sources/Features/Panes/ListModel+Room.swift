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
    wantPictures()
    onView?()
  }

  public var isWall: Bool {
    get { context.pictures.isOn && (wantsWall ?? isUsuallyWall) }
    set { wantsWall = newValue }
  }

  /// On a screen that has room for some lines of covers.
  var isUsuallyWall: Bool {
    guard startsAsWall, let room else { return false }
    return room.rows >= PagedList<Row>.highScreen && room.columns >= Self.leastForWall
  }
  private static var leastForWall: Int { 60 }

  public var hasPictures: Bool { pageKnowsPictures || selectedRow?.picture != nil }

  /// The rows on the wall, on the next one and on the last, the first to be seen first.
  var rowsNearWall: [Row] { list.numbersNear.compactMap { list[$0] } }

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

  /// Requests the covers on the wall and of those beside it, or those of the cards.
  func wantPictures() {
    guard !pageKnowsPictures, isWall || cards != nil else { return }
    for row in isWall ? rowsNearWall : list.rows {
      if let picture = row.picture { context.pictures.want(picture, .cover, in: context.scope) }
    }
  }

  public func resize(height: Int) {
    guard height != list.height || list.stride > 1 else { return }
    list.resize(height: height)
    loadMoreIfNeeded()
  }
}
