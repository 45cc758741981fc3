public import Clients

#if canImport(Testing)
  import Testing
#endif

extension Client {
  /// A client for a test, or all services: a call that the test did not set fails it by name, and throws
  /// `ClientError.refused` where it can.
  public static func test(_ set: (inout Self) -> Void = { _ in }) -> Self {
    Self(
      reportingTo: { call in
        #if canImport(Testing)
          Issue.record("\(call) was not given by this test")
        #else
          // Only a program that links no test library gets here, and none links this target.
          fatalError("\(call) was not given by this test")
        #endif
      }, set)
  }
}
