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

let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
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
let httpServer: [Target.Dependency] = [
  .product(name: "FlyingFox", package: "FlyingFox"),
  .product(name: "FlyingSocks", package: "FlyingFox"),
]

let package = Package(
  name: "portico",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .executable(name: "portico", targets: ["PorticoCLI"]),
    .executable(name: "portico-preview", targets: ["PorticoPreview"]),
    .executable(name: "portico-bench", targets: ["PorticoBench"]),
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
  ],
  targets: [
    // Layer 0: pure, in the subset that Embedded Swift compiles.
    library("Statechart"),
    library("FlowMachine", ["Statechart"]),
    // The wire contract; the one target of layer 0 that Embedded Swift does not compile (Codable).
    library("IdentityAPI"),

    // Layer 1: the flow document, what runs it, and what simulates a device.
    library("FlowDefinition", ["FlowMachine", yams]),
    library("FlowVerification", ["FlowDefinition"]),
    library("FlowRuntime", ["FlowMachine"]),
    library("FlowSimulation", ["FlowRuntime"]),
    library("StandardFlows", ["FlowMachine"]),

    // Layer 3: the identity server.
    library("IdentityDomain"),
    library("IdentityStoreContract", ["IdentityDomain"]),
    library("IdentitySQLite", ["IdentityDomain", grdb]),
    library("IdentityKeys", ["IdentityDomain", crypto, jwt]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    library("IdentityPasswords", ["IdentityDomain", "CSodium"]),
    // libphonenumber is C++: a shim of our own stands between it and Swift.
    .target(name: "CPhoneNumber", linkerSettings: [.linkedLibrary("phonenumber")]),
    library("IdentityPhoneNumbers", ["IdentityDomain", "CPhoneNumber"]),
    library("IdentityDelivery", ["IdentityDomain"]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    library("IdentitySenders", ["IdentityDomain", "IdentityDelivery", "CCurl"]),
    .target(
      name: "IdentityHTTP", dependencies: ["IdentityDomain", "IdentityAPI"] + httpParts,
      resources: [.embedInCode("OpenAPI/openapi.yaml")], swiftSettings: settings),

    // Layer 4: the command line.
    library(
      "PorticoCommands",
      [
        "FlowDefinition", "FlowVerification", "FlowSimulation", "StandardFlows", yams, arguments,
      ] + httpServer),
    library(
      "ServerCommands",
      [
        "IdentityDomain", "IdentityHTTP", "IdentitySQLite", "IdentityKeys", "IdentityPasswords",
        "IdentityPhoneNumbers", "IdentityDelivery", "IdentitySenders", "IdentityAPI", arguments,
        logging,
      ]),
    .executableTarget(
      name: "PorticoCLI", dependencies: ["PorticoCommands", "ServerCommands", arguments],
      swiftSettings: settings),
    // What `make run` builds first: flows without the server.
    .executableTarget(
      name: "PorticoPreview", dependencies: ["PorticoCommands", arguments],
      swiftSettings: settings),

    // Layer 4: how fast it is.
    .target(name: "AllocationCount"),
    .executableTarget(
      name: "PorticoBench",
      dependencies: ["FlowDefinition", "FlowVerification", "AllocationCount", arguments],
      resources: [.embedInCode("exercise.flow.yaml")], swiftSettings: settings),

    // What several test targets need.
    .target(
      name: "TestSupport", dependencies: ["FlowDefinition", "FlowSimulation"],
      path: "Tests/Support", swiftSettings: settings),

    .target(
      name: "IdentityTestSupport",
      dependencies: ["IdentityDomain", "IdentityStoreContract", "TestSupport"],
      path: "Tests/IdentitySupport", swiftSettings: settings),

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
        "FlowSimulation", "FlowDefinition", "FlowVerification", "StandardFlows", "TestSupport",
      ]),
    tests(
      "PorticoCommandsTests",
      ["PorticoCommands", "PorticoCLI", "StandardFlows", "FlowMachine"] + httpServer),
    tests(
      "ServerCommandsTests",
      [
        "ServerCommands", "IdentityDelivery", "IdentityDomain", "IdentityHTTP", "IdentityKeys",
        "IdentitySenders",
      ]),
    tests("PorticoBenchTests", ["PorticoBench", "FlowMachine"]),
    tests("IdentityAPITests", ["IdentityAPI"]),
    tests(
      "IdentityKeysTests",
      [
        "IdentityKeys", "IdentityDomain", "IdentityStoreContract", "IdentityTestSupport",
        "TestSupport", crypto, jwt,
      ]),
    tests("IdentityPasswordsTests", ["IdentityPasswords", "IdentityDomain", "TestSupport"]),
    tests(
      "IdentityPhoneNumbersTests",
      ["IdentityPhoneNumbers", "IdentityDomain", "CPhoneNumber", "TestSupport"]),
    tests(
      "IdentityDeliveryTests",
      [
        "IdentityDelivery", "IdentityDomain", "IdentityStoreContract", "IdentityTestSupport",
        "TestSupport",
      ]),
    // What the mail servers and providers of Tests/Server are sent messages by.
    .executableTarget(
      name: "SenderProbe", dependencies: ["IdentitySenders", "IdentityDelivery", "IdentityDomain"],
      path: "Tests/SenderProbe", swiftSettings: settings),
    tests(
      "IdentitySendersTests",
      ["IdentitySenders", "IdentityDelivery", "IdentityDomain", "SenderProbe", "TestSupport"]),
    tests(
      "IdentityHTTPTests",
      [
        "IdentityHTTP", "IdentityAPI", "IdentityDomain", "IdentityStoreContract",
        "IdentityTestSupport", "TestSupport", yams,
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
    // A program that writes under load until the tests kill it.
    .executableTarget(
      name: "StoreWriter", dependencies: ["IdentitySQLite", "IdentityDomain"],
      path: "Tests/StoreWriter", swiftSettings: settings),
    tests(
      "IdentitySQLiteTests",
      [
        "IdentitySQLite", "IdentityDomain", "IdentityStoreContract", "IdentityTestSupport",
        "TestSupport", "StoreWriter", grdb,
      ],
      exclude: ["Golden"]),
    tests("HouseTests", []),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "Statechart", "FlowMachine", "FlowDefinition", "FlowSimulation", "TestSupport",
      ],
      path: "Tests/Fuzz", exclude: ["Main"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
