// swift-tools-version: 6.2
// A program that uses the SDK: `swift run crate "harbour lights"`.
import PackageDescription

let package = Package(
  name: "crate",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "runout", path: "../..", traits: ["AsyncHTTPClient"])
  ],
  targets: [
    .executableTarget(
      name: "crate",
      dependencies: [
        .product(name: "DiscogsAPI", package: "runout")
      ])
  ]
)
