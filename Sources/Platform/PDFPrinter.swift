internal import Foundation
internal import LibC
import Wording

/// Makes PDF files of web pages with a program that is here: WeasyPrint, or a browser.
public struct PDFPrinter: Sendable {
  private let environment: [String: String]
  private let patience: Duration
  /// A browser that stands in no directory of `PATH`.
  var application = isApple ? "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" : nil

  /// - Parameter patience: the time that a program gets.
  public init(environment: [String: String], patience: Duration = .seconds(120)) {
    (self.environment, self.patience) = (environment, patience)
  }

  /// Returns the bytes of the PDF. The page lies in a private directory meanwhile.
  ///
  /// - Throws: what hindered the last of the programs.
  public func pdf(of page: [UInt8]) async throws(ProgramError) -> [UInt8] {
    var hindrance = ProgramError(way: FilesWords.makingPDF, reason: FilesWords.noPrinter)
    for program in programs {
      do { return try await pdf(of: page, by: program) } catch {
        hindrance = ProgramError(way: program, reason: error.reason)
      }
    }
    throw hindrance
  }

  private static let names = [
    "weasyprint", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "brave-browser",
    "microsoft-edge",
  ]

  private var programs: [String] {
    let found = Self.names.compactMap { ProgramFinder.find($0, in: environment) }
    return found + [application].compactMap(\.self).filter(FileSystem.isFile)
  }

  private func pdf(of page: [UInt8], by program: String) async throws(FileError) -> [UInt8] {
    let name = "runout-pdf-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let directory = environment.temporaryDirectory.appending(path: name)
    guard mkdir(directory, 0o700) == 0 else { throw FileError(.create, directory, code: errno) }
    // The system clears its temporary directory sooner or later.
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let (source, target) = (directory.appending(path: "page.html"), directory.appending(path: "page.pdf"))
    _ = try FileSystem.createPrivately(source, page)
    let arguments =
      program.hasSuffix(Self.names[0])
      ? [source, target]
      // With the profile in use a browser would hand the page to the one that runs.
      : [
        "--headless", "--no-pdf-header-footer", "--user-data-dir=\(directory.appending(path: "profile"))",
        "--print-to-pdf=\(target)", source,
      ]
    let answer = try await Subprocess(program: program, arguments: arguments, environment: environment)
      .ask(timeout: patience)
    guard answer.outcome == .exited(0) else {
      let said = String(decoding: answer.complaint, as: UTF8.self).split(separator: "\n").last.map { ": \($0)" } ?? ""
      throw FileError(.use, program, because: answer.outcome.reason(within: patience) + said)
    }
    return try FileSystem.read(target, limit: 1 << 30)
  }
}
