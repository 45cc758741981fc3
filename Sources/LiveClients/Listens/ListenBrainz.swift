internal import Clients
internal import DiscogsAPI
internal import DiscogsJSON
internal import DiscogsModel
internal import Logging
internal import Platform
internal import RunoutModel
internal import UserLibrary
internal import Wording

/// Sends plays to ListenBrainz, or a server of its kind: each once, in their order, from the day a token was given.
///
/// A play of a record is a listen of each of its tracks, the last of which ended when the play was noted.
struct ListenBrainz: Sendable {
  /// The length of a track that names none.
  private static let usualLength = Duration.seconds(240)

  let shelves: Shelves
  let records: RecordSources
  let transport: any HTTPTransport
  let userAgent: UserAgent
  let isReadOnly: Bool
  /// Seconds since 1970.
  let now: @Sendable () -> Double
  let log: Logger

  private var settings: LiveSettings { records.settings }

  /// The demo's plays belong to no user.
  private var isOn: Bool {
    !isReadOnly && !settings.listenBrainzTokenFile.isEmpty && !records.inUse.current.source.hasDemoShelf
  }

  /// Sends what waits.
  ///
  /// - Returns: the number of plays sent; 0 without a token.
  /// - Throws: for the first play that could not be sent, which waits with those after it.
  func send() async throws(ClientError) -> Int {
    guard isOn else { return 0 }
    let (token, server) = (try token(), try server())
    let library = try await shelves.shelf()
    var sent = 0
    for play in try await shelves.translate.errors(of: { try await library.playsToSend(at: now()) }) {
      if Task.isCancelled { throw .cancelled }
      if try await send(play, token, to: server) { sent += 1 }
      try await shelves.translate.errors { try await library.setSent(play.id) }
    }
    return sent
  }

  /// Sends what waits now, and again after each change of the shelf.
  func follow() async {
    let changes = shelves.changes()
    await sendOrLog()
    for await _ in changes { await sendOrLog() }
  }

  private func sendOrLog() async {
    do { _ = try await send() } catch {
      guard error != .cancelled else { return }
      log.warning("Plays wait for ListenBrainz", metadata: ["cause": "\(error)"])
    }
  }

  private func token() throws(ClientError) -> Secret {
    let file = settings.listenBrainzTokenFile
    let token: Secret
    do { token = try Secret(firstLineOf: file) } catch { throw .storage("\(error)") }
    guard !token.isEmpty, token.reveal().allSatisfy(\.isASCII) else { throw .refused(ShelfWords.noListenToken(file)) }
    return token
  }

  private func server() throws(ClientError) -> ApiURL {
    do { return try ApiURL(settings.listenBrainzURL) } catch { throw .refused("listenbrainz_url: \(error)") }
  }

  /// - Returns: false for a record that has no tracks here, or is gone, and for one that the server calls wrong: it would
  ///   wait for good.
  private func send(_ play: Play, _ token: Secret, to server: ApiURL) async throws(ClientError) -> Bool {
    let release: Release
    do { release = try await records.on.catalogue.release(play.release) } catch {
      guard case .notFound = error else { throw error }
      return false
    }
    let listens = Self.listens(of: release, endingAt: play.at)
    guard !listens.isEmpty else { return false }
    let body = JSON.object(["listen_type": .text("import"), "payload": .list(listens)]).bytes
    let request = HTTP.Request(
      .post, url: server.text + "/1/submit-listens",
      headers: [
        "Authorization": "Token \(token.reveal())", "Content-Type": "application/json",
        "User-Agent": userAgent.description,
      ], body: body, maximumBodyBytes: 1 << 20)
    let response: HTTP.Response
    do { response = try await transport.send(request) } catch {
      if case .cancelled = error { throw .cancelled }
      throw .refused(ShelfWords.listensUnreachable)
    }
    if response.status == 400 {
      log.warning("ListenBrainz refused a play", metadata: ["release": "\(play.release.number)"])
      return false
    }
    guard (200...299).contains(response.status) else { throw .refused(ShelfWords.listensRefused(response.status)) }
    return true
  }

  private static func listens(of release: Release, endingAt end: Double) -> [JSON] {
    let tracks = release.tracklist.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }.filter { $0.kind == .track }
    let lengths = tracks.map { Playtime.parse($0.duration) }
    var start = end - lengths.reduce(0) { $0 + Double(($1 ?? usualLength).components.seconds) }
    return zip(tracks, lengths).enumerated().map { number, track in
      let (track, length) = track
      defer { start += Double((length ?? usualLength).components.seconds) }
      var about: JSONObject = [
        "media_player": .text("Runout"), "submission_client": .text("Runout"), "tracknumber": .int(number + 1),
        "origin_url": .text(EntityReference.release(release.id).webURL),
      ]
      if let length { about["duration"] = .int(Int(length.components.seconds)) }
      let artist = track.artists.isEmpty ? release.artists.displayName : track.artists.displayName
      return .object([
        "listened_at": .int(Int(start)),
        "track_metadata": .object([
          "artist_name": .text(artist), "track_name": .text(track.title), "release_name": .text(release.title),
          "additional_info": .object(about),
        ]),
      ])
    }
  }
}
