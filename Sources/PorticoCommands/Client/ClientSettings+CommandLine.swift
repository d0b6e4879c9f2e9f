import IdentityClient

extension ClientSettings {
  /// - Parameter server: the base URL.
  static func commandLine(server: String, sheets: [String] = []) -> ClientSettings {
    ClientSettings(
      server: server, appName: "portico", appVersion: "1.0.0", platform: "linux", sheets: sheets)
  }
}
