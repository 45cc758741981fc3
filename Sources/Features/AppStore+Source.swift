import Clients

/// Where records come from.
extension AppStore {
  func select(_ source: Source) {
    let client = context.services.source
    tasks.run { [weak self] in
      do throws(ClientError) {
        let status = try await client.select(source)
        self?.sourceChanged(status)
        self?.notify(.confirmation, "Now on the \(source.rawValue)")
      } catch {
        self?.report("The source stays as it was", error)
      }
    }
  }

  func sourceChanged(_ status: SourceStatus) {
    guard status != source else { return }
    let (old, isOther) = (source, status.source != source.source)
    source = status
    context.isLive = status.source == .live
    if isOther {
      // What was being typed was about the rows of the other source.
      prompt = nil
      letterRequest = nil
      closeHistory()
      closeFilters()
      closePopup()
      preparations.cancel()
      stopCopying()
      _ = stopShelfWork()
      _ = stopPriceCheck()
      pending = []
      loadPending()
      navigator.reset()
      syncByItself()
    } else if status.generation != old.generation {
      navigator.reloadAll()
      notify(.ordinary, "A new catalogue has been imported")
    }
    layOut()
  }
}
