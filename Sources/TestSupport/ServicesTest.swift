#if canImport(Testing)
  import Testing
  public import Clients
  import DiscogsModel

  extension Services {
    /// Services for a test: every closure that the test did not set fails the test by name, and answers "refused".
    public static var test: Services {
      Services(
        catalogue: CatalogueClient(
          search: { _, _, _ throws(ClientError) in throw unset("catalogue.search") },
          count: { _ throws(ClientError) in throw unset("catalogue.count") },
          release: { _ throws(ClientError) in throw unset("catalogue.release") },
          master: { _ throws(ClientError) in throw unset("catalogue.master") },
          artist: { _ throws(ClientError) in throw unset("catalogue.artist") },
          label: { _ throws(ClientError) in throw unset("catalogue.label") },
          browse: { _, _, _ throws(ClientError) in throw unset("catalogue.browse") },
          browseCount: { _ throws(ClientError) in throw unset("catalogue.browseCount") },
          facets: { _ throws(ClientError) in throw unset("catalogue.facets") },
          artistRoles: { _ throws(ClientError) in throw unset("catalogue.artistRoles") },
          named: { _, _ throws(ClientError) in throw unset("catalogue.named") },
          names: { _ throws(ClientError) in throw unset("catalogue.names") }),
        shelf: ShelfClient(
          folders: { () throws(ClientError) in throw unset("shelf.folders") },
          copies: { _, _, _ throws(ClientError) in throw unset("shelf.copies") },
          copyCount: { _ throws(ClientError) in throw unset("shelf.copyCount") },
          wants: { _, _, _ throws(ClientError) in throw unset("shelf.wants") },
          wantCount: { _ throws(ClientError) in throw unset("shelf.wantCount") },
          badges: { _ throws(ClientError) in throw unset("shelf.badges") },
          copiesOf: { _ throws(ClientError) in throw unset("shelf.copiesOf") },
          wantOf: { _ throws(ClientError) in throw unset("shelf.wantOf") }),
        edits: ShelfEditClient(
          perform: { _ throws(ClientError) in throw unset("edits.perform") },
          undo: { () throws(ClientError) in throw unset("edits.undo") },
          redo: { () throws(ClientError) in throw unset("edits.redo") },
          pending: { () throws(ClientError) in throw unset("edits.pending") },
          remedy: { _, _ throws(ClientError) in throw unset("edits.remedy") },
          fields: { () throws(ClientError) in throw unset("edits.fields") },
          removed: { () throws(ClientError) in throw unset("edits.removed") },
          restore: { _ throws(ClientError) in throw unset("edits.restore") },
          changes: {
            _ = unset("edits.changes")
            return AsyncStream { $0.finish() }
          }),
        sync: ShelfSyncClient(
          status: {
            _ = unset("sync.status")
            return .off
          },
          changes: {
            _ = unset("sync.changes")
            return AsyncStream { $0.finish() }
          },
          run: { _ throws(ClientError) in throw unset("sync.run") },
          bringUpToDate: { _ throws(ClientError) in throw unset("sync.bringUpToDate") },
          pause: { _ = unset("sync.pause") },
          answer: { _, _ throws(ClientError) in throw unset("sync.answer") }),
        reports: ShelfReportClient(
          groups: { _, _, _ throws(ClientError) in throw unset("reports.groups") },
          duplicates: { _ throws(ClientError) in throw unset("reports.duplicates") },
          pick: { _ throws(ClientError) in throw unset("reports.pick") },
          pickWant: { _ throws(ClientError) in throw unset("reports.pickWant") },
          played: { _ throws(ClientError) in throw unset("reports.played") },
          values: { () throws(ClientError) in throw unset("reports.values") }),
        lists: ListsClient(
          own: { () throws(ClientError) in throw unset("lists.own") },
          of: { _ throws(ClientError) in throw unset("lists.of") },
          list: { _ throws(ClientError) in throw unset("lists.list") }),
        crates: CrateClient(
          all: { _ throws(ClientError) in throw unset("crates.all") },
          save: { _ throws(ClientError) in throw unset("crates.save") },
          delete: { _, _ throws(ClientError) in throw unset("crates.delete") }),
        layout: LayoutClient(
          columns: { _ throws(ClientError) in throw unset("layout.columns") },
          setColumns: { _, _ throws(ClientError) in throw unset("layout.setColumns") }),
        filing: FilingClient(
          options: { () throws(ClientError) in throw unset("filing.options") },
          setOptions: { _ throws(ClientError) in throw unset("filing.setOptions") },
          turn: { _ throws(ClientError) in throw unset("filing.turn") }),
        bookmarks: BookmarkClient(
          all: { () throws(ClientError) in throw unset("bookmarks.all") },
          set: { _ throws(ClientError) in throw unset("bookmarks.set") },
          delete: { _ throws(ClientError) in throw unset("bookmarks.delete") }),
        history: HistoryClient(
          entries: { _, _ throws(ClientError) in throw unset("history.entries") },
          record: { _ throws(ClientError) in throw unset("history.record") },
          delete: { _ throws(ClientError) in throw unset("history.delete") },
          restore: { _ throws(ClientError) in throw unset("history.restore") },
          commandLines: { () throws(ClientError) in throw unset("history.commandLines") },
          recordCommandLine: { _ throws(ClientError) in throw unset("history.recordCommandLine") }),
        source: SourceClient(
          current: {
            _ = unset("source.current")
            return SourceStatus(source: .demo)
          },
          select: { _ throws(ClientError) in throw unset("source.select") },
          changes: {
            _ = unset("source.changes")
            return AsyncStream { $0.finish() }
          }),
        desktop: DesktopClient(
          copy: { _ throws(ClientError) in throw unset("desktop.copy") },
          open: { _ throws(ClientError) in throw unset("desktop.open") },
          now: {
            _ = unset("desktop.now")
            return 0
          }),
        log: LogClient(
          entries: { _ throws(ClientError) in throw unset("log.entries") },
          write: { _, _, _ in _ = unset("log.write") }),
        network: NetworkClient(
          status: {
            _ = unset("network.status")
            return .local
          },
          changes: {
            _ = unset("network.changes")
            return AsyncStream { $0.finish() }
          },
          cancel: { _ in _ = unset("network.cancel") }),
        freshness: FreshnessClient(
          of: { _ in
            _ = unset("freshness.of")
            return nil
          },
          changes: {
            _ = unset("freshness.changes")
            return AsyncStream { $0.finish() }
          },
          refresh: { _ throws(ClientError) in throw unset("freshness.refresh") }),
        account: AccountClient(
          state: {
            _ = unset("account.state")
            return .signedOut
          },
          changes: {
            _ = unset("account.changes")
            return AsyncStream { $0.finish() }
          },
          signIn: { _ throws(ClientError) in throw unset("account.signIn") },
          beginOAuth: { _, _ throws(ClientError) in throw unset("account.beginOAuth") },
          finishOAuth: { _, _ throws(ClientError) in throw unset("account.finishOAuth") },
          whoAmI: { () throws(ClientError) in throw unset("account.whoAmI") },
          signOut: { () throws(ClientError) in throw unset("account.signOut") },
          profiles: { () throws(ClientError) in throw unset("account.profiles") },
          select: { _ throws(ClientError) in throw unset("account.select") }),
        community: CommunityClient(
          figures: { _ throws(ClientError) in throw unset("community.figures") },
          rate: { _, _ throws(ClientError) in throw unset("community.rate") },
          market: { _, _ throws(ClientError) in throw unset("community.market") },
          profile: { _ throws(ClientError) in throw unset("community.profile") },
          editProfile: { _ throws(ClientError) in throw unset("community.editProfile") }),
        market: MarketClient(
          wants: { () throws(ClientError) in throw unset("market.wants") },
          limit: { _ throws(ClientError) in throw unset("market.limit") },
          money: { _, _ throws(ClientError) in throw unset("market.money") },
          check: { _, _ throws(ClientError) in throw unset("market.check") },
          sellers: { () throws(ClientError) in throw unset("market.sellers") },
          addSeller: { _ throws(ClientError) in throw unset("market.addSeller") },
          removeSeller: { _ throws(ClientError) in throw unset("market.removeSeller") },
          offers: { _, _, _ throws(ClientError) in throw unset("market.offers") },
          ownListings: { _, _ throws(ClientError) in throw unset("market.ownListings") }),
        images: ImageClient(image: { _ throws(ClientError) in throw unset("images.image") }))
    }

    private static func unset(_ name: String) -> ClientError {
      Issue.record("\(name) was not given by this test")
      return .refused("\(name) was not given by this test")
    }
  }
#endif
