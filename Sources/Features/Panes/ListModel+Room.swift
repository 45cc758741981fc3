/// How the rows stand in the room that there is: as lines, beside covers, as cards or on a wall.
extension ListModel {
  public func resize(columns: Int, rows: Int) {
    if let room, room == (columns, rows) { return }
    room = (columns, rows)
    layOut()
  }

  func layOut() {
    if isWall {
      let wall = wall
      list.resize(height: wall.columns * wall.lines, stride: wall.columns)
      loadMoreIfNeeded()
      wantPictures()
    } else {
      // The line over the rows is for their captions.
      resize(height: max(1, (room?.rows ?? 2) - 1))
      wantPictures()
      onView?()
    }
  }

  /// Whether each row has several lines, beside a cover: on a screen that has room for them.
  public var hasCovers: Bool {
    guard showsCovers, !isWall, context.pictures.isOn, let room else { return false }
    return room.rows > PagedList<Row>.highScreen && room.columns >= Self.leastForCovers
  }

  /// Whether covers are where the rows are. Those that do not scroll with the text come back once it rests, as each line
  /// would send all of them again.
  public var areCoversInPlace: Bool { context.pictures.areCells || restedTop == list.top }
  private static var leastForCovers: Int { 60 }

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

  /// Requests the covers on the wall and of its next two lines, those of the cards, or those beside the rows in sight.
  func wantPictures() {
    if hasCovers { return wantCovers() }
    guard isWall || cards != nil else { return }
    for number in isWall ? list.top..<list.top + list.height + 2 * list.stride : list.rows.indices {
      if let picture = list[number]?.picture { context.pictures.want(picture, .cover, in: context.scope) }
    }
  }

  private func wantCovers() {
    for number in list.top..<list.endInSight {
      if let picture = list[number]?.picture?.besideRows {
        context.pictures.want(picture, .thumbnail, in: context.scope)
      }
    }
    guard restedTop != list.top else { return }
    rest.begin(context) { [weak self] in
      if let self, restedTop != list.top { restedTop = list.top }
    }
  }

  public func resize(height: Int) {
    let rowLines = hasCovers ? RowCover.rows : 1
    guard height != list.height || list.stride > 1 || rowLines != list.rowLines else { return }
    list.resize(height: height, rowLines: rowLines)
    loadMoreIfNeeded()
  }
}
