// swift-tools-version: 6.2
import AppleProductTypes
import PackageDescription

// The signed app in which DeviceContract runs on Apple's systems: an unsigned program has no access to the Keychain. Built with
// PORTICO_DEVICE_CHECK=1 in the environment, for which the root manifest declares the library.
let package = Package(
  name: "DeviceHost",
  platforms: [.iOS(.v17)],
  products: [
    .iOSApplication(
      name: "DeviceHost", targets: ["AppModule"],
      bundleIdentifier: "com.example.portico.device-host", displayVersion: "1.0",
      bundleVersion: "1", supportedDeviceFamilies: [.phone, .pad],
      supportedInterfaceOrientations: [.portrait])
  ],
  dependencies: [.package(name: "portico", path: "../..")],
  targets: [
    .executableTarget(
      name: "AppModule", dependencies: [.product(name: "DeviceContract", package: "portico")],
      path: "App")
  ]
)
