import Clients
import RunoutModel
import Wording

/// The `:` prompt, with completion and history.
final class CommandLineDesk: Desk {
  let stage: Stage
  var onLine: (TypedLine) -> Void = { _ in }

  /// The lines typed here, latest first.
  private var lines: [String] = []
  /// Whether the lines of earlier runs are among them.
  private var hasLines = false
  private var loading: Task<Void, Never>?

  init(_ stage: Stage) { self.stage = stage }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard command == .commandLine else { return .passed }
    open()
    return .done
  }

  /// Opens the prompt with a text to go on from.
  func open(with text: String = "") {
    let prompt = stage.ask(
      Prompt(.command), onEdit: { [weak self] in self?.offer(in: $0) },
      onCommand: { [weak self] command, prompt in self?.perform(command, in: prompt) ?? false },
      onSubmit: { [weak self] line, prompt in self?.run(line, prompt) })
    prompt.set(text)
    loadLines()
  }

  /// Offers candidates: while nothing is typed, every command, latest used first.
  private func offer(in model: PromptModel) {
    let used = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
    model.prompt.completions = TypedLine.candidates(for: model.prompt.field.text, recent: used)
  }

  private func perform(_ command: Command, in prompt: PromptModel) -> Bool {
    switch command {
    case .complete: complete(prompt)
    case .olderEntry: recall(prompt, older: true)
    case .newerEntry: recall(prompt, older: false)
    default: return false
    }
    return true
  }

  private func loadLines() {
    guard !hasLines, loading == nil else { return }
    loading = attempt(orSay: AppWords.historyFailed) { desk in
      defer { desk.loading = nil }
      let earlier = try await desk.services.history.commandLines()
      desk.hasLines = true
      desk.lines = (desk.lines + earlier).uniqued()
      if let open = desk.stage.overlays.first(PromptModel.self), open.kind == .command, open.prompt.field.isEmpty {
        desk.offer(in: open)
      }
    }
  }

  /// Completes as far as all completions agree, then steps through the candidates.
  private func complete(_ model: PromptModel) {
    var prompt = model.prompt
    guard !prompt.completions.isEmpty else { return }
    let begun = prompt.field.isEmpty ? [] : TypedLine.completions(of: prompt.field.text)
    let shared = begun.first.map { begun.reduce($0) { $0.commonPrefix(with: $1) } } ?? ""
    if prompt.completionIndex == nil, shared.count > prompt.field.text.count {
      model.set(shared)
    } else {
      let index = prompt.completionIndex.map { ($0 + 1) % prompt.completions.count } ?? 0
      prompt.choose(index)
      model.prompt = prompt
    }
  }

  /// Puts in an older or newer line, once earlier lines have been read.
  private func recall(_ prompt: PromptModel, older: Bool) {
    guard let loading = loading else { return takeLine(prompt, older: older) }
    let preparation = preparations.begin()
    tasks.run { [weak self] in
      defer { preparation.end(.failed) }
      await loading.value
      guard let self, preparation.isOpen else { return }
      takeLine(prompt, older: older)
      preparation.end(hasLines ? .ready : .failed)
    }
  }

  private func takeLine(_ model: PromptModel, older: Bool) {
    var prompt = model.prompt
    let next = prompt.historyIndex + (older ? 1 : -1)
    guard next >= -1, next < lines.count else { return }
    if prompt.historyIndex == -1 { prompt.draft = prompt.field.text }
    prompt.field.set(next == -1 ? prompt.draft : lines[next])
    prompt.historyIndex = next
    prompt.completions = []
    model.prompt = prompt
  }

  private func run(_ line: String, _ prompt: PromptModel) {
    do {
      let parsed = try TypedLine(parsing: line)
      prompt.leave()
      guard let parsed else { return }
      remember(line)
      onLine(parsed)
    } catch {
      let isSignIn = line.hasPrefix("\(Command.signIn.name) ")
      // The rest of the line may be a token.
      if isSignIn { prompt.prompt.field.set("\(Command.signIn.name) ") }
      prompt.fail(isSignIn ? CommandWords.hiddenToken(error.message) : error.message)
    }
  }

  private func remember(_ line: String) {
    guard !SecretShape.looksLikeToken(line) else { return }
    lines = ([line] + lines).uniqued()
    attempt(orSay: AppWords.rememberFailed) { try await $0.services.history.recordCommandLine(line) }
  }
}
