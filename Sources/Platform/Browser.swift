internal import LibC
import Wording

/// Opens web pages in the desktop's browser.
public struct Browser: Sendable {
  private let environment: [String: String]
  private let patience: Duration
  /// The program to use instead of `xdg-open` on a Mac.
  var opener = isApple ? "/usr/bin/open" : nil

  /// - Parameter patience: the time to wait for a failure; a browser that still runs then counts as opened.
  public init(environment: [String: String], patience: Duration = .seconds(2)) {
    (self.environment, self.patience) = (environment, patience)
  }

  /// Opens a page of http or https.
  ///
  /// - Throws: `BrowserError`; its description has the address, for the user to copy.
  public func open(_ url: String) async throws(BrowserError) {
    guard url.hasPrefix("https://") || url.hasPrefix("http://"), !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F })
    else { throw .notAnAddress(url) }
    guard let program else { throw .noBrowser(url) }
    let outcome: Subprocess.Outcome
    do {
      outcome = try await Subprocess(program: program, arguments: [url], environment: environment)
        .run(timeout: patience, leaveRunning: true)
    } catch {
      throw .failed(url, error.reason)
    }
    guard [.exited(0), .outlived].contains(outcome) else { throw .failed(url, outcome.reason(within: patience)) }
  }

  private var program: String? {
    // Over ssh the page would open on a desktop that the user cannot see.
    if let opener { return environment.has("SSH_CONNECTION") ? nil : opener }
    return environment.has("WAYLAND_DISPLAY") || environment.has("DISPLAY")
      ? ProgramFinder.find("xdg-open", in: environment) : nil
  }
}

/// The reason a page was not opened.
public enum BrowserError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no desktop, or no program to open pages with.
  case noBrowser(String)
  case failed(String, String)
  /// No http or https address, or one with spaces or control characters.
  case notAnAddress(String)

  public var description: String {
    switch self {
    case .noBrowser(let url): FilesWords.noBrowser(url)
    case .failed(let url, let reason): FilesWords.browserFailed(reason, url)
    case .notAnAddress(let text): FilesWords.notAWebAddress(text)
    }
  }
}
