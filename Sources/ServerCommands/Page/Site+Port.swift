package import IdentityHTTP

extension Site {
  /// For the server: whatever is no path of the API.
  package var port: PagePort { PagePort { self.answer($0) } }
}
