import Clients
import RunoutModel
import Wording

/// The very first start, with neither token nor catalogue nor shelf.
extension AppStore {
  /// Offers the ways to begin: one key each.
  ///
  /// - Parameters:
  ///   - onAnswer: called once there is an answer, so that it is not asked again.
  ///   - fetch: called before the program ends in order to fetch the catalogue, which takes longer than a screen should
  ///     wait.
  public func offerStart(onAnswer: @escaping () -> Void, fetch: @escaping () -> Void) {
    stage.open(
      LetterModel(.start, stage: stage) { [weak self] request, letter in
        guard let self else { return }
        stage.close(request)
        onAnswer()
        switch letter {
        case StartWords.importKey: askForFile()
        case StartWords.signInKey: _ = desks.account.perform(.signIn)
        case StartWords.fetchKey:
          fetch()
          onEffect(.quit)
        default: stage.notice = StartWords.demo
        }
      })
  }

  private func askForFile() {
    stage.ask(Prompt(.file, message: StartWords.whichFile)) { [weak self] path, prompt in
      self?.importFile(path, prompt)
    }
  }

  private func importFile(_ path: String, _ prompt: PromptModel) {
    guard !path.isEmpty else { return prompt.fail(AccountWords.nothingTyped) }
    prompt.showBusy(StartWords.importing)
    stage.attempt(orSay: StartWords.importFailed) { [weak self, edits = stage.services.edits] in
      do {
        let file = try await edits.importFile(path)
        prompt.leave()
        self?.select(.shelf, saying: StartWords.imported(file.rows, skippedRows: file.skipped, values: file.unread))
      } catch {
        try prompt.fail(error, message: StartWords.whichFile)
      }
    }
  }
}
