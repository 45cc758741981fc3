import Clients
import DiscogsModel

/// The line at the bottom: find, narrow, open a pasted address, and the command line.
extension AppStore {
  func performInPrompt(_ command: Command) -> Bool {
    guard var prompt else { return false }
    guard !prompt.isBusy else { return true }
    switch command {
    case .submit: submit(prompt)
    case .complete where prompt.kind == .command: complete()
    case .olderEntry where prompt.kind == .command: recall(older: true)
    case .newerEntry where prompt.kind == .command: recall(older: false)
    case .openSearchHistory:
      self.prompt = nil
      openHistory()
    default:
      // A backspace in an empty command line leaves it, as in vi.
      if command == .editDeleteLeft, prompt.field.isEmpty {
        self.prompt = nil
        return true
      }
      let before = prompt.field.text
      guard prompt.field.handle(command) else { return true }
      self.prompt = prompt
      if prompt.field.text != before { promptEdited() }
    }
    return true
  }

  func promptEdited() {
    guard let prompt else { return }
    self.prompt?.error = nil
    self.prompt?.historyIndex = -1
    self.prompt?.completionIndex = nil
    switch prompt.kind {
    case .narrow:
      if page.model.narrowsWhileTyping { page.model.narrow(prompt.field.text.trimmingSpaces) }
    case .command:
      let text = prompt.field.text
      self.prompt?.completions = text.isEmpty ? [] : TypedCommand.completions(of: text)
    case .find, .pasted, .token, .consumerKey, .consumerSecret, .code, .newFolder, .renameFolder, .newCrate,
      .crateQuery:
      break
    }
  }

  private func submit(_ prompt: Prompt) {
    let text = prompt.field.text.trimmingSpaces
    switch prompt.kind {
    case .find:
      self.prompt = nil
      page.model.find(text)
    case .narrow:
      self.prompt = nil
      page.model.narrow(text)
    case .pasted:
      if let reference = EntityReference(pasted: text) {
        self.prompt = nil
        navigate(to: reference)
      } else {
        self.prompt?.error = "not a Discogs URL, nor an id such as r123, m45, a6 or l7"
      }
    case .command: run(text)
    case .newFolder, .renameFolder: submit(folder: text, of: prompt)
    case .newCrate: submit(crate: text, query: nil, of: prompt)
    case .crateQuery(let name): submit(crate: name, query: text, of: prompt)
    case .token, .consumerKey, .consumerSecret, .code: submit(secret: text, of: prompt)
    }
  }

  func openCommandLine() {
    prompt = Prompt(.command)
    guard !hasCommandLines else { return }
    guard loadingCommandLines == nil else { return }
    let history = context.services.history
    loadingCommandLines = tasks.run { [weak self] in
      do throws(ClientError) {
        let lines = try await history.commandLines()
        guard let self else { return }
        hasCommandLines = true
        commandLines = (commandLines + lines).uniqued()
      } catch {
        self?.report("Earlier commands could not be read", error)
      }
      self?.loadingCommandLines = nil
    }
  }

  /// First as far as all completions agree, then through them one by one.
  private func complete() {
    guard var prompt, let first = prompt.completions.first else { return }
    let shared = prompt.completions.reduce(first) { $0.commonPrefix(with: $1) }
    if prompt.completionIndex == nil, shared.count > prompt.field.text.count {
      self.prompt?.field.set(shared)
      promptEdited()
    } else {
      let index = prompt.completionIndex.map { ($0 + 1) % prompt.completions.count } ?? 0
      prompt.field.set(prompt.completions[index])
      prompt.completionIndex = index
      self.prompt = prompt
    }
  }

  /// Earlier lines may still be on their way.
  private func recall(older: Bool) {
    guard let loading = loadingCommandLines else { return takeLine(older: older) }
    let preparation = preparations.begin()
    tasks.run { [weak self] in
      defer { preparation.end(.failed) }
      await loading.value
      guard let self, preparation.isOpen else { return }
      takeLine(older: older)
      preparation.end(hasCommandLines ? .ready : .failed)
    }
  }

  private func takeLine(older: Bool) {
    guard var prompt else { return }
    let lines = commandLines
    let next = prompt.historyIndex + (older ? 1 : -1)
    guard next >= -1, next < lines.count else { return }
    if prompt.historyIndex == -1 { prompt.draft = prompt.field.text }
    prompt.field.set(next == -1 ? prompt.draft : lines[next])
    prompt.historyIndex = next
    prompt.completions = []
    self.prompt = prompt
  }

  private func run(_ line: String) {
    do throws(TypedCommandError) {
      guard let parsed = try TypedCommand.parse(line) else {
        prompt = nil
        return
      }
      prompt = nil
      remember(line)
      switch parsed {
      case .command(let command): perform(command)
      case .row(let row): page.model.go(toRow: row)
      case .source(let name): if let source = Source(rawValue: name) { select(source) }
      case .sort(let name):
        guard let field = SortOrder.Field(rawValue: name), let command = Command.sort(by: field) else { return }
        perform(command)
      case .type(let name):
        guard case .search(let model) = page else {
          notice = "Only Search shows one type of record"
          return
        }
        model.show(kind: EntityKind(rawValue: name))
      case .signIn(let byOAuth): beginSignIn(byOAuth: byOAuth)
      case .profile(nil): listProfiles()
      case .profile(let name?): select(profile: name)
      case .user(let name): openUser(name)
      case .letter(let command, let letter): perform(command, letter: letter)
      case .sync(let isFull): sync(isFull: isFull)
      case .crate(let name): keepCrate(named: name)
      case .group(let grouping): group(by: grouping)
      case .columns(let columns): show(columns: columns)
      case .filing(let words): file(words)
      case .duplicates(let kind): showDuplicates(kind)
      case .limit(let limit): setLimit(limit)
      case .seller(let name): addSeller(name)
      }
    } catch {
      // What stands behind `login` may be a token.
      if line.hasPrefix("login ") { prompt?.field.set("login ") }
      prompt?.error = error.message
    }
  }

  private func remember(_ line: String) {
    guard !SecretShape.looksLikeToken(line) else { return }
    commandLines = ([line] + commandLines).uniqued()
    let history = context.services.history
    tasks.run { [weak self] in
      do throws(ClientError) {
        try await history.recordCommandLine(line)
      } catch {
        self?.report("This command could not be remembered", error)
      }
    }
  }
}
