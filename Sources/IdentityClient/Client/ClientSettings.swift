/// Where the server is, and what the client says about itself.
package struct ClientSettings: Sendable {
  /// Such as `https://id.example.com`, without a path: the server's own public URL.
  package var server: String
  package var appName: String
  package var appVersion: String
  package var platform: String
  /// The user's preferred language (BCP 47).
  package var language: String
  /// The providers for which the device has a native sheet (FED-6), by their ids on the server.
  package var sheets: [String]

  package init(
    server: String, appName: String, appVersion: String, platform: String, language: String = "en",
    sheets: [String] = []
  ) {
    self.server = server
    self.appName = appName
    self.appVersion = appVersion
    self.platform = platform
    self.language = language
    self.sheets = sheets
  }
}
