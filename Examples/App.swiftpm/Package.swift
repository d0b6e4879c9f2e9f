// swift-tools-version: 6.2
import PackageDescription

#if canImport(AppleProductTypes)
import AppleProductTypes

let products: [Product] = [
  .iOSApplication(
    name: "Notes", targets: ["AppModule"], bundleIdentifier: "com.example.notes",
    displayVersion: "1.0", bundleVersion: "1", appIcon: .placeholder(icon: .note),
    accentColor: .presetColor(.blue), supportedDeviceFamilies: [.phone, .pad],
    supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight],
    capabilities: [.outgoingNetworkConnections()])
]
#else
// Elsewhere there is no app, but the entry without its views.
let products: [Product] = [.library(name: "NotesEntry", targets: ["NotesEntry"])]
#endif

let package = Package(
  name: "Notes",
  platforms: [.iOS(.v17)],
  products: products,
  dependencies: [
    // In your app: .package(url: "https://github.com/portico-project/portico", from: "1.0.0")
    .package(name: "portico", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "AppModule",
      dependencies: [
        "NotesEntry", .product(name: "Portico", package: "portico"),
        .product(name: "PorticoLive", package: "portico"),
        .product(name: "PorticoUI", package: "portico"),
      ],
      path: "App"),
    .target(
      name: "NotesEntry",
      dependencies: [
        .product(name: "Portico", package: "portico"),
        .product(name: "PorticoLive", package: "portico"),
      ],
      path: "Entry"),
  ]
)
