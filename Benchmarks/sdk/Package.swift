// swift-tools-version: 6.2
// Measures the SDK. A package of its own, so that the product depends on nothing that only measuring needs.
import PackageDescription

let package = Package(
  name: "sdk-bench",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "runout", path: "../..", traits: ["AsyncHTTPClient"]),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    .executableTarget(
      name: "SDKBench",
      dependencies: [
        .product(name: "DiscogsAPI", package: "runout"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"), .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
