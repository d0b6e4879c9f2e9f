// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "orders",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "Orders", targets: ["Orders"])],
  dependencies: [.package(name: "portico", path: "../..")],
  targets: [
    // `Orders.swift` is written by: portico compile orders.flow.yaml --as swift -o Sources/Orders
    .target(
      name: "Orders",
      dependencies: [
        .product(name: "Portico", package: "portico"),
        .product(name: "PorticoLive", package: "portico"),
      ]),
    .testTarget(
      name: "OrdersTests",
      dependencies: [
        "Orders", .product(name: "Portico", package: "portico"),
        .product(name: "PorticoTesting", package: "portico"),
      ]),
  ]
)
