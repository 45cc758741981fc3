/// A struct of calls, or of such structs: the needs of features, without their implementation.
///
///     public struct CrateClient: Client {
///       /// The crates of a list, in the order of their names.
///       @Call() public var all: @Sendable (ShelfList) async throws(ClientError) -> [SmartCrate]
///
///       public init() {}
///     }
///
///     let demo = CrateClient { $0.all = { _ in [] } }
public protocol Client: Sendable {
  /// Makes a client whose calls are all unset.
  init()
}

extension Client {
  /// Makes a client and sets its calls.
  public init(_ set: (inout Self) -> Void) {
    self.init()
    set(&self)
  }

  /// Makes a client for a test, and sets its calls. Unset calls, also of clients that `set` makes, pass their names,
  /// such as `crates.all`, to `report` when called.
  public init(reportingTo report: @escaping @Sendable (_ call: String) -> Void, _ set: (inout Self) -> Void) {
    self = UnsetCall.$report.withValue(report) { Self(set) }
  }
}

/// A closure of a client, unset until it is assigned.
///
/// An unset call that can throw throws `ClientError.refused` with its name. One that cannot ends the program with its
/// name; in a test it reports the name and returns the answer of its declaration, so that the test goes on.
@propertyWrapper
public struct Call<Closure: Sendable>: Sendable {
  public var wrappedValue: Closure { didSet { unset = nil } }
  /// Nil once the call is set.
  private(set) var unset: UnsetCall?

  // One initialiser for each shape of closure: a property cannot hold a closure over a parameter pack.
  public init<Answer>(file: String = #fileID, line: UInt = #line)
  where Closure == @Sendable () async throws(ClientError) -> Answer {
    let call = UnsetCall(file, line)
    unset = call
    wrappedValue = { () throws(ClientError) in throw call.error() }
  }

  public init<Argument, Answer>(file: String = #fileID, line: UInt = #line)
  where Closure == @Sendable (Argument) async throws(ClientError) -> Answer {
    let call = UnsetCall(file, line)
    unset = call
    wrappedValue = { _ throws(ClientError) in throw call.error() }
  }

  public init<First, Second, Answer>(file: String = #fileID, line: UInt = #line)
  where Closure == @Sendable (First, Second) async throws(ClientError) -> Answer {
    let call = UnsetCall(file, line)
    unset = call
    wrappedValue = { _, _ throws(ClientError) in throw call.error() }
  }

  public init<First, Second, Third, Answer>(file: String = #fileID, line: UInt = #line)
  where Closure == @Sendable (First, Second, Third) async throws(ClientError) -> Answer {
    let call = UnsetCall(file, line)
    unset = call
    wrappedValue = { _, _, _ throws(ClientError) in throw call.error() }
  }

  public init<Answer: Sendable>(answering answer: Answer, file: String = #fileID, line: UInt = #line)
  where Closure == @Sendable () -> Answer {
    let call = UnsetCall(file, line)
    unset = call
    wrappedValue = { call.reported(answer) }
  }

  public init<Argument, Answer: Sendable>(answering answer: Answer, file: String = #fileID, line: UInt = #line)
  where Closure == @Sendable (Argument) -> Answer {
    let call = UnsetCall(file, line)
    unset = call
    wrappedValue = { _ in call.reported(answer) }
  }

  public init<First, Second, Third, Answer: Sendable>(
    answering answer: Answer, file: String = #fileID, line: UInt = #line
  ) where Closure == @Sendable (First, Second, Third) -> Answer {
    let call = UnsetCall(file, line)
    unset = call
    wrappedValue = { _, _, _ in call.reported(answer) }
  }
}

/// A call that is not set, identified by the place of its declaration; its name is looked up when it is called.
struct UnsetCall: Sendable {
  /// Gets the names of unset calls of clients that are made under it; nil in the program.
  ///
  /// A call stores it when made, as any task may use the call.
  @TaskLocal static var report: (@Sendable (_ call: String) -> Void)?

  let file: String
  let line: UInt
  private let report = Self.report

  init(_ file: String, _ line: UInt) { (self.file, self.line) = (file, line) }

  /// The client's name in `Services` and the call's own, `catalogue.search`; the place of the declaration where
  /// `Services` has no such client.
  var name: String {
    Services().unset.first { $0.call.file == file && $0.call.line == line }?.name ?? "\(file):\(line)"
  }

  func error() -> ClientError {
    let name = name
    report?(name)
    return .refused("\(name) is not set")
  }

  func reported<Answer>(_ answer: Answer) -> Answer {
    // Never reached in the program: a test of LiveServices fails for every unset call. Here is neither an answer nor a
    // way to throw or report.
    guard let report else { fatalError("\(name) is not set") }
    report(name)
    return answer
  }
}

private protocol AnyCall { var unset: UnsetCall? { get } }

extension Call: AnyCall {}

extension Services {
  public var unsetCalls: [String] { unset.map(\.name) }

  fileprivate var unset: [(name: String, call: UnsetCall)] {
    Mirror(reflecting: self).children.flatMap { client in
      Mirror(reflecting: client.value).children.compactMap { property in
        // A wrapped property is stored as `_search`.
        (property.value as? any AnyCall)?.unset.map {
          ("\(client.label ?? "").\(property.label?.dropFirst() ?? "")", $0)
        }
      }
    }
  }
}

extension AsyncStream {
  /// A stream of nothing.
  public static var finished: AsyncStream { AsyncStream { $0.finish() } }
}
