internal import DiscogsModel
internal import SQLiteSupport

extension CatalogueBuilder {
  static let texts: [TextIndex] = [.search, .deep]

  // MARK: Rows and words

  /// Writes the tables that are in the order of ranks, and gathers the others' rows in sorters.
  func indexFacts() throws {
    let ranked = try ranked ?? sorter(Finishing.File.ranked.rawValue, finishing.ranked, memory: limits.factMemory)
    enter(.indexing, total: ranked.count, done: finishing.rank, records: finishing.rank)
    while finishing.stage < .indexed {
      try step {
        if finishing.rank == 0 { try database.connection.execute(CatalogueSchema.indexTables) }
        let writer = try openIndexWriter()
        finishing.runs = try add(ranked, to: writer)
        finishing.rank = progress.done
        if finishing.runs == nil {
          finishing.stage = .indexed
          finishing.ranked = nil
        }
        if resumption != nil { (finishing.writer, finishing.sorters) = try writer.save() }
      }
    }
    self.ranked = nil
    remove(Finishing.File.ranked.rawValue)
    remove(Finishing.File.works.rawValue)
  }

  private func openIndexWriter() throws -> IndexWriter {
    if let indexWriter { return indexWriter }
    let hasLog = resumption != nil && finishing.stage < .indexed
    let made = try IndexWriter(
      database.connection, finishing.writer, workLog: hasLog ? spool(.works, count: finishing.writer.works) : nil,
      memory: limits.sorterMemory
    ) { table, memory in
      try sorter(table.rawValue, finishing.sorters[table], memory: memory)
    }
    indexWriter = made
    return made
  }

  /// Adds facts until it is time to save. Returns where to continue in the sorter's runs; nil when all facts are added.
  private func add(_ ranked: SpillSorter, to writer: IndexWriter) throws -> [Int]? {
    let isResumable = resumption != nil
    let workers = Self.texts.map { text in
      let path = place.textIndex(text)
      let pageLimit = limits.pages
      return Worker<FactBatch, Void>(name: "index \(text.rawValue)", ahead: 2) { next in
        try text.add(at: path, pageLimit: pageLimit, isResumable: isResumable, next: next)
      }
    }
    let outcome = Result { try add(ranked, to: writer, workers) }
    // Wait for the workers in any case: their files go away with this import.
    let ends = workers.map { worker in Result { try worker.finish() } }
    let runs = try outcome.get()
    for end in ends { try end.get() }
    return runs
  }

  private func add(
    _ ranked: SpillSorter, to writer: IndexWriter, _ workers: [Worker<FactBatch, Void>]
  ) throws -> [Int]? {
    var batch = FactBatch.Builder(firstRank: finishing.rank + 1)
    func send() throws {
      guard let full = batch.take() else { return }
      for worker in workers { try worker.give(full) }
      try full.forEach { rank, fact in try writer.add(rank, fact) }
      progress.records += full.count
      progress.done += full.count
      try tick()
    }
    var count = 0
    let runs = try ranked.read(from: finishing.runs) { _, _, fact in
      count += 1
      if count & Self.savingStride == 0, isTimeToSave { return false }
      batch.append(fact)
      if batch.isFull { try send() }
      return true
    }
    try send()
    return runs
  }

  // MARK: Tables and merging

  /// Writes the tables that had to be sorted, while threads merge the words.
  func finishIndexes() throws {
    let (options, isCancelled) = (resumption?.options, isCancelled)
    let workers = Self.texts.filter { !finishing.texts.contains($0) }.map { text in
      let path = place.textIndex(text)
      let pageLimit = limits.pages
      return Worker<FactBatch, Void>(name: "merge \(text.rawValue)", ahead: 1) { _ in
        let isDone = try text.merge(
          at: path, pageLimit: pageLimit, isResumable: options != nil, isCancelled: isCancelled)
        if isDone { options?.faultPoint() }
      }
    }
    let outcome = Result { try writeTables() }
    let ends = workers.map { worker in Result { try worker.finish() } }
    try outcome.get()
    for end in ends { try end.get() }
  }

  private func writeTables() throws {
    for table in IndexWriter.Table.allCases where !finishing.tables.contains(table) {
      while !finishing.tables.contains(table) {
        try step {
          finishing.runs = try openIndexWriter().write(
            table, from: finishing.runs, facets: factWriter.facets, isTimeToStop: { self.isTimeToSave })
          guard finishing.runs == nil else { return }
          finishing.tables.append(table)
          finishing.sorters[table] = nil
        }
      }
      remove(table.rawValue)
    }
    indexWriter = nil
  }

  /// Copies the finished text indexes into the catalogue.
  func takeOverTexts() throws {
    enter(.finishing, total: nil)
    let connection = database.connection
    for text in Self.texts where !finishing.texts.contains(text) {
      let path = place.textIndex(text)
      try text.attach(path, to: connection)
      if try !text.isDeclared(in: connection) { try step { try text.declare(in: connection) } }
      while !finishing.texts.contains(text) {
        try step {
          var isDone = false
          repeat {
            try check()
            isDone = try text.move(into: connection, isWhole: resumption == nil)
          } while !isDone && !isTimeToSave
          if isDone { finishing.texts.append(text) }
        }
      }
      try connection.execute("DETACH part")
      place.remove(path)
    }
  }
}
