import Clients
import RunoutModel
import Wording

/// The ways to begin on the very first start, with neither token nor catalogue nor shelf: one key each.
final class FirstStart {
  private let stage: Stage
  private let account: AccountDesk
  private let select: (_ source: Source, _ saying: String) -> Void
  /// Ends the screen and fetches the catalogue, which takes longer than a screen should wait.
  private let fetch: () -> Void

  init(
    _ stage: Stage, account: AccountDesk, select: @escaping (Source, String) -> Void, fetch: @escaping () -> Void
  ) {
    self.stage = stage
    self.account = account
    self.select = select
    self.fetch = fetch
  }

  /// - Parameter onAnswer: called once there is an answer, so that it is not asked again.
  func offer(onAnswer: @escaping () -> Void) {
    stage.open(
      LetterModel(.start, stage: stage) { [weak self] request, letter in
        self?.stage.close(request)
        onAnswer()
        switch letter {
        case StartWords.importKey: self?.askForFile()
        case StartWords.signInKey: _ = self?.account.perform(.signIn, nil)
        case StartWords.fetchKey: self?.fetch()
        default: self?.stage.notice = StartWords.demo
        }
      })
  }

  private func askForFile() {
    stage.ask(
      PromptModel(Prompt(.file, message: StartWords.whichFile), stage: stage) { [weak self] path, prompt in
        self?.importFile(path, prompt)
      })
  }

  private func importFile(_ path: String, _ prompt: PromptModel) {
    guard !path.isEmpty else {
      prompt.fail(AccountWords.nothingTyped)
      return
    }
    let edits = stage.services.edits
    prompt.showBusy(StartWords.importing)
    stage.tasks.run { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let file = try await edits.importFile(path)
        prompt.leave()
        select(.shelf, StartWords.imported(file.rows, skippedRows: file.skipped, values: file.unread))
      } catch {
        // Esc may have closed the prompt meanwhile.
        if prompt.isOpen {
          prompt.fail(error.sentence, message: StartWords.whichFile)
        } else {
          stage.report(StartWords.importFailed, error)
        }
      }
    }
  }
}
