// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every target, so that no target is laxer than its neighbours.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// A library target of ours.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
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

/// A product that only the command line and the server need: an app that adds this package with
/// `traits: []` neither fetches nor builds it (docs/decisions/0017-client-products.md).
func host(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Host"]))
}

let yams = host("Yams", "Yams")
let arguments = host("ArgumentParser", "swift-argument-parser")
let grdb = host("GRDB", "GRDB.swift")
// SQLite's own calls, by the module that GRDB uses.
let sqlite = host("GRDBSQLite", "GRDB.swift")
let hummingbird = host("Hummingbird", "hummingbird")
// Checks what providers sign; reads in tests what we sign.
let jwt = host("JWTKit", "jwt-kit")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let configuration = host("Configuration", "swift-configuration")
let logging = host("Logging", "swift-log")
let cryptoExtras = host("CryptoExtras", "swift-crypto")
// What Hummingbird's own signatures are made of; its versions decide.
let httpParts: [Target.Dependency] = [
  hummingbird,
  host("HummingbirdCore", "hummingbird"),
  host("HTTPTypes", "swift-http-types"),
  host("NIOHTTPTypes", "swift-nio-extras"),
  host("NIOCore", "swift-nio"),
  host("NIOHTTP1", "swift-nio"),
  logging,
  host("ServiceLifecycle", "swift-service-lifecycle"),
]
/// A server without SwiftNIO: built in half a minute, for the first stage of `make run`.
let httpServer: [Target.Dependency] = ["FlyingFox", "FlyingSocks"].map {
  .product(name: $0, package: "FlyingFox", condition: .when(traits: ["Host", "Preview"]))
}

let package = Package(
  name: "portico",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "Portico", targets: ["Portico"]),
    .library(name: "PorticoLive", targets: ["PorticoLive"]),
    .library(name: "PorticoUI", targets: ["PorticoUI"]),
    .library(name: "PorticoTesting", targets: ["PorticoTesting"]),
    .executable(name: "portico", targets: ["PorticoCLI"]),
    .executable(name: "portico-preview", targets: ["PorticoPreview"]),
    .executable(name: "portico-bench", targets: ["PorticoBench"]),
    .executable(name: "portico-launch-probe", targets: ["LaunchProbe"]),
  ],
  traits: [
    .default(enabledTraits: ["Host"]),
    .trait(name: "Host", description: "The command line and the identity server."),
    .trait(name: "Preview", description: "What serves the page while the rest is compiled."),
  ],
  dependencies: [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    // Only the identity server uses these, so the first stage of `make run` does not build them.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.0.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    // Its own readers of files know neither lines nor unknown keys; ours feed it (decision 12).
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
  ],
  targets: [
    // Layer 0: pure, in the subset that Embedded Swift compiles.
    library("Statechart"),
    library("WireText"),
    library("FlowMachine", ["Statechart", "WireText"]),
    library("PhoneNumbers"),
    // The wire contract; the one target of layer 0 that Embedded Swift does not compile (Codable).
    library("IdentityAPI"),
    library("SessionMachine"),
    library("ClientMachine", ["SessionMachine", "WireText"]),

    // Layer 1: the flow document, what runs it, and what simulates a device.
    library("FlowDefinition", ["FlowMachine", "WireText", yams]),
    library("FlowVerification", ["FlowDefinition"]),
    library("FlowRuntime", ["FlowMachine", "PhoneNumbers", "WireText"]),
    library("FlowSimulation", ["FlowRuntime", "WireText"]),
    library("StandardFlows", ["FlowMachine"]),

    // Layer 2: the client. Pure Swift: no system library, no C++ of ours.
    library("IdentityClient", ["ClientMachine", "SessionMachine", "WireText", crypto]),
    library(
      "PorticoLive",
      [
        "Portico", "IdentityClient", "ClientMachine", "SessionMachine", "FlowRuntime",
        "FlowMachine", "WireText", crypto,
      ]),

    // Layer 3: the identity server.
    library("IdentityDomain"),
    library("IdentityStoreContract", ["IdentityDomain"]),
    library("IdentitySQLite", ["IdentityDomain", grdb, sqlite]),
    library("IdentityKeys", ["IdentityDomain", crypto, cryptoExtras]),
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
    library("IdentityDelivery", ["IdentityDomain"]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    library("NetworkTransfer", ["WorkThreads", "CCurl"]),
    library(
      "IdentitySenders", ["IdentityDomain", "IdentityDelivery", "NetworkTransfer", "WorkThreads"]),
    library(
      "IdentityFederation", ["IdentityDomain", "NetworkTransfer", "WorkThreads", crypto, jwt]),
    library("DevelopmentProviders", ["IdentityDomain", "IdentityFederation", crypto]),
    .target(
      name: "IdentityHTTP", dependencies: ["IdentityDomain", "IdentityAPI"] + httpParts,
      resources: [.embedInCode("OpenAPI/openapi.yaml")], swiftSettings: settings),

    // Layer 4: the command line.
    library("ShippedDocuments"),
    library("CommandSpelling", ["FlowDefinition"]),
    library(
      "PorticoCommands",
      [
        "FlowDefinition", "FlowVerification", "FlowSimulation", "StandardFlows", "ShippedDocuments",
        "CommandSpelling", "WireText", yams, arguments,
      ]),
    library("StudioHTTP", ["IdentityHTTP", "FlowDefinition"]),
    library(
      "ServerCommands",
      [
        "StudioHTTP", "IdentityDomain", "IdentityHTTP", "IdentitySQLite", "IdentityKeys",
        "IdentityPasswords",
        "IdentityPhoneNumbers", "IdentityDelivery", "IdentitySenders", "IdentityFederation",
        "NetworkTransfer", "WorkThreads", "IdentityAPI", "FlowDefinition", "CommandSpelling",
        arguments, configuration, logging,
      ]),
    library(
      "HostCommands",
      [
        "PorticoCommands", "ServerCommands", "Portico", "IdentityAPI", "IdentityClient",
        "ClientMachine", "PorticoLive", "SessionMachine", "FlowMachine", "FlowRuntime",
        "FlowSimulation", "IdentityDomain",
      ]),
    .executableTarget(
      name: "PorticoCLI",
      dependencies: [
        "HostCommands", "PorticoCommands", "ServerCommands", "CommandSpelling", arguments,
      ],
      swiftSettings: settings),
    // What `make run` builds first.
    .executableTarget(
      name: "PorticoPreview", dependencies: ["StandardFlows"] + httpServer,
      swiftSettings: settings),

    // Layer 4: how fast it is.
    .target(name: "AllocationCount"),
    .executableTarget(
      name: "PorticoBench",
      dependencies: [
        "FlowDefinition", "FlowVerification", "AllocationCount", "ServerCommands",
        "IdentityPasswords", "IdentityKeys", "IdentityDomain", arguments, grdb, sqlite, crypto,
        hummingbird, logging,
      ],
      resources: [.embedInCode("exercise.flow.yaml")], swiftSettings: settings),

    // The small program whose launch is measured.
    .executableTarget(
      name: "LaunchProbe",
      dependencies: [
        "Portico", "PorticoLive", "PorticoTesting", "IdentityClient", "SessionMachine",
        "FlowRuntime", "FlowMachine",
      ], swiftSettings: settings),

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

    .target(
      name: "IdentityTestSupport",
      dependencies: ["IdentityDomain", "IdentityStoreContract", "TestSupport"],
      path: "Tests/IdentitySupport", swiftSettings: settings),

    // Layer 2: what apps import.
    library(
      "Portico",
      [
        "FlowRuntime", "FlowMachine", "Statechart", "StandardFlows", "IdentityClient",
        "ClientMachine", "SessionMachine", "WireText",
      ]),
    library("PorticoUI", ["Portico"]),
    library(
      "PorticoTesting", ["Portico", "FlowSimulation", "FlowRuntime", "FlowMachine", "Statechart"]),

    tests(
      "PorticoTests",
      ["Portico", "PorticoTesting", "FlowRuntime", "FlowMachine", "StandardFlows", "TestSupport"]),
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
        "PorticoCommands", "PorticoCLI", "StandardFlows", "ShippedDocuments", "FlowMachine",
        "FlowRuntime", "FlowSimulation", "FlowVerification", "CommandSpelling", "TestSupport",
      ] + httpServer),
    tests(
      "ServerCommandsTests",
      [
        "ServerCommands", "IdentityDelivery", "IdentityDomain", "IdentityHTTP", "IdentityKeys",
        "IdentityPasswords", "IdentityFederation", "IdentitySenders", "IdentitySQLite",
        "IdentityStoreContract",
        "IdentityTestSupport", "TestSupport", "FlowDefinition", arguments, configuration, logging,
      ]),
    tests(
      "HostCommandsTests",
      [
        "HostCommands", "PorticoCommands", "FlowSimulation", "FlowDefinition", "FlowMachine",
        "FlowRuntime", "IdentityAPI", "IdentityClient", "IdentityDelivery", "IdentityDomain",
        "IdentityKeys", "NotesEntry", "Portico", "PorticoLive", "PorticoTesting",
        "ServerCommands", "SessionMachine", "StandardFlows", "TestSupport", grdb,
      ], exclude: ["Scripts"]),
    tests("PorticoBenchTests", ["PorticoBench", "LaunchProbe", "FlowMachine"]),
    tests("IdentityAPITests", ["IdentityAPI"]),
    tests("SessionMachineTests", ["SessionMachine"]),
    tests("ClientMachineTests", ["ClientMachine", "SessionMachine", "WireText", "TestSupport"]),
    tests(
      "IdentityClientTests", ["IdentityClient", "SessionMachine", "PorticoLive", "TestSupport"]),
    // One of two processes of an app that share a session.
    .executableTarget(
      name: "SessionRacer", dependencies: ["IdentityClient", "PorticoLive", "SessionMachine"],
      path: "Tests/SessionRacer", swiftSettings: settings),
    tests(
      "ClientServerTests",
      [
        "IdentityClient", "SessionMachine", "PorticoLive", "SessionRacer", "IdentityHTTP",
        "IdentityDomain", "IdentityStoreContract", "IdentityKeys", "IdentityTestSupport",
      ] + httpParts),
    tests(
      "IdentityKeysTests",
      [
        "IdentityKeys", "IdentityDomain", "IdentityStoreContract", "IdentityTestSupport",
        "TestSupport", crypto, cryptoExtras, jwt,
      ]),
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
        "IdentityDelivery", "IdentityDomain", "IdentityStoreContract", "IdentityTestSupport",
        "TestSupport",
      ]),
    // What the mail servers and providers of Tests/Server are sent messages by.
    .executableTarget(
      name: "SenderProbe",
      dependencies: [
        "IdentitySenders", "IdentityDelivery", "IdentityDomain", "IdentityKeys", "NetworkTransfer",
        "WorkThreads",
      ],
      path: "Tests/SenderProbe", swiftSettings: settings),
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
        "IdentityHTTP", "IdentityAPI", "IdentityDomain", "IdentityStoreContract",
        "IdentityTestSupport", "TestSupport", yams,
        host("NIOEmbedded", "swift-nio"),
        host("NIOPosix", "swift-nio"),
      ] + httpParts),
    tests("StudioHTTPTests", ["StudioHTTP", "IdentityHTTP", "TestSupport"]),
    tests(
      "IdentityDomainTests",
      ["IdentityTestSupport", "IdentityDomain", "IdentityStoreContract", "TestSupport"]),
    tests(
      "FlowVerificationTests",
      ["FlowVerification", "FlowDefinition", "FlowMachine", "Statechart", "TestSupport"],
      exclude: ["Wrong"]),
    // A program that writes under load until the tests kill it.
    .executableTarget(
      name: "StoreWriter", dependencies: ["IdentitySQLite", "IdentityDomain"],
      path: "Tests/StoreWriter", swiftSettings: settings),
    tests(
      "IdentitySQLiteTests",
      [
        "IdentitySQLite", "IdentityDomain", "IdentityStoreContract", "IdentityTestSupport",
        "TestSupport", "StoreWriter", "SyncCount", grdb,
      ],
      exclude: ["Golden"]),
    // libphonenumber, which device and server have to agree with.
    .target(
      name: "PhoneOracle", path: "Tests/PhoneOracle",
      linkerSettings: [.linkedLibrary("phonenumber")]),
    .target(
      name: "PhoneTestSupport", dependencies: ["PhoneNumbers", "PhoneOracle", "TestSupport"],
      path: "Tests/PhoneSupport", swiftSettings: settings),
    tests("PhoneNumbersTests", ["PhoneNumbers", "PhoneTestSupport", "TestSupport"]),
    tests("HouseTests", []),
    // What an app team writes; built here, so that CI does not build all for each once more.
    example("NotesEntry", "App.swiftpm/Entry", ["Portico", "PorticoLive"]),
    example("Tour", "own-flow/Sources/Tour", ["Portico"]),
    exampleTests("TourTests", "own-flow/Tests/TourTests", ["Tour", "Portico", "PorticoTesting"]),
    example("Orders", "own-backend/Sources/Orders", ["Portico", "PorticoLive"]),
    exampleTests(
      "OrdersTests", "own-backend/Tests/OrdersTests", ["Orders", "Portico", "PorticoTesting"]),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "Statechart", "FlowMachine", "FlowDefinition", "FlowSimulation", "TestSupport",
      ],
      path: "Tests/Fuzz", exclude: ["Main"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
