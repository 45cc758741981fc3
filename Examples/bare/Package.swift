// swift-tools-version: 6.2
// A program that brings a transport of its own, so that none of SwiftNIO is fetched or built for it.
import PackageDescription

let package = Package(
  name: "bare",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "runout", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(name: "bare", dependencies: [.product(name: "DiscogsAPI", package: "runout")])
  ]
)
