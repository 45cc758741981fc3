import DiscogsModel
import Foundation
import GRDB
import SQLiteSupport
import Testing

@testable import AnswerCache

struct CacheTroubleTests {
  private let scratch: CacheScratch

  init() throws {
    scratch = try CacheScratch()
  }

  @Test func `a file that is not a database is set aside, and only the latest is kept`() async throws {
    for number in 1...2 {
      _ = try scratch.files.write("not a database \(number)", to: "cache.sqlite")
      let cache = scratch.open()
      await cache.put(.fixture(), for: .release(1))
      #expect(await cache.get(.release(1)) != nil)
      await cache.close()
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: scratch.path + suffix) }
    }
    #expect(try scratch.files.names() == ["cache.sqlite", "cache.sqlite.corrupt-2"])
    #expect(try scratch.files.bytes("cache.sqlite.corrupt-2") == Data("not a database 2".utf8))
    #expect(
      scratch.troubles.first?.description
        == "Started a new cache: \(scratch.path) failed (it is not a database) and is now \(scratch.path).corrupt-1")
    #expect(scratch.troubles.count == 2)
  }

  @Test func `a cache of a newer program is set aside`() async throws {
    try await DatabaseQueue(path: scratch.path).writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE x (y); PRAGMA user_version = 99")
    }
    let cache = scratch.open()
    await cache.put(.fixture(), for: .release(1))
    #expect(await cache.get(.release(1)) != nil)
    #expect(
      scratch.troubles == [
        .setAside(path: scratch.path, place: scratch.path + ".corrupt-1", reason: "a newer Runout wrote it")
      ])
  }

  @Test func `a cache with a trigger of another's making is set aside`() async throws {
    try await fill(3)
    try await DatabaseQueue(path: scratch.path).writeWithoutTransaction {
      try $0.execute(sql: "CREATE TRIGGER mine AFTER INSERT ON answer BEGIN DELETE FROM seen; END")
    }
    let cache = scratch.open()
    await cache.put(.fixture(), for: .release(1))
    #expect(await cache.info().count == 1)
    let reason = "Runout did not make its trigger “mine”"
    #expect(scratch.troubles == [.setAside(path: scratch.path, place: scratch.path + ".corrupt-1", reason: reason)])
  }

  @Test func `a database of another program in a folder that was named stays as it is`() async throws {
    try await DatabaseQueue(path: scratch.path).write {
      try $0.execute(sql: "CREATE TABLE mine (a); INSERT INTO mine VALUES (1)")
    }
    let before = try scratch.files.bytes("cache.sqlite")
    let cache = scratch.open()
    await cache.put(.fixture(1), for: .release(1))
    #expect(await cache.clear() == 1)
    await cache.close()
    #expect(try scratch.files.bytes("cache.sqlite") == before)
    #expect(scratch.troubles == [.inMemory(path: scratch.path, reason: "it is another program's")])
  }

  @Test func `what a user has named like a cache set aside stays`() async throws {
    _ = try scratch.files.write("mine", to: "cache.sqlite.corrupt-notes")
    _ = try scratch.files.write("mine", to: "cache.sqlite.corrupt-1.txt")
    _ = try scratch.files.write("not a database", to: "cache.sqlite")
    await scratch.open().close()
    #expect(
      try scratch.files.names().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == [
        "cache.sqlite", "cache.sqlite.corrupt-1", "cache.sqlite.corrupt-1.txt", "cache.sqlite.corrupt-notes",
      ])
  }

  @Test func `a pipe in the place of the cache is not waited for`() async throws {
    #expect(mkfifo(scratch.path, 0o600) == 0)
    let cache = scratch.open()
    await cache.put(.fixture(), for: .release(1))
    #expect(await cache.get(.release(1)) != nil)
    #expect(scratch.troubles == [.inMemory(path: scratch.path, reason: "it is a pipe")])
  }

  @Test func `a cache cut short is set aside`() async throws {
    try await fill(50)
    let whole = try scratch.files.bytes("cache.sqlite")
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: scratch.path))
    let cache = scratch.open()
    #expect(await cache.info().count == 0)
    #expect(try scratch.files.names().contains("cache.sqlite.corrupt-1"))
  }

  @Test func `damage found while running restarts the cache, and the program continues`() async throws {
    try await fill(200)
    var bytes = try scratch.files.bytes("cache.sqlite")
    for offset in 4096..<bytes.count { bytes[offset] = UInt8(truncatingIfNeeded: offset) }
    try bytes.write(to: URL(fileURLWithPath: scratch.path))
    let cache = scratch.open()
    #expect(await cache.get(.release(1)) == nil)
    await cache.put(.fixture(1), for: .release(1))
    #expect(await cache.get(.release(1)) == .fixture(1))
    guard case .setAside? = scratch.troubles.first else {
      Issue.record("\(scratch.troubles)")
      return
    }
    #expect(scratch.troubles.count == 1)
  }

  @Test func `of two programs that meet the damage, one sets the file aside and both go on with the new one`()
    async throws
  {
    try await fill(200)
    let (one, two) = (scratch.open(), scratch.open())
    var bytes = try scratch.files.bytes("cache.sqlite")
    for offset in 100..<bytes.count { bytes[offset] = UInt8(truncatingIfNeeded: offset) }
    let file = try #require(FileHandle(forWritingAtPath: scratch.path))
    try file.write(contentsOf: bytes)
    try file.close()
    await one.put(.fixture(1), for: .release(1))
    await two.put(.fixture(2), for: .release(2))
    #expect(await one.get(.release(2)) == .fixture(2))
    #expect(await two.get(.release(1)) == .fixture(1))
    #expect(scratch.troubles.filter { if case .setAside = $0 { true } else { false } }.count == 1)
  }

  @Test func `an answer whose bytes changed on the disk is not there, and the others are`() async throws {
    try await fill(3)
    try await DatabaseQueue(path: scratch.path).write {
      try $0.execute(sql: "UPDATE body SET bytes = zeroblob(length(bytes)) WHERE id = 2")
    }
    let cache = scratch.open()
    #expect(await cache.get(.release(2)) == nil)
    #expect(await cache.get(.release(1)) == .fixture(1))
    #expect(await cache.info().count == 2)
    #expect(scratch.troubles == [])
  }

  // fails: cache | the file is read-only
  @Test func `a read-only cache is still read, and one notice says caching is off`() async throws {
    try await fill(3)
    let cache = scratch.open { $0.readOnly = true }
    #expect(scratch.troubles == [])
    #expect(await cache.get(.release(3)) == .fixture(3))
    await cache.put(.fixture(4), for: .release(4))
    await cache.put(.fixture(5), for: .release(5))
    #expect(await cache.clear() == nil)
    #expect(await cache.info().count == 3)
    #expect(!cache.isWritable)
    #expect(scratch.troubles == [.readOnly(path: scratch.path)])
    await cache.close()
    #expect(scratch.troubles.count == 1)
  }

  // fails: cache | the disk is full
  @Test func `on a full disk, reading works and one notice says caching is off`() async throws {
    try await fill(10)
    let pages = try scratch.files.bytes("cache.sqlite").count / 4096
    let cache = scratch.open { $0.pages = pages + 2 }
    for number in 20...40 {
      await cache.put(.fixture(number, bytes: 9000, packs: false), for: .release(number))
    }
    #expect(scratch.troubles == [.diskFull(path: scratch.path)])
    #expect(await cache.get(.release(1)) == .fixture(1))
    // Room again, without a restart.
    #expect(await cache.removeAll("release") ?? 0 >= 10)
    await cache.put(.fixture(50), for: .release(50))
    #expect(await cache.get(.release(50)) == .fixture(50))
  }

  // fails: cache | its folder cannot be made
  @Test func `without a folder, the cache stays in memory`() async throws {
    _ = try scratch.files.write("", to: "file")
    let path = scratch.files.file("file/cache.sqlite")
    let cache = CacheStore.open(at: path) { trouble in
      #expect(trouble == .inMemory(path: path, reason: "Runout cannot create its folder"))
    }
    #expect(cache.isInMemory)
    await cache.put(.fixture(1), for: .release(1))
    #expect(await cache.get(.release(1)) == .fixture(1))
    #expect(await cache.info().fileBytes == 0)
  }

  // fails: cache | another program holds it
  @Test func `a lock that is never released loses one response, not the program`() async throws {
    try await fill(1)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: scratch.path, configuration: configuration)
    let cache = scratch.open { $0.patience = 0.01 }
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await cache.put(.fixture(2), for: .release(2))
    #expect(await cache.get(.release(1)) == .fixture(1))
    #expect(scratch.troubles == [.busy(path: scratch.path)])
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    await cache.put(.fixture(2), for: .release(2))
    #expect(await cache.get(.release(2)) == .fixture(2))
  }

  @Test func `cancelling a reader reports no trouble`() async throws {
    try await fill(1)
    let cache = scratch.open()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await cache.get(.release(1))
    }
    #expect(await task.value == nil)
    #expect(scratch.troubles == [])
  }

  @Test func `every released schema can be brought up to date`() throws {
    for version in 1...CacheSchema.steps.all.count {
      let queue = try DatabaseQueue()
      try queue.writeWithoutTransaction { database in
        try CacheSchema.steps.run(database, upTo: version)
        try CacheSchema.steps.run(database)
        #expect(try SchemaSteps.version(of: database) == CacheSchema.steps.all.count)
        #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
      }
    }
  }

  private func fill(_ count: Int) async throws {
    let cache = scratch.open()
    for number in 1...count { await cache.put(.fixture(number), for: .release(number)) }
    await cache.close()
    // All of it in the one file, so that a test can damage it.
    try await DatabaseQueue(path: scratch.path).writeWithoutTransaction {
      _ = try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }
}
