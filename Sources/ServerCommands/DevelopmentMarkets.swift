import IdentityDomain

extension Markets {
  /// With `--dev`: two that are open, and one that leads to the invitation page.
  static func development() throws -> Markets {
    try Markets([
      MarketEntry(
        handle: "MX,CMX", name: "México,Ciudad de México", latitude: 19.43, longitude: -99.13,
        open: true),
      MarketEntry(
        handle: "DE,BE", name: "Deutschland,Berlin", latitude: 52.52, longitude: 13.4, open: true),
      MarketEntry(
        handle: "MX,JAL", name: "México,Jalisco", latitude: 20.67, longitude: -103.35, open: false),
    ])
  }
}
