import Foundation
import TestSupport
import Testing

/// Every order of doing, undoing, redoing, sending, losing answers, being killed and syncing, by chance: the real shelf
/// beside a simple model of it.
///
/// `RUNOUT_SEQUENCES` says how many sequences are tried, `RUNOUT_SEED` with which seed they begin.
@Suite(.limitedConcurrency)
struct ShelfModelTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let sequences = environment["RUNOUT_SEQUENCES"].flatMap { Int($0) } ?? 200
  private static let firstSeed = environment["RUNOUT_SEED"].flatMap { UInt64($0) } ?? 1
  /// More would be the same ones again.
  private static let mostFailures = 4

  private func expectAgreement(after steps: [ShelfStep]) async throws {
    let failure = await ShelfTrial.failure(of: steps, on: try await ShelfTrial.stage())
    #expect(failure == nil)
  }

  // MARK: What went wrong once

  @Test func `a removal that is undone and redone before it is sent is made`() async throws {
    try await expectAgreement(after: [.edit([.remove(0)]), .undo, .redo])
  }

  @Test(arguments: [FickleAccount.Fault.missing, .empty])
  func `a copy whose adding was not answered, and which is not shown at once, is not added twice`(
    _ lie: FickleAccount.Fault
  ) async throws {
    try await expectAgreement(after: [
      .edit([.add(4, folder: 0)]), .send([.none, .lostAnswer], isAsked: true, killedAt: nil),
      .send([lie], isAsked: true, killedAt: nil),
    ])
  }

  @Test(arguments: [FickleAccount.Fault.missing, .empty])
  func `a copy that is not shown at once is removed all the same`(_ lie: FickleAccount.Fault) async throws {
    try await expectAgreement(after: [.edit([.remove(0)]), .send([lie], isAsked: true, killedAt: nil)])
  }

  @Test(arguments: [[FickleAccount.Fault.none, .missing], [.none, .badGateway, .missing]])
  func `a removal of which Discogs says that nothing is there is made`(_ faults: [FickleAccount.Fault]) async throws {
    try await expectAgreement(after: [.edit([.remove(0)]), .send(faults, isAsked: true, killedAt: nil)])
  }

  @Test func `a want that is not there at once is taken off all the same`() async throws {
    try await expectAgreement(after: [.edit([.unwant(0)]), .send([.missing], isAsked: true, killedAt: nil)])
  }

  @Test func `a change of which Discogs says once that nothing is there is made`() async throws {
    try await expectAgreement(after: [
      .edit([.rate(0, 5), .makeFolder("Jazz"), .move(1, folder: 1)]),
      .send([.missing, .none, .missing], isAsked: true, killedAt: nil),
    ])
  }

  @Test func `two copies of one release whose adding was not answered are two`() async throws {
    try await expectAgreement(after: [
      .edit([.add(4, folder: 0), .add(4, folder: 0)]), .send([.none, .lostAnswer], isAsked: true, killedAt: nil),
      .send([.none, .lostAnswer], isAsked: false, killedAt: nil),
    ])
  }

  @Test func `a copy that is added and removed while its adding is not answered does not come back`() async throws {
    try await expectAgreement(after: [
      .edit([.add(4, folder: 0)]), .send([.none, .lostAnswer], isAsked: true, killedAt: nil), .undo,
      .sync([.offline, .offline, .offline], isFull: true, killedAt: nil),
    ])
  }

  @Test(arguments: [ShelfAction.deleteFolder(0), .renameFolder(0, "Soul")])
  func `a folder whose making was not answered, and which a sync has met, can be changed at once`(
    _ change: ShelfAction
  ) async throws {
    try await expectAgreement(after: [
      .edit([.makeFolder("Blues")]), .sync([.none, .lostAnswer], isFull: true, killedAt: nil), .edit([change]),
    ])
  }

  @Test func `a folder that is taken back after a gateway has made it all the same is gone`() async throws {
    try await expectAgreement(after: [
      .edit([.add(3, folder: 4)]), .edit([.makeFolder("Jazz")]),
      .sync([.none, .none, .badGatewayAfter], isFull: true, killedAt: nil), .undo,
    ])
  }

  @Test func `a copy moved through a folder that was never made is sent`() async throws {
    try await expectAgreement(after: [
      .edit([.makeFolder("Soul")]), .edit([.move(1, folder: 5), .remove(1)]), .edit([.deleteFolder(1)]),
    ])
  }

  @Test func `renaming a folder causes no conflict for a copy that leaves it`() async throws {
    try await expectAgreement(after: [
      .edit([.add(3, folder: 3), .move(3, folder: 0), .renameFolder(1, "Soul")]),
      .sync([.none, .none, .badGatewayAfter], isFull: true, killedAt: nil),
    ])
  }

  // MARK: By chance

  @Test func `of a sequence that fails, the steps are left without which it does not`() async {
    let removal = ShelfStep.edit([.rate(1, 5), .remove(0), .note(2, "a")])
    let steps: [ShelfStep] = [
      .undo, .retryStuck, removal, .redo, .undo, .send([.offline, .missing], isAsked: true, killedAt: 3), .redo, .undo,
    ]
    let shortest = await Shrinking.shortest(steps) { steps in
      guard let first = steps.firstIndex(where: { $0.removes }) else { return false }
      return steps[first...].contains(.undo)
    }
    #expect(shortest == [.edit([.remove(0)]), .undo])
  }

  @Test func `in any order of steps, both sides agree and each change is made once`() async throws {
    let stage = try await ShelfTrial.stage()
    let workers = UInt64(max(1, min(4, ProcessInfo.processInfo.activeProcessorCount)))
    let failures = await withTaskGroup(of: [(seed: UInt64, sentence: String)].self) { group in
      for worker in 0..<workers {
        group.addTask {
          var failures: [(seed: UInt64, sentence: String)] = []
          for seed in stride(
            from: Self.firstSeed + worker, to: Self.firstSeed + UInt64(Self.sequences), by: Int(workers))
          {
            if Task.isCancelled || failures.count == Self.mostFailures { break }
            if let sentence = await Self.failure(seed, on: stage) { failures.append((seed, sentence)) }
          }
          return failures
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    for failure in failures.sorted(by: { $0.seed < $1.seed }).prefix(Self.mostFailures) {
      Issue.record("\(failure.sentence)")
    }
  }

  /// The shortest sequence that fails as this seed's does, as it is written in a test; nil where it does not fail.
  private static func failure(_ seed: UInt64, on stage: ShelfTrial.Stage) async -> String? {
    var generator = StepGenerator(seed: seed)
    let steps = generator.sequence()
    guard await ShelfTrial.failure(of: steps, on: stage) != nil else { return nil }
    let shortest = await Shrinking.shortest(steps) { await ShelfTrial.failure(of: $0, on: stage) != nil }
    let sentence = await ShelfTrial.failure(of: shortest, on: stage) ?? "It passes when it is tried again"
    return """
      seed \(seed):
          try await expectAgreement(after: [
            \(shortest.map { "\($0)," }.joined(separator: "\n      "))
          ])
      \(sentence)
      """
  }
}

extension ShelfStep {
  fileprivate var removes: Bool {
    guard case .edit(let actions) = self else { return false }
    return actions.contains(.remove(0))
  }
}
