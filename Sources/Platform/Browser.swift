internal import LibC
import Wording

/// Opens web pages in the desktop's browser.
public struct Browser: Sendable {
  private let environment: [String: String]
  private let patience: Duration
  private let opener: String?

  /// - Parameter patience: the time to wait for a failure; a browser that still runs then counts as opened.
  public init(environment: [String: String], patience: Duration = .seconds(2)) {
    self.init(environment: environment, patience: patience, opener: isApple ? "/usr/bin/open" : nil)
  }

  /// - Parameter opener: the program to use instead of `xdg-open` on a Mac.
  init(environment: [String: String], patience: Duration, opener: String?) {
    self.environment = environment
    self.patience = patience
    self.opener = opener
  }

  /// Opens a page of http or https.
  ///
  /// - Throws: `BrowserError`; its description has the address, for the user to copy.
  public func open(_ url: String) async throws(BrowserError) {
    guard url.hasPrefix("https://") || url.hasPrefix("http://"), !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F })
    else {
      throw .notAnAddress(url)
    }
    guard let program else { throw .noBrowser(url) }
    let opener = Subprocess(program: program, arguments: [url], environment: environment)
    let outcome: Subprocess.Outcome
    do throws(FileError) {
      outcome = try await opener.run(timeout: patience, leaveRunning: true)
    } catch {
      throw .failed(url, error.reason)
    }
    switch outcome {
    case .exited(0), .outlived: return
    case .exited(let code): throw .failed(url, FilesWords.exited(code: code))
    case .killedBySignal(let signal): throw .failed(url, FilesWords.killed(signal: signal))
    }
  }

  private var program: String? {
    // Over ssh the page would open on a desktop that the user cannot see.
    if let opener { return isSet("SSH_CONNECTION") ? nil : opener }
    return isSet("WAYLAND_DISPLAY") || isSet("DISPLAY") ? ProgramFinder.find("xdg-open", in: environment) : nil
  }

  private func isSet(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }
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
