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
      commandName: "push", abstract: "Send a shelf that came from files to Discogs.",
      discussion: """
        Compares the shelf with the signed-in account, says how many copies and wants Discogs lacks, and asks before it \
        sends them. What both have is kept once; where both say something else of a copy, Discogs' version stays, and a \
        copy of your library is kept beside it. An interrupted push continues when it is called again.
        """)

    @OptionGroup var common: CommonOptions
    @Flag(help: "Say what would be sent, and send nothing.") var dryRun = false
    @Flag(name: .shortAndLong, help: "Send without being asked.") var yes = false
    @Flag(help: "Write the result as one JSON object.") var json = false

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.discogsServices(for: VerbWords.syncs)
      let services = live.services
      let isAsked = Output.isTerminal && isatty(STDIN_FILENO) == 1
      let outcome = try await wiring.ask { () async throws -> Outcome in
        try live.editor.checkMayChange(isRehearsal: dryRun)
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
      if let lacking = outcome.plan?.valuesLeftOut, !lacking.isEmpty {
        Output.errorLine(SyncWords.fieldsLacking(lacking.joined(separator: ", ")))
      }
      if json { Output.line(outcome.json.text) } else if let sentence = outcome.sentence { Output.sentence(sentence) }
      if case .refused(let plan) = outcome {
        throw Failure(isAsked ? SyncWords.nothingSent : SyncWords.needsYes(plan.sentence))
      }
      if let left = outcome.left { try tell(left) }
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

      /// Nil for one that is a failure, or whose changes are reported one by one.
      var sentence: String? {
        switch self {
        case .notNeeded: SyncWords.nothingToAdopt
        case .waiting(let count): SyncWords.wouldContinue(count)
        case .continued(let left): SyncWords.pushed(left: left.count)
        case .planned(let plan): plan.sentence
        case .refused: nil
        case .sent(let plan, let left): left.isEmpty ? SyncWords.sent(plan.counts) : nil
        }
      }

      var json: JSONObject {
        let plan = plan ?? AdoptionPlan()
        let waiting = if case .waiting(let count) = self { count } else { left?.count ?? 0 }
        return JSONObject(showing: [
          "copies": plan.copies, "wants": plan.wants, "folders": plan.folders, "changes": plan.changes,
          "fields_left_out": plan.valuesLeftOut, "left": waiting, "sent": left != nil,
        ])
      }
    }

    @MainActor private func wants(_ plan: AdoptionPlan) -> Bool {
      Output.sentence(plan.sentence)
      // An unreadable answer is no yes.
      return (try? Input.agrees(UpdateWords.begin)) ?? false
    }

    @MainActor private func tell(_ left: [PendingEdit]) throws {
      for edit in left { if let trouble = edit.trouble { Output.complain(VerbWords.failed(edit.title, trouble)) } }
      let waiting = left.count { $0.trouble == nil }
      if waiting > 0 { Output.errorLine(VerbWords.waiting(waiting, SyncWords.continues)) }
      if waiting < left.count { throw Failure.reported(.failed) }
    }
  }
}

extension AdoptionPlan {
  nonisolated fileprivate var counts: String { SyncWords.plan(copies, wants, folders: folders, changes: changes) }

  nonisolated fileprivate var sentence: String {
    SyncWords.wouldSend(counts, there: SyncWords.there(copiesThere, wantsThere))
  }
}
