// swift-tools-version: 6.2
import PackageDescription

// A user of the SDK enables what it needs, and fetches and builds nothing else:
//
//     .package(url: …, traits: ["AsyncHTTPClient"])   // the SDK with its own transport
//     .package(url: …, traits: [])                    // the SDK, for a transport of your own
//
// Here, and for those who name none, both are on.
let transport = "AsyncHTTPClient"
let program = "Program"

/// What every Swift target of ours is compiled with.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// The front end lives on the main actor unless it says otherwise.
let onMainActor: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// What only tests run is not worth the time that optimising it takes.
let tests: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: [program]))
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: [program]))
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: [program]))
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let httpClient: Target.Dependency = .product(
  name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: [transport]))
let nioCore: Target.Dependency = .product(
  name: "NIOCore", package: "swift-nio", condition: .when(traits: [transport, program]))
let nioPosix: Target.Dependency = .product(
  name: "NIOPosix", package: "swift-nio", condition: .when(traits: [transport, program]))
let tls: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: [transport]))
let socks: Target.Dependency = .product(
  name: "NIOSOCKS", package: "swift-nio-extras", condition: .when(traits: [transport]))
let httpTypes: Target.Dependency = .product(
  name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: [transport]))
let http2: Target.Dependency = .product(
  name: "NIOHTTP2", package: "swift-nio-http2", condition: .when(traits: [transport]))
let http2Heads: Target.Dependency = .product(
  name: "NIOHPACK", package: "swift-nio-http2", condition: .when(traits: [transport]))
let hummingbird: Target.Dependency = .product(
  name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: [program]))
let httpFields: Target.Dependency = .product(
  name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: [program]))
let compression: Target.Dependency = .product(
  name: "NIOHTTPCompression", package: "swift-nio-extras", condition: .when(traits: [transport]))

/// For `make docs`, which asks for it (Scripts/document-sdk); nothing that is built depends on it.
let documents: [Package.Dependency] =
  Context.environment["RUNOUT_DOCUMENTS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

#if os(macOS)
  // Homebrew's: the system's ncurses is of 2015, which has no `init_extended_pair`, and it has no zstd.
  let ncurses: Target = .systemLibrary(name: "CNcurses", pkgConfig: "ncursesw", providers: [.brew(["ncurses"])])
  let zstd: Target = .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.brew(["zstd"])])
#else
  let ncurses: Target = .systemLibrary(name: "CNcurses")
  let zstd: Target = .systemLibrary(name: "CZstd")
#endif

let package = Package(
  name: "runout",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "runout", targets: ["runout"]),
    .library(name: "DiscogsAPI", targets: ["DiscogsAPI", "DiscogsModel", "DiscogsJSON", "DiscogsTransport"]),
    // For the fuzzers, which are a package of their own (Fuzzing/Package.swift).
    .library(name: "DiscogsModel", targets: ["DiscogsModel", "DiscogsJSON"]),
    .library(name: "RunoutModel", targets: ["RunoutModel"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .library(name: "Catalogue", targets: ["Catalogue"]),
    .library(name: "UserLibrary", targets: ["UserLibrary"]),
    .library(name: "DiscogsServer", targets: ["DiscogsServer"]),
    .library(name: "LiveClients", targets: ["LiveClients"]),
    .library(name: "CatalogueUpdate", targets: ["CatalogueUpdate"]),
  ],
  traits: [
    .trait(name: transport, description: "The SDK's own transport, over AsyncHTTPClient"),
    .trait(name: program, description: "What the program runout needs, and the SDK does not"),
    .default(enabledTraits: [transport, program]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    // Both come with AsyncHTTPClient in any case.
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
  ] + documents,
  targets: [
    // The C library of whatever system this is.
    .target(name: "LibC", swiftSettings: strict),
    // Every sentence for people, one file for each area.
    .target(name: "Wording", dependencies: ["LibC"], swiftSettings: strict),
    // Pictures as pixels.
    .target(name: "Raster", dependencies: ["CZlib"], swiftSettings: strict),

    // The tower that knows Discogs.
    .target(name: "DiscogsModel", swiftSettings: strict),
    // One table of fields for each record: how it is read from Discogs' JSON, and written.
    .target(name: "DiscogsJSON", dependencies: ["DiscogsModel"], swiftSettings: strict),
    .target(name: "RunoutModel", dependencies: ["DiscogsModel"], swiftSettings: strict),
    // Paths, meetings and likeness, of whatever records there are.
    .target(name: "Digging", dependencies: ["DiscogsModel", "RunoutModel"], swiftSettings: strict),
    .target(name: "Sleeves", dependencies: ["LibC", "DiscogsModel", "RunoutModel", "Raster"], swiftSettings: strict),
    .target(
      name: "DiscogsAPI", dependencies: ["LibC", "DiscogsModel", "DiscogsJSON", logging], swiftSettings: strict),
    // By itself, so that the rest is compiled while what it stands on is.
    .target(
      name: "DiscogsTransport",
      dependencies: [
        "LibC", "DiscogsAPI", "DiscogsModel", httpClient, nioCore, nioPosix, tls, httpTypes, http2, http2Heads,
        compression,
        socks,
      ],
      swiftSettings: strict),
    .target(
      name: "DiscogsServer",
      dependencies: [
        "LibC", "Catalogue", "UserLibrary", "SQLiteSupport", "DiscogsModel", "DiscogsJSON", "RunoutModel", "Raster",
        "Sleeves", "Wording", "CZlib", hummingbird, httpFields, nioCore, nioPosix, logging, grdb,
      ],
      swiftSettings: strict),
    .target(
      name: "Clients", dependencies: ["DiscogsModel", "RunoutModel", "Raster", "Sleeves", "Wording"],
      swiftSettings: strict),
    .target(
      name: "Features",
      dependencies: ["Clients", "DiscogsModel", "DiscogsJSON", "RunoutModel", "Raster", "Sleeves", "Wording"],
      swiftSettings: onMainActor),
    .target(name: "SQLiteSupport", dependencies: ["LibC", "Platform", "Wording", grdb, sqlite], swiftSettings: strict),
    .target(
      name: "Catalogue",
      dependencies: [
        "LibC", "Digging", "DiscogsModel", "RunoutModel", "SQLiteSupport", "Platform", "Wording", "CExpat", "CZlib",
        "CZstd",
        grdb, sqlite,
      ],
      swiftSettings: strict),
    // The monthly dumps, from a mirror into a catalogue.
    .target(
      name: "CatalogueUpdate",
      dependencies: ["LibC", "Catalogue", "DiscogsAPI", "DiscogsModel", "Platform", "Wording"],
      swiftSettings: strict),
    .target(
      name: "UserLibrary",
      dependencies: [
        "LibC", "DiscogsModel", "DiscogsJSON", "RunoutModel", "SQLiteSupport", "Platform", "Wording", grdb, sqlite,
      ],
      swiftSettings: strict),
    .target(
      name: "AnswerCache",
      dependencies: [
        "LibC", "DiscogsModel", "RunoutModel", "Catalogue", "SQLiteSupport", "Platform", "Wording", "CZlib", grdb,
      ],
      swiftSettings: strict),
    .target(
      name: "Platform", dependencies: ["LibC", "CSpawn", "DiscogsModel", "Raster", "Wording", logging],
      swiftSettings: strict),
    .target(name: "TOML", dependencies: ["Wording"], swiftSettings: strict),
    .target(
      name: "LiveClients",
      dependencies: [
        "LibC", "Clients", "Catalogue", "UserLibrary", "AnswerCache", "SQLiteSupport", "DiscogsAPI", "Platform",
        "DiscogsModel", "DiscogsJSON", "RunoutModel", "TOML", "Raster", "Wording", logging,
      ],
      swiftSettings: strict),

    // The tower that knows terminals.
    .target(name: "Terminal", dependencies: ["LibC", "Raster"], swiftSettings: strict),
    .target(
      name: "NcursesTerminal", dependencies: ["LibC", "Raster", "Terminal", "CNcurses", "CTerminalGuard"],
      swiftSettings: strict),

    // Where they meet.
    .target(
      name: "Screens",
      dependencies: [
        "Features", "Clients", "DiscogsModel", "RunoutModel", "Raster", "Sleeves", "Terminal", "Wording",
      ],
      swiftSettings: onMainActor),
    .executableTarget(
      name: "runout",
      dependencies: [
        "LibC", "Screens", "Features", "Clients", "LiveClients", "Catalogue", "CatalogueUpdate", "UserLibrary",
        "AnswerCache", "Platform", "Terminal", "NcursesTerminal", "DiscogsModel", "DiscogsJSON", "RunoutModel",
        "DiscogsAPI", "DiscogsTransport", "DiscogsServer", "AppResources", "Wording",
        argumentParser, logging,
      ],
      swiftSettings: onMainActor),

    // C, and resources.
    ncurses,
    .systemLibrary(name: "CExpat"),
    .systemLibrary(name: "CZlib"),
    zstd,
    .target(name: "CTerminalGuard"),
    .target(name: "CSpawn"),
    .target(
      name: "AppResources", path: "Resources", exclude: ["README.md"],
      resources: [.copy("Demo")], swiftSettings: strict),

    // Tests.
    .target(name: "SeededRandom", swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: [
        "LibC", "Screens", "Features", "Clients", "LiveClients", "Catalogue", "UserLibrary", "Platform", "Terminal",
        "DiscogsModel", "RunoutModel", "DiscogsServer", "Raster", "CSpawn",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DiscogsModelTests", dependencies: ["DiscogsModel", "SeededRandom", "TestSupport"], swiftSettings: tests),
    .testTarget(name: "DiscogsJSONTests", dependencies: ["DiscogsJSON"], swiftSettings: tests),
    .testTarget(
      name: "RunoutModelTests", dependencies: ["RunoutModel", "DiscogsModel", "SeededRandom"], swiftSettings: tests),
    .testTarget(
      name: "DiscogsAPITests",
      dependencies: [
        "LibC", "DiscogsAPI", "DiscogsTransport", "DiscogsModel", "DiscogsJSON", "SeededRandom", "TestSupport",
        httpTypes,
        nioCore, nioPosix, tls, compression, logging,
      ],
      exclude: ["Fixtures"], swiftSettings: tests),
    .testTarget(
      name: "DiscogsServerTests",
      dependencies: [
        "DiscogsServer", "Catalogue", "UserLibrary", "DiscogsModel", "Raster", "RunoutModel", "Sleeves", "TestSupport",
        "Wording",
        httpClient, nioCore, httpTypes,
      ],
      swiftSettings: tests),
    .testTarget(
      name: "ClientsTests", dependencies: ["Clients", "DiscogsModel", "RunoutModel", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "FeaturesTests",
      dependencies: [
        "Features", "Clients", "DiscogsModel", "Raster", "RunoutModel", "SeededRandom", "TestSupport", "Wording",
      ],
      swiftSettings: tests),
    .testTarget(name: "RasterTests", dependencies: ["Raster", "CZlib"], swiftSettings: tests),
    .testTarget(
      name: "DiggingTests", dependencies: ["Digging", "DiscogsModel", "RunoutModel", "SeededRandom"],
      swiftSettings: tests),
    .testTarget(
      name: "SleevesTests", dependencies: ["Sleeves", "DiscogsModel", "Raster", "RunoutModel", "TestSupport"],
      swiftSettings: tests),
    .testTarget(name: "TerminalTests", dependencies: ["CZlib", "Raster", "Terminal"], swiftSettings: tests),
    .testTarget(
      name: "NcursesTerminalTests", dependencies: ["NcursesTerminal", "CNcurses", "Raster", "Terminal", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "Screens", "Features", "Clients", "DiscogsModel", "SeededRandom", "RunoutModel", "Terminal", "TestSupport",
        "Wording",
      ],
      exclude: ["Recorded"], swiftSettings: tests),
    .testTarget(
      name: "PlatformTests",
      dependencies: ["LibC", "DiscogsModel", "Platform", "Raster", "SeededRandom", "TestSupport", "Wording", logging],
      swiftSettings: tests),
    .testTarget(name: "TOMLTests", dependencies: ["TOML"], swiftSettings: tests),
    .testTarget(
      name: "CatalogueTests",
      dependencies: [
        "Catalogue", "SQLiteSupport", "DiscogsModel", "RunoutModel", "SeededRandom", "CZlib", grdb, sqlite,
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CatalogueUpdateTests",
      dependencies: [
        "CatalogueUpdate", "Catalogue", "DiscogsAPI", "DiscogsTransport", "DiscogsModel", "Platform", "RunoutModel",
        "TestSupport", "CZlib",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "UserLibraryTests",
      dependencies: ["UserLibrary", "SQLiteSupport", "DiscogsModel", "RunoutModel", grdb, sqlite],
      swiftSettings: tests),
    .testTarget(
      name: "AnswerCacheTests", dependencies: ["AnswerCache", "SQLiteSupport", "DiscogsModel", "RunoutModel", grdb],
      swiftSettings: tests),
    .testTarget(
      name: "LiveClientsTests",
      dependencies: [
        "LiveClients", "Clients", "DiscogsAPI", "DiscogsTransport", "DiscogsServer", "Catalogue", "UserLibrary",
        "AnswerCache", "Platform", "DiscogsModel", "RunoutModel", "Sleeves", "TestSupport", "Wording", logging,
      ],
      swiftSettings: tests),
    .testTarget(name: "TestSupportTests", dependencies: ["LibC", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "RunoutTests", dependencies: ["runout", "Catalogue", "RunoutModel", argumentParser], swiftSettings: tests),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "LibC", "TestSupport", "Terminal", "DiscogsAPI", "DiscogsTransport", "DiscogsModel", "RunoutModel",
        "DiscogsServer",
        "Catalogue", "UserLibrary", "SeededRandom", grdb,
      ],
      swiftSettings: tests),
  ],
  swiftLanguageModes: [.v6]
)
