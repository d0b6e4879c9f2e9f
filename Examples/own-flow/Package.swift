// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tour",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "Tour", targets: ["Tour"])],
  dependencies: [.package(name: "portico", path: "../..")],
  targets: [
    // `Tour.swift` is written by: portico compile tour.flow.yaml --as swift -o Sources/Tour
    .target(name: "Tour", dependencies: [.product(name: "Portico", package: "portico")]),
    .testTarget(
      name: "TourTests",
      dependencies: [
        "Tour", .product(name: "Portico", package: "portico"),
        .product(name: "PorticoTesting", package: "portico"),
      ]),
  ]
)
