/// Where the server is, and what the client says about itself.
package struct ClientSettings: Sendable {
  /// As `https://id.example.com`, without a path: how the server calls itself.
  package var server: String
  package var appName: String
  package var appVersion: String
  package var platform: String
  /// The tag that the person reads best (BCP 47).
  package var language: String

  package init(
    server: String, appName: String, appVersion: String, platform: String, language: String = "en"
  ) {
    self.server = server
    self.appName = appName
    self.appVersion = appVersion
    self.platform = platform
    self.language = language
  }
}
