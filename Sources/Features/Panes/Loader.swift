import Clients

/// Something on a page that loads, and says once what becomes of an error. The work ends with the page.
protocol Loader: AnyObject { var context: PageContext { get } }

extension Loader {
  /// Asks for something, then takes the answer or the error, unless the loader is gone by then.
  @discardableResult
  func load<Answer>(
    _ ask: @escaping (Services) async throws -> Answer, then take: @escaping (Self, Answer) -> Void,
    else fail: @escaping (Self, ClientError) -> Void
  ) -> Task<Void, Never>? {
    context.scope.run { [weak self, services = context.services] in
      do {
        let answer = try await ask(services)
        if let self { take(self, answer) }
      } catch {
        if let self { fail(self, ClientError(error)) }
      }
    }
  }

  /// Shows an error in the banner of the page.
  @discardableResult
  func load<Answer>(
    orReport title: String, _ ask: @escaping (Services) async throws -> Answer,
    then take: @escaping (Self, Answer) -> Void = { _, _ in }
  ) -> Task<Void, Never>? {
    load(ask, then: take, else: { $0.context.report(title, $1) })
  }

  /// Logs an error of something that the page can do without.
  @discardableResult
  func load<Answer>(
    orLog message: String, _ ask: @escaping (Services) async throws -> Answer,
    then take: @escaping (Self, Answer) -> Void
  ) -> Task<Void, Never>? {
    load(ask, then: take, else: { $0.context.log(message, $1) })
  }
}

extension PageContext {
  /// Logs an error that the user need not know.
  func log(_ message: String, _ error: ClientError) {
    guard error != .cancelled else { return }
    services.log.write(.warning, message, ["error": String(describing: error)])
  }
}
