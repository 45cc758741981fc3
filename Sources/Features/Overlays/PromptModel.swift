import Clients
import DiscogsModel
public import Observation

/// The open prompt; its text goes to the desk that asked for it.
@Observable
public final class PromptModel: Overlay {
  public internal(set) var prompt: Prompt

  @ObservationIgnored private let stage: Stage
  @ObservationIgnored private let onEdit: (PromptModel) -> Void
  @ObservationIgnored private let onSubmit: (String, PromptModel) -> Void
  @ObservationIgnored private let onCancel: (PromptModel) -> Void
  @ObservationIgnored private let onCommand: (Command, PromptModel) -> Bool

  /// As ``Stage/ask(_:onEdit:onCancel:onCommand:onSubmit:)`` says.
  init(
    _ prompt: Prompt, stage: Stage, onEdit: @escaping (PromptModel) -> Void,
    onSubmit: @escaping (String, PromptModel) -> Void, onCancel: @escaping (PromptModel) -> Void,
    onCommand: @escaping (Command, PromptModel) -> Bool
  ) {
    (self.prompt, self.stage, self.onEdit, self.onSubmit) = (prompt, stage, onEdit, onSubmit)
    (self.onCancel, self.onCommand) = (onCancel, onCommand)
  }

  public var kind: Prompt.Kind { prompt.kind }
  var isOpen: Bool { stage.overlays.first(PromptModel.self) === self }

  public func insert(_ text: String) {
    guard !prompt.isBusy else { return }
    if prompt.isSelected { prompt.field.set("") }
    prompt.field.insert(text)
    edited()
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard !prompt.isBusy else { return .done }
    switch command {
    case .submit: submit()
    case .openSearchHistory:
      leave()
      return .passed
    // A backspace in an empty line leaves it, as in vi.
    case .editDeleteLeft where prompt.field.isEmpty: leave()
    case .editDeleteLeft where prompt.isSelected, .editDeleteRight where prompt.isSelected: set("")
    default:
      if onCommand(command, self) { break }
      let before = prompt.field.text
      guard prompt.field.handle(command) else { break }
      prompt.isSelected = false
      if prompt.field.text != before { edited() }
    }
    return .done
  }

  /// A click puts an offer in; a second one carries it out.
  public func click(row: Int) {
    guard !prompt.isBusy, prompt.completions.indices.contains(row) else { return }
    guard prompt.completionIndex != row else { return submit() }
    prompt.choose(row)
  }

  public func scroll(by lines: Int) { prompt.scroll(by: lines, rows: prompt.offersShown(in: stage.layout.footerRow)) }

  /// Replaces the text, as if it had been typed.
  func set(_ text: String) {
    prompt.field.set(text)
    edited()
  }

  private func edited() {
    prompt.isSelected = false
    prompt.edited()
    prompt.error = prompt.tooLong
    if prompt.error == nil { onEdit(self) }
  }

  private func submit() {
    prompt.error = prompt.tooLong
    if prompt.error == nil { onSubmit(prompt.field.text.trimmed(), self) }
  }

  public func cancel() -> Bool {
    onCancel(self)
    return false
  }

  func leave() { stage.close(self) }

  // MARK: While an answer is on its way

  func showBusy(_ message: String? = nil) {
    prompt.isBusy = true
    prompt.error = nil
    if let message { prompt.message = message }
  }

  /// Shows an error and asks again; throws it where Esc has closed the prompt meanwhile.
  func fail(_ error: any Error, message: String? = nil) throws {
    guard isOpen else { throw error }
    fail(ClientError(error).sentence, message: message)
  }

  /// Shows an error and asks again.
  func fail(_ sentence: String, message: String? = nil) {
    prompt.isBusy = false
    prompt.error = sentence
    if let message { prompt.message = message }
  }
}
