/// Where the server is, and what the client says about itself.
package struct ClientSettings: Sendable {
  /// Such as `https://id.example.com`, without a path: the server's own public URL.
  package var server: String
  package var appName: String
  package var appVersion: String
  package var platform: String
  /// The user's preferred language (BCP 47).
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
