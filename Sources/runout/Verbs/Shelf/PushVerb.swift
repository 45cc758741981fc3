import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LibC
import LiveClients
import RunoutModel
import Wording

extension CollectionVerb {
  struct Push: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Send a shelf that came from files to Discogs.",
      discussion: """
        Compares the shelf with the signed-in account, says how many copies and wants Discogs lacks, and asks before it \
        sends them. What both have is kept once; where both say something else of a copy, Discogs' version stays, and a \
        copy of your library is kept beside it. An interrupted push continues when it is called again.
        """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "Say what would be sent, and send nothing.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Send without being asked.")
    var yes = false

    @Flag(help: "Write the result as one JSON object.")
    var json = false

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.discogsServices(for: VerbWords.syncs)
      let services = live.services
      let isAsked = Output.isTerminal && isatty(STDIN_FILENO) == 1
      let outcome = try await wiring.ask { () async throws -> Outcome in
        try live.checkMayChange(isRehearsal: dryRun)
        guard let plan = try await services.sync.adoption() else {
          let waiting = try await services.edits.pending()
          let isBegun = try await live.isBeingPushed()
          guard isBegun || !waiting.isEmpty else { return .notNeeded }
          guard !dryRun else { return .waiting(waiting.count) }
          try await services.sync.run(isBegun)
          return .continued(left: try await services.edits.pending())
        }
        guard !dryRun else { return .planned(plan) }
        guard yes || isAsked && wants(plan) else { return .refused(plan) }
        try await services.sync.adopt()
        try await services.sync.run(true)
        return .sent(plan, left: try await services.edits.pending())
      }
      try tell(outcome, wasAsked: isAsked)
    }

    private enum Outcome: Sendable {
      /// The shelf belongs to the account already, or is empty.
      case notNeeded
      /// The number of changes left by an earlier push, 0 if it was not compared yet.
      case waiting(Int)
      case continued(left: [PendingEdit])
      case planned(AdoptionPlan)
      case refused(AdoptionPlan)
      case sent(AdoptionPlan, left: [PendingEdit])

      var plan: AdoptionPlan? {
        switch self {
        case .notNeeded, .waiting, .continued: nil
        case .planned(let plan), .refused(let plan), .sent(let plan, _): plan
        }
      }

      /// The unsent changes after sending; nil if nothing was sent.
      var left: [PendingEdit]? {
        switch self {
        case .notNeeded, .waiting, .planned, .refused: nil
        case .continued(let left), .sent(_, let left): left
        }
      }
    }

    @MainActor private func wants(_ plan: AdoptionPlan) -> Bool {
      Output.sentence(Self.sentence(plan))
      // An unreadable answer is no yes.
      return (try? Input.agrees(UpdateWords.begin)) ?? false
    }

    nonisolated private static func sentence(_ plan: AdoptionPlan) -> String {
      SyncWords.wouldSend(
        SyncWords.plan(plan.copies, plan.wants, folders: plan.folders, changes: plan.changes),
        there: SyncWords.there(plan.copiesThere, plan.wantsThere))
    }

    @MainActor private func tell(_ outcome: Outcome, wasAsked: Bool) throws {
      if let lacking = outcome.plan?.valuesLeftOut, !lacking.isEmpty {
        Output.errorLine(SyncWords.fieldsLacking(lacking.joined(separator: ", ")))
      }
      if json { Output.line(Self.json(outcome)) }
      switch outcome {
      case .notNeeded: if !json { Output.line(SyncWords.nothingToAdopt) }
      case .waiting(let count): if !json { Output.line(SyncWords.wouldContinue(count)) }
      case .continued(let left):
        if !json { Output.line(SyncWords.pushed(left: left.count)) }
        try tell(left)
      case .planned(let plan): if !json { Output.sentence(Self.sentence(plan)) }
      case .refused(let plan):
        throw Failure(wasAsked ? SyncWords.nothingSent : SyncWords.needsYes(Self.sentence(plan)))
      case .sent(let plan, let left):
        if !json, left.isEmpty {
          Output.line(
            SyncWords.sent(SyncWords.plan(plan.copies, plan.wants, folders: plan.folders, changes: plan.changes)))
        }
        try tell(left)
      }
    }

    @MainActor private func tell(_ left: [PendingEdit]) throws {
      for edit in left {
        if let trouble = edit.trouble { Output.complain(VerbWords.failed(edit.title, trouble)) }
      }
      let waiting = left.count { $0.trouble == nil }
      if waiting > 0 { Output.errorLine(VerbWords.waiting(waiting, SyncWords.continues)) }
      if waiting < left.count { throw Failure.reported(.failed) }
    }

    private static func json(_ outcome: Outcome) -> String {
      var object = JSONObject()
      let plan = outcome.plan ?? AdoptionPlan()
      object.add("copies", plan.copies)
      object.add("wants", plan.wants)
      object.add("folders", plan.folders)
      object.add("changes", plan.changes)
      object.add("fields_left_out", plan.valuesLeftOut)
      if case .waiting(let count) = outcome {
        object.add("left", count)
      } else {
        object.add("left", outcome.left?.count ?? 0)
      }
      object.add("sent", outcome.left != nil)
      return object.text
    }
  }
}
