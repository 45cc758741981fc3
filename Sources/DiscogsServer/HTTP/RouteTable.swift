internal import Foundation

/// The handlers by path and method.
///
///     routes.at("releases/:id", get: { call in … })
///
/// A table of our own rather than a framework's, for two reasons: a known path with an unknown verb is answered with
/// 405, and empty parts of a path do not count (`//releases/1`).
struct RouteTable: Sendable {
  typealias Handler = @Sendable (RouteCall) async throws -> RouteAnswer

  private struct Route {
    var parts: [Substring]
    var handlers: [String: Handler]
  }

  /// By the number of parts, so that few are looked at.
  private var routes: [Int: [Route]] = [:]

  /// - Parameter path: parts that begin with a colon take any value; they come after equal paths without.
  mutating func at(
    _ path: StaticString, get: Handler? = nil, post: Handler? = nil, put: Handler? = nil, delete: Handler? = nil
  ) {
    let parts = path.description.split(separator: "/")
    let handlers = ["GET": get, "HEAD": get, "POST": post, "PUT": put, "DELETE": delete].compactMapValues(\.self)
    routes[parts.count, default: []].append(Route(parts: parts, handlers: handlers))
  }

  /// - Throws: `RouteRefusal` for an unknown path or verb, and whatever the route throws.
  func answer(_ call: RouteCall) async throws -> RouteAnswer {
    let parts = call.path.split(separator: "/")
    for route in routes[parts.count] ?? [] {
      guard let parameters = match(route.parts, parts) else { continue }
      guard let handler = route.handlers[call.method] else {
        throw RouteRefusal(
          405, "The method \(call.method) is not allowed for this resource.",
          fields: [("Allow", route.handlers.keys.sorted().joined(separator: ", "))])
      }
      var call = call
      call.parameters = parameters
      return try await handler(call)
    }
    throw RouteRefusal.notFound
  }

  private func match(_ pattern: [Substring], _ parts: [Substring]) -> [String: String]? {
    var parameters: [String: String] = [:]
    for (wanted, part) in zip(pattern, parts) {
      if wanted.first == ":" {
        parameters[String(wanted.dropFirst())] = String(part).removingPercentEncoding ?? String(part)
      } else if wanted != part {
        return nil
      }
    }
    return parameters
  }
}
