internal import DiscogsModel
internal import SQLiteSupport

extension CatalogueBuilder {
  /// Writes the tables that are in the order of ranks, and gathers the others' rows in sorters.
  func indexFacts() throws {
    let ranked = try ranked ?? rankedSorter()
    enter(.indexing, total: ranked.count, done: standing.finishing.rank, records: standing.finishing.rank)
    while standing.finishing.stage < .indexed {
      try step {
        if standing.finishing.rank == 0 { try database.connection.execute(CatalogueSchema.indexTables) }
        let writer = try openIndexWriter()
        standing.finishing.runs = try add(ranked, to: writer)
        standing.finishing.rank = progress.done
        if standing.finishing.runs == nil {
          standing.finishing.stage = .indexed
          standing.finishing.ranked = nil
        }
        if resumption != nil { (standing.finishing.writer, standing.finishing.sorters) = try writer.save() }
      }
    }
    self.ranked = nil
    remove(Finishing.File.ranked.rawValue)
    remove(Finishing.File.works.rawValue)
  }

  private func openIndexWriter() throws -> IndexWriter {
    if let indexWriter { return indexWriter }
    let hasLog = resumption != nil && standing.finishing.stage < .indexed
    let made = try IndexWriter(
      database.connection, standing.finishing.writer,
      workLog: hasLog ? spool(.works, count: standing.finishing.writer.works) : nil, memory: limits.sorterMemory
    ) { table, memory in try sorter(table.rawValue, standing.finishing.sorters[table], memory: memory) }
    indexWriter = made
    return made
  }

  /// Adds facts until it is time to save. Returns where to continue in the sorter's runs; nil when all facts are added.
  private func add(_ ranked: SpillSorter, to writer: IndexWriter) throws -> [Int]? {
    let isResumable = resumption != nil
    let workers = TextIndex.allCases.map { text in
      let path = place.textIndex(text)
      let pageLimit = limits.pages
      return Worker<FactBatch>(name: "index \(text.rawValue)", ahead: 2) { next in
        try text.add(at: path, pageLimit: pageLimit, isResumable: isResumable, next: next)
      }
    }
    return try Worker.end(workers) { try add(ranked, to: writer, workers) }
  }

  private func add(_ ranked: SpillSorter, to writer: IndexWriter, _ workers: [Worker<FactBatch>]) throws -> [Int]? {
    var batch = FactBatch.Builder(firstRank: standing.finishing.rank + 1)
    func send() throws {
      guard let full = batch.take() else { return }
      for worker in workers { try worker.give(full) }
      try full.forEach { rank, fact in try writer.add(rank, fact) }
      progress.records += full.count
      progress.done += full.count
      try tick()
    }
    var count = 0
    let runs = try ranked.read(from: standing.finishing.runs) { _, _, fact in
      count += 1
      if count & Self.savingStride == 0, isTimeToSave { return false }
      batch.append(fact)
      if batch.isFull { try send() }
      return true
    }
    try send()
    return runs
  }

  /// Writes the tables that had to be sorted, while threads merge the words.
  func finishIndexes() throws {
    let (options, isCancelled) = (resumption?.options, isCancelled)
    let workers = TextIndex.allCases.filter { !standing.finishing.texts.contains($0) }.map { text in
      let path = place.textIndex(text)
      let pageLimit = limits.pages
      return Worker<FactBatch>(name: "merge \(text.rawValue)", ahead: 1) { _ in
        let isDone = try text.merge(
          at: path, pageLimit: pageLimit, isResumable: options != nil, isCancelled: isCancelled)
        if isDone { options?.faultPoint() }
      }
    }
    try Worker.end(workers, after: writeTables)
  }

  private func writeTables() throws {
    for table in IndexWriter.Table.allCases where !standing.finishing.tables.contains(table) {
      while !standing.finishing.tables.contains(table) {
        try step {
          standing.finishing.runs = try openIndexWriter().write(
            table, from: standing.finishing.runs, facets: factWriter.facets, isTimeToStop: { isTimeToSave })
          guard standing.finishing.runs == nil else { return }
          standing.finishing.tables.append(table)
          standing.finishing.sorters[table] = nil
        }
      }
      remove(table.rawValue)
    }
    indexWriter = nil
  }

  func takeOverTexts() throws {
    enter(.finishing, total: nil)
    let connection = database.connection
    for text in TextIndex.allCases where !standing.finishing.texts.contains(text) {
      let path = place.textIndex(text)
      try text.attach(path, to: connection)
      if try !text.isDeclared(in: connection) { try step { try text.declare(in: connection) } }
      while !standing.finishing.texts.contains(text) {
        try step {
          var isDone = false
          repeat {
            try check()
            isDone = try text.move(into: connection, isWhole: resumption == nil)
          } while !isDone && !isTimeToSave
          if isDone { standing.finishing.texts.append(text) }
        }
      }
      try connection.execute("DETACH part")
      place.remove(path)
    }
  }
}
