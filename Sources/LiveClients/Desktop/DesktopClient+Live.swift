internal import Clients
internal import DiscogsModel
internal import Logging
internal import Platform
internal import Wording

extension DesktopClient {
  static func live(
    _ configuration: LiveConfiguration, _ inUse: LiveSettings, _ translate: ErrorTranslator
  ) -> DesktopClient {
    let environment = configuration.environment
    let browser = Browser(environment: configuration.environment)
    let copyByTerminal = configuration.copyByTerminal
    return DesktopClient {
      $0.copy = answering { text in
        let clipboard = Clipboard(environment: environment, copyCommand: inUse.copyCommand)
        do {
          if let way = try await clipboard.copy(text) { return way }
        } catch {
          translate.log.warning("Could not copy", metadata: ["cause": "\(error)"])
          throw ClientError.refused("\(error)")
        }
        if await copyByTerminal?(text) == true { return FilesWords.terminalClipboard }
        throw ClientError.refused(FilesWords.noClipboard)
      }
      $0.open = answering { url in
        do {
          try await browser.open(url)
        } catch {
          translate.log.info("Could not open a page", metadata: ["cause": "\(error)"])
          throw ClientError.refused("\(error)")
        }
      }
      $0.play = answering { urls in
        do {
          try await Player(inUse.player, environment: environment).play(urls)
        } catch {
          translate.log.info("Could not play", metadata: ["cause": "\(error)"])
          throw ClientError.refused("\(error)")
        }
      }
      $0.now = configuration.now
      $0.secondsFromUTC = configuration.secondsFromUTC
      $0.localTime = {
        let now = configuration.now()
        return LocalTime(now, secondsFromUTC: configuration.secondsFromUTC(now))
      }
    }
  }
}
