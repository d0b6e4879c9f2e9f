// swift-tools-version: 6.2
import PackageDescription

/// How much of the package there is. An app needs the client, so that is what there is where nobody asks for more, whatever
/// builds it; the Makefile and the scripts ask for everything (docs/decisions/0027-one-manifest.md).
enum Extent: Int {
  /// What an app imports; its one dependency is swift-crypto.
  case client
  /// `PORTICO_HOST=commands`: also `portico` without the identity server, which needs no system library.
  case commands
  /// `PORTICO_HOST=1`: also the identity server, the benches, the examples and all tests.
  case everything

  func includes(_ other: Extent) -> Bool { rawValue >= other.rawValue }
}

let extent: Extent =
  switch Context.environment["PORTICO_HOST"] ?? "" {
  case "", "0": .client
  case "commands": .commands
  case "1": .everything
  case let other: fatalError("PORTICO_HOST is '\(other)'; write 'commands' or '1', or leave it out")
  }

/// One list of settings for every target, so that no target is laxer than its neighbours.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// Makes a released program a tenth smaller: nobody loads symbols from it, and glibc has read packed relocations since 2.36.
let smaller: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker",
      "pack-relative-relocs",
    ],
    .when(platforms: [.linux], configuration: .release))
]

/// A library target of ours.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A library target that only decides, or that tests of such targets call all the time. The tests make millions of its
/// decisions, so it is optimized in debug builds too, with its assertions; as a whole, which takes a third less time than file
/// by file. SwiftPM accepts such flags from a root package only, so an app that depends on this one never sees them.
func optimizedLibrary(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil
) -> Target {
  let flags: SwiftSetting = .unsafeFlags(
    ["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode", "-assert-config", "Debug"],
    .when(configuration: .debug))
  return .target(
    name: name, dependencies: dependencies, path: path,
    swiftSettings: settings + (extent.includes(.everything) ? [flags] : []))
}

/// The tests of one target, in the folder of the same name.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// What an app writes, as a manifest of its own in the example's folder has it. It sees no more than
/// an app does: what is `package` stays hidden.
func example(
  _ name: String, _ path: String, _ dependencies: [Target.Dependency]
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Examples/\(path)", packageAccess: false,
    swiftSettings: settings)
}

/// The same for an example's tests.
func exampleTests(
  _ name: String, _ path: String, _ dependencies: [Target.Dependency]
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Examples/\(path)", packageAccess: false,
    swiftSettings: settings)
}

let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
// SQLite's own calls, by the module that GRDB uses.
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
// Checks what providers sign; reads in tests what we sign.
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let configuration = Target.Dependency.product(
  name: "Configuration", package: "swift-configuration")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
// What Hummingbird's own signatures are made of; its versions decide.
let httpParts: [Target.Dependency] = [
  hummingbird,
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  logging,
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
]

// MARK: - The client

var products: [Product] = [
  .library(name: "Portico", targets: ["Portico"]),
  .library(name: "PorticoLive", targets: ["PorticoLive"]),
  .library(name: "PorticoUI", targets: ["PorticoUI"]),
  .library(name: "PorticoTesting", targets: ["PorticoTesting"]),
]

var dependencies: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0")
]

var targets: [Target] = [
  // Layer 0: pure, in the subset that Embedded Swift compiles.
  optimizedLibrary("Statechart"),
  optimizedLibrary("WireText"),
  optimizedLibrary("FlowMachine", ["Statechart", "WireText"]),
  optimizedLibrary("PhoneNumbers"),
  optimizedLibrary("SessionMachine"),
  optimizedLibrary("ClientMachine", ["SessionMachine", "WireText"]),

  // Layer 1: what runs a flow, and what simulates a device.
  optimizedLibrary("FlowRuntime", ["FlowMachine", "PhoneNumbers", "WireText"]),
  optimizedLibrary("FlowSimulation", ["FlowRuntime", "WireText"]),
  library("StandardFlows", ["FlowMachine"]),

  // Layer 2: what apps import. Pure Swift: no system library, no C++ of ours.
  library("IdentityClient", ["ClientMachine", "SessionMachine", "WireText", crypto]),
  library(
    "Portico",
    [
      "FlowRuntime", "FlowMachine", "Statechart", "StandardFlows", "IdentityClient",
      "ClientMachine", "SessionMachine", "PhoneNumbers", "WireText",
    ]),
  library("PorticoUI", ["Portico"]),
  .target(
    name: "PorticoLive",
    dependencies: [
      "Portico", "IdentityClient", "ClientMachine", "SessionMachine", "FlowRuntime",
      "FlowMachine", "WireText", crypto,
    ],
    // Xcode joins it with the app's own when it makes the privacy report.
    resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: settings),
  library(
    "PorticoTesting", ["Portico", "FlowSimulation", "FlowRuntime", "FlowMachine", "Statechart"]),
]

/// What Apple's parts are checked for in a signed app (Tests/DeviceHost.swiftpm), and ours on this machine.
let deviceContract = Target.target(
  name: "DeviceContract", dependencies: ["PorticoLive", "Portico", "IdentityClient", crypto],
  path: "Tests/DeviceContract", swiftSettings: settings)
if !extent.includes(.everything), Context.environment["PORTICO_DEVICE_CHECK"] == "1" {
  products.append(.library(name: "DeviceContract", targets: ["DeviceContract"]))
  targets.append(deviceContract)
}

// MARK: - The command line

if extent.includes(.commands) {
  products.append(.executable(name: "portico", targets: ["PorticoCLI"]))

  dependencies += [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ]

  let hasServer = extent.includes(.everything)
  targets += [
    // Layer 1: the flow document, and what proves it.
    optimizedLibrary("FlowDefinition", ["FlowMachine", "WireText", yams]),
    optimizedLibrary("FlowVerification", ["FlowDefinition"]),
    // Layer 3: colours, for the pictures of a path.
    optimizedLibrary("Branding"),

    // Layer 4: the commands of flows, and the program, with the server where there is one.
    library(
      "PorticoCommands",
      [
        "FlowDefinition", "FlowVerification", "FlowSimulation", "FlowRuntime", "FlowMachine",
        "StandardFlows", "Portico", "PorticoLive", "IdentityClient", "ClientMachine",
        "SessionMachine", "WireText", "Branding", crypto, yams, arguments,
      ]),
    .executableTarget(
      name: "PorticoCLI",
      dependencies: ["PorticoCommands", arguments] + (hasServer ? ["ServerCommands"] : []),
      swiftSettings: settings + (hasServer ? [.define("PORTICO_SERVER")] : []),
      linkerSettings: hasServer ? smaller : []),
  ]
}

// MARK: - The identity server, the benches and all tests

if extent.includes(.everything) {
  products += [
    .executable(name: "portico-bench", targets: ["PorticoBench"]),
    .executable(name: "portico-launch-probe", targets: ["LaunchProbe"]),
  ]

  dependencies += [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.0.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    // Its own readers of files know neither lines nor unknown keys; ours feed it (decision 12).
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
  ]

  targets += [
    // Layer 0: the wire contract; the one target there that Embedded Swift does not compile (Codable).
    library("IdentityAPI"),

    // Layer 3: the identity server.
    optimizedLibrary("WebAuthn", ["WireText"]),
    optimizedLibrary("IdentityDomain", ["WebAuthn"]),
    library("IdentitySQLite", ["IdentityDomain", grdb, sqlite]),
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    library("IdentityPostgres", ["IdentityDomain", "WorkThreads", "CPostgres"]),
    library("IdentityKeys", ["IdentityDomain", "WebAuthn", crypto, cryptoExtras]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .systemLibrary(
      name: "CArgon2", pkgConfig: "libargon2",
      providers: [.apt(["libargon2-dev"]), .brew(["argon2"])]),
    library("WorkThreads"),
    // crypt(3), for hashes that other systems made.
    .systemLibrary(
      name: "CCrypt", pkgConfig: "libxcrypt",
      providers: [.apt(["libcrypt-dev"]), .brew(["libxcrypt"])]),
    library(
      "IdentityPasswords",
      ["IdentityDomain", "WorkThreads", "CArgon2", "CSodium", "CCrypt", cryptoExtras]),
    library("IdentityPhoneNumbers", ["IdentityDomain", "PhoneNumbers"]),
    library("IdentityDelivery", ["IdentityDomain", "Branding"]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    library("NetworkTransfer", ["WorkThreads", "CCurl"]),
    library(
      "IdentitySenders", ["IdentityDomain", "IdentityDelivery", "NetworkTransfer", "WorkThreads"]),
    library(
      "IdentityFederation", ["IdentityDomain", "NetworkTransfer", "WorkThreads", crypto, jwt]),
    library("DevelopmentProviders", ["IdentityDomain", "IdentityFederation", crypto]),
    .target(name: "COpenAPI"),
    .target(
      name: "IdentityHTTP",
      dependencies: ["IdentityDomain", "IdentityAPI", "Branding", "COpenAPI"] + httpParts,
      exclude: ["OpenAPI/openapi.yaml"], swiftSettings: settings),

    // Layer 4: the commands of the server.
    library(
      "ServerCommands",
      [
        "PorticoCommands", "IdentityDomain", "IdentityHTTP", "IdentitySQLite", "IdentityPostgres",
        "IdentityKeys", "IdentityPasswords", "IdentityPhoneNumbers", "IdentityDelivery",
        "IdentitySenders", "IdentityFederation", "DevelopmentProviders", "NetworkTransfer",
        "IdentityAPI", "WebAuthn", "WorkThreads", "FlowDefinition", "Branding", arguments,
        configuration, logging,
      ]),
  ]

  // In Benchmarks: how fast it is.
  targets += [
    .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
    .executableTarget(
      name: "PorticoBench",
      dependencies: [
        "FlowDefinition", "FlowVerification", "AllocationCount", "ServerCommands",
        "IdentityPasswords", "IdentityKeys", "IdentityDomain", "Portico", "PorticoTesting",
        arguments, grdb, sqlite, crypto, hummingbird, logging,
      ],
      path: "Benchmarks/PorticoBench",
      resources: [.embedInCode("exercise.flow.yaml")], swiftSettings: settings),

    // The small program whose launch is measured.
    .executableTarget(
      name: "LaunchProbe",
      dependencies: [
        "Portico", "PorticoLive", "PorticoTesting", "IdentityClient", "SessionMachine",
        "FlowRuntime", "FlowMachine",
      ], path: "Benchmarks/LaunchProbe", swiftSettings: settings),
  ]

  // In Tests: what several of them need.
  targets += [
    // What every store must keep, and a store in memory that does.
    optimizedLibrary(
      "IdentityStoreContract", ["IdentityDomain"], path: "Tests/IdentityStoreContract"),

    deviceContract,

    // What several test targets need.
    .target(
      name: "TestSupport", dependencies: ["FlowDefinition", "FlowSimulation"],
      path: "Tests/Support", swiftSettings: settings),

    // Runs that every host has to agree on.
    .executableTarget(
      name: "HostRuns",
      dependencies: [
        "FlowDefinition", "FlowMachine", "FlowRuntime", "FlowSimulation", "TestSupport",
      ],
      path: "Tests/HostRuns", swiftSettings: settings),

    .target(name: "SyncCount", path: "Tests/SyncCount"),

    optimizedLibrary(
      "IdentityTestSupport",
      ["IdentityDomain", "IdentityStoreContract", "TestSupport", "WebAuthn"],
      path: "Tests/IdentitySupport"),
    // One of two processes of an app that share a session.
    .executableTarget(
      name: "SessionRacer", dependencies: ["IdentityClient", "PorticoLive", "SessionMachine"],
      path: "Tests/SessionRacer", swiftSettings: settings),
    // What the mail servers and providers of Tests/Server are sent messages by.
    .executableTarget(
      name: "SenderProbe",
      dependencies: [
        "IdentitySenders", "IdentityDelivery", "IdentityDomain", "IdentityKeys", "NetworkTransfer",
        "WorkThreads",
      ],
      path: "Tests/SenderProbe", swiftSettings: settings),
    // A program that writes under load until the tests kill it.
    .executableTarget(
      name: "StoreWriter", dependencies: ["IdentitySQLite", "IdentityDomain"],
      path: "Tests/StoreWriter", swiftSettings: settings),
    // libphonenumber, which device and server have to agree with.
    .target(
      name: "PhoneOracle", path: "Tests/PhoneOracle",
      linkerSettings: [.linkedLibrary("phonenumber")]),
    .target(
      name: "PhoneTestSupport", dependencies: ["PhoneNumbers", "PhoneOracle", "TestSupport"],
      path: "Tests/PhoneSupport", swiftSettings: settings),
  ]

  targets += [
    tests(
      "PorticoTests",
      [
        "Portico", "PorticoTesting", "FlowDefinition", "FlowSimulation", "FlowRuntime",
        "FlowMachine",
        "StandardFlows", "Statechart", "TestSupport",
      ]),
    tests("PorticoTestingTests", ["PorticoTesting", "Portico", "StandardFlows"]),
    tests("StatechartTests", ["Statechart", "TestSupport"]),
    tests("FlowMachineTests", ["FlowMachine", "FlowDefinition", "TestSupport"]),
    tests(
      "FlowDefinitionTests", ["FlowDefinition", "FlowMachine", "Statechart", "TestSupport"],
      exclude: ["Golden", "Documents"]),
    tests(
      "FlowRuntimeTests", ["FlowRuntime", "FlowDefinition", "FlowSimulation", "TestSupport"]),
    tests(
      "FlowSimulationTests",
      [
        "FlowSimulation", "FlowDefinition", "FlowVerification", "StandardFlows", "IdentityAPI",
        "TestSupport",
      ]),
    tests(
      "PorticoCommandsTests",
      [
        "PorticoCommands", "PorticoCLI", "Portico", "StandardFlows", "FlowMachine", "FlowRuntime",
        "FlowSimulation", "FlowVerification", "TestSupport", arguments, hummingbird, logging,
      ]),
    tests("BrandingTests", ["Branding", "TestSupport"]),
    tests(
      "ServerCommandsTests",
      [
        "ServerCommands", "Branding", "PorticoCommands", "FlowDefinition", "FlowMachine",
        "FlowRuntime",
        "FlowSimulation", "IdentityAPI", "IdentityClient", "IdentityDelivery", "IdentityDomain",
        "IdentityHTTP", "IdentityKeys", "IdentityPasswords", "IdentityFederation",
        "IdentitySenders",
        "IdentitySQLite", "IdentityStoreContract", "IdentityTestSupport", "NotesEntry", "Portico",
        "PorticoLive",
        "PorticoTesting", "SessionMachine", "StandardFlows", "TestSupport", "WebAuthn", arguments,
        configuration, grdb, logging,
      ], exclude: ["Play/Scripts"]),
    tests("PorticoBenchTests", ["PorticoBench", "LaunchProbe", "FlowMachine"]),
    tests("IdentityAPITests", ["IdentityAPI"]),
    tests("SessionMachineTests", ["SessionMachine"]),
    tests("ClientMachineTests", ["ClientMachine", "SessionMachine", "WireText", "TestSupport"]),
    tests(
      "IdentityClientTests",
      [
        "IdentityClient", "SessionMachine", "PorticoLive", "Portico", "PorticoTesting",
        "DeviceContract", "TestSupport",
      ]),
    tests(
      "ClientServerTests",
      [
        "IdentityClient", "SessionMachine", "PorticoLive", "SessionRacer", "IdentityHTTP",
        "IdentityDomain", "IdentityStoreContract", "IdentityKeys", "IdentityTestSupport",
        "TestSupport",
      ] + httpParts),
    tests(
      "IdentityKeysTests",
      [
        "IdentityKeys", "IdentityDomain", "IdentityStoreContract", "IdentityTestSupport",
        "TestSupport", crypto, cryptoExtras, jwt,
      ]),
    tests("WebAuthnTests", ["WebAuthn", "IdentityKeys", "TestSupport", crypto, cryptoExtras]),
    tests("WorkThreadsTests", ["WorkThreads", "TestSupport"]),
    tests(
      "IdentityPasswordsTests",
      ["IdentityPasswords", "IdentityDomain", "WorkThreads", "TestSupport"]),
    tests(
      "IdentityPhoneNumbersTests",
      [
        "IdentityPhoneNumbers", "IdentityDomain", "PhoneNumbers", "PhoneTestSupport", "TestSupport",
      ]),
    tests(
      "IdentityDeliveryTests",
      [
        "IdentityDelivery", "Branding", "IdentityDomain", "IdentityStoreContract",
        "IdentityTestSupport", "TestSupport",
      ]),
    tests(
      "IdentitySendersTests",
      [
        "IdentitySenders", "IdentityDelivery", "IdentityDomain", "NetworkTransfer", "SenderProbe",
        "WorkThreads", "TestSupport",
      ]),
    tests(
      "IdentityFederationTests",
      [
        "IdentityFederation", "DevelopmentProviders", "IdentityDomain", "NetworkTransfer",
        "WorkThreads", "TestSupport", crypto, cryptoExtras, jwt,
      ]),
    tests(
      "IdentityHTTPTests",
      [
        "IdentityHTTP", "IdentityAPI", "IdentityDomain", "IdentityDelivery",
        "IdentityStoreContract", "IdentityTestSupport", "TestSupport", yams,
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ] + httpParts),
    tests(
      "IdentityDomainTests",
      ["IdentityTestSupport", "IdentityDomain", "IdentityStoreContract", "TestSupport"]),
    tests(
      "FlowVerificationTests",
      ["FlowVerification", "FlowDefinition", "FlowMachine", "Statechart", "TestSupport"],
      exclude: ["Wrong"]),
    tests(
      "IdentitySQLiteTests",
      [
        "IdentitySQLite", "IdentityDomain", "IdentityStoreContract", "IdentityTestSupport",
        "TestSupport", "StoreWriter", "SyncCount", grdb,
      ],
      exclude: ["Golden"]),
    tests(
      "IdentityPostgresTests",
      [
        "IdentityPostgres", "IdentityDomain", "IdentityStoreContract", "IdentityTestSupport",
        "TestSupport", "WorkThreads",
      ]),
    tests("PhoneNumbersTests", ["PhoneNumbers", "PhoneTestSupport", "TestSupport"]),
    tests("HouseTests", ["TestSupport"]),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "Statechart", "FlowMachine", "FlowDefinition", "FlowSimulation", "TestSupport", "WebAuthn",
        "IdentityFederation", "IdentityDomain", "NetworkTransfer", crypto,
      ],
      path: "Tests/Fuzz", exclude: ["Main"], swiftSettings: settings),
  ]

  // In Examples: what an app team writes; built here, so that CI does not build all for each once more.
  targets += [
    example("NotesEntry", "App.swiftpm/Entry", ["Portico", "PorticoLive"]),
    example("Tour", "own-flow/Sources/Tour", ["Portico"]),
    exampleTests("TourTests", "own-flow/Tests/TourTests", ["Tour", "Portico", "PorticoTesting"]),
    example("Orders", "own-backend/Sources/Orders", ["Portico", "PorticoLive"]),
    exampleTests(
      "OrdersTests", "own-backend/Tests/OrdersTests", ["Orders", "Portico", "PorticoTesting"]),
  ]
}

let package = Package(
  name: "portico",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: products,
  dependencies: dependencies,
  targets: targets,
  swiftLanguageModes: [.v6]
)
