import DiscogsModel
public import Observation

/// A message that outlives the footer's line.
nonisolated public struct Notification: Hashable, Sendable, Identifiable {
  public enum Kind: Hashable, Sendable {
    /// A command succeeded. Never counted as unread.
    case confirmation
    case ordinary
    /// The user has to act on it: it stays on the screen until it has been seen.
    case high
  }

  public var id: Int
  public var kind: Kind
  public var text: String
  /// Seconds since 1970.
  public var time: Double
  public var isRead: Bool
}

/// The last two hundred messages, newest first.
@Observable
public final class Notifications {
  public private(set) var all: [Notification] = []

  @ObservationIgnored private var lastID = 0
  @ObservationIgnored private let posted = Broadcast<Notification>()

  nonisolated static let most = 200

  public var unread: Int { all.count { !$0.isRead } }
  /// The latest unread message that the user has to act on.
  public var alert: Notification? { all.first { $0.kind == .high && !$0.isRead } }

  /// - Parameter time: seconds since 1970.
  @discardableResult
  func post(_ kind: Notification.Kind, _ text: String, time: Double) -> Notification.ID {
    // A repeated message is one notification, at its latest time.
    all.removeAll { $0.kind == kind && $0.text == text && kind != .confirmation }
    lastID += 1
    let notification = Notification(id: lastID, kind: kind, text: text, time: time, isRead: kind == .confirmation)
    all.insert(notification, at: 0)
    if all.count > Self.most { all.removeLast(all.count - Self.most) }
    posted.tell(notification)
    return lastID
  }

  func markRead() { for index in all.indices where !all[index].isRead { all[index].isRead = true } }

  func markRead(_ id: Notification.ID) {
    guard let index = all.firstIndex(where: { $0.id == id }) else { return }
    all[index].isRead = true
  }

  func remove(_ id: Notification.ID) { all.removeAll { $0.id == id } }
  func clear() { all = [] }

  /// Everything that is posted from now on.
  public func stream() -> AsyncStream<Notification> { posted.stream() }
}
