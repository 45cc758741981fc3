internal import HummingbirdCore
internal import LibC

/// Stops taking connections while the process is about to run out of file descriptors, until one of them closes: a
/// connection that cannot be accepted stays in the queue, and NIO would try again at full speed.
struct DescriptorRoom: AvailableConnectionsDelegate {
  /// More than NIO accepts before it asks again, and enough for the databases' own.
  private static let spare = 16
  private var connections = 0

  mutating func connectionOpened() { connections += 1 }
  mutating func connectionClosed() { connections -= 1 }

  /// With no connection there is none whose end could be waited for.
  func isAcceptingNewConnections() -> Bool { connections == 0 || Self.isThereRoom() }

  /// Whether that many more could be opened, found out by doing so.
  private static func isThereRoom() -> Bool {
    var opened: [CInt] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < spare {
      let descriptor = socket(AF_UNIX, streamSocket, 0)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }
}
