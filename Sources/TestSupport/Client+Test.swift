public import Clients

#if canImport(Testing)
  import Testing
#endif

extension Client {
  /// A client, or all services, for a test. A call that the test did not set fails it by name, and throws
  /// `ClientError.refused` if it can throw.
  public static func test(_ set: (inout Self) -> Void = { _ in }) -> Self {
    Self(
      reportingTo: { call in
        #if canImport(Testing)
          Issue.record("\(call) was not given by this test")
        #else
          // Reached only without a test library, and no such program links this target.
          fatalError("\(call) was not given by this test")
        #endif
      }, set)
  }
}
