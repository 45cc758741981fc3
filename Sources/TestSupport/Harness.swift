#if canImport(Testing)
  public import Testing
  public import Clients
  public import Features
  import Foundation
  public import Screens
  public import Terminal

  /// The whole program on a terminal in memory, to press keys and read the screen.
  ///
  ///     let app = await Harness(.fixture(), size: Size(columns: 80, rows: 24))
  ///     await app.press("j", "<Enter>")
  ///     #expect(app.screen.contains("Tracklist"))
  @MainActor
  public final class Harness {
    public let store: AppStore
    private let runner: ScriptRunner

    /// - Parameter settling: false if the test holds the first records back.
    public init(
      _ services: Services, size: Size = Size(columns: 80, rows: 24), keys: [String: [String]] = [:],
      glyphs: Glyphs = .unicode, environment: AppEnvironment = .testing, settling: Bool = true
    ) async {
      let keymap = Keymap(overrides: keys)
      store = AppStore(
        services, tasks: TaskTracker(), environment: environment, measure: TextMeasure { TextWidth.columns($0) },
        keys: keymap.keys)
      runner = ScriptRunner(store, keymap: keymap, size: size, glyphs: glyphs)
      if settling {
        await runner.open()
      } else {
        runner.session.open()
      }
    }

    /// Presses keys one by one, and waits after each until the program has settled.
    public func press(_ keys: String..., sourceLocation: SourceLocation = #_sourceLocation) async {
      for notation in keys {
        guard let sequence = Key.sequence(notation) else {
          Issue.record("“\(notation)” is not a key", sourceLocation: sourceLocation)
          continue
        }
        await runner.play(sequence.map(InputEvent.key))
      }
    }

    /// Types text, each character a key press.
    public func type(_ text: String) async { await runner.play(text.map { .key(Key($0)) }) }
    public func paste(_ text: String) async { await runner.play([.paste(text)]) }
    public func resize(columns: Int, rows: Int) async {
      await runner.play([.resize(Size(columns: columns, rows: rows))])
    }

    /// Delivers keys as one batch, like keys typed faster than the program paints.
    public func burst(_ keys: [Key], settling: Bool = true) async {
      runner.session.take(keys.map(InputEvent.key))
      if settling { await runner.session.settle() }
    }

    /// Delivers keys in the notation of the help page as one batch: `burst("e", "<Down>", "<Down>")`.
    public func burst(_ keys: String..., settling: Bool = true, sourceLocation: SourceLocation = #_sourceLocation) async
    {
      await burst(keys, settling: settling, sourceLocation: sourceLocation)
    }

    public func burst(
      _ keys: [String], settling: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      var batch: [Key] = []
      for notation in keys {
        guard let sequence = Key.sequence(notation) else {
          Issue.record("“\(notation)” is not a key", sourceLocation: sourceLocation)
          return
        }
        batch += sequence
      }
      await burst(batch, settling: settling)
    }

    /// Delivers events of any kind as one batch.
    public func take(_ events: [InputEvent], settling: Bool = true) async {
      runner.session.take(events)
      if settling { await runner.session.settle() }
    }

    /// Waits for the frame that is due, but not for running work.
    public func paint() async {
      while runner.session.framesPainted == 0 || !runner.session.isPainted { await Task.yield() }
    }

    public func play(_ step: Script.Step) async -> ScriptRunner.Outcome { await runner.play(step) }

    /// Waits until the program has settled.
    public func settle() async { await runner.session.settle() }

    /// The screen as text, without trailing blanks.
    public var screen: String { runner.screenText }
    public var lines: [String] { screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    public var canvas: Canvas { runner.terminal.screen }
    public var frames: Int { runner.terminal.frames }
    /// The number of times the screen was composed, whether it changed or not.
    public var framesPainted: Int { runner.session.framesPainted }
    public var terminal: MemoryTerminal { runner.terminal }

    /// The rows between header and footer, with the footer while it has a prompt or notice.
    private var pageRows: Range<Int> {
      let layout = store.layout
      guard !layout.isTooSmall else { return 0..<canvas.size.rows }
      let isSpeaking = store.notice != nil || store.overlays.first(PromptModel.self) != nil
      return layout.titleRow..<(isSpeaking ? layout.rows : layout.footerRow - (layout.hasRules ? 1 : 0))
    }

    /// Compares the page, text and styles, with the recorded one; `RECORD_SCREENS=1` records it.
    ///
    /// - Parameter rows: the rows to compare; by default the page's.
    public func expectScreen(
      _ name: String, in directory: String, rows: Range<Int>? = nil,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let path = "\(directory)/\(name).screen"
      let shown = runner.terminal.screen.styledDump(rows: rows ?? pageRows)
      if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
        do {
          try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
          try shown.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
          Issue.record(error, sourceLocation: sourceLocation)
        }
        return
      }
      let recorded: String
      do {
        recorded = try String(contentsOfFile: path, encoding: .utf8)
      } catch {
        Issue.record("\(path) cannot be read; RECORD_SCREENS=1 writes it: \(error)", sourceLocation: sourceLocation)
        return
      }
      #expect(shown == recorded, "the screen differs from \(name).screen", sourceLocation: sourceLocation)
    }
  }
#endif
