// swift-tools-version: 6.2
// Programs that give made-up bytes to everything that reads bytes from outside. `make fuzz` builds and runs them
// (Scripts/fuzz): they have to be compiled with `-sanitize=fuzzer`, and all they depend on too.
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"), .treatAllWarnings(as: .error),
]

func runout(_ name: String) -> Target.Dependency { .product(name: name, package: "runout") }

let package = Package(
  name: "fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "runout", path: "..")],
  targets: [
    .target(name: "Fuzzing", swiftSettings: strict),
    // Three programs rather than one: each input costs a look at every counter of the program.
    .executableTarget(
      name: "FuzzTexts", dependencies: ["Fuzzing", runout("DiscogsModel"), runout("RunoutModel"), runout("Terminal")],
      swiftSettings: strict),
    .executableTarget(
      name: "FuzzRecords",
      dependencies: [
        "Fuzzing", runout("Catalogue"), runout("UserLibrary"), runout("DiscogsModel"), runout("RunoutModel"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "FuzzDiscogs",
      dependencies: [
        "Fuzzing", runout("Catalogue"), runout("UserLibrary"), runout("DiscogsAPI"), runout("DiscogsModel"),
        runout("RunoutModel"), runout("DiscogsServer"), runout("LiveClients"), runout("CatalogueUpdate"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
