import Foundation

/// A scheme, a host and a port, in the spelling of RFC 6454 section 6.2.
struct WebOrigin: Equatable {
  let text: String
  let isSecure: Bool
  let isLoopback: Bool

  /// - Parameter name: of the setting, for the refusal.
  /// - Throws: `ServeRefusal` for anything else than `https://HOST[:PORT]`, or `http` on loopback.
  init(_ typed: String, _ name: String) throws {
    func refuse(_ why: String) -> ServeRefusal {
      ServeRefusal("\(name): '\(typed)' \(why)")
    }
    guard let parts = URLComponents(string: typed), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), !host.isEmpty, ["http", "https"].contains(scheme)
    else { throw refuse("is no address; write https://HOST or https://HOST:PORT") }
    guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
      ["", "/"].contains(parts.path)
    else { throw refuse("has more than a scheme, a host and a port; leave the rest out") }
    isSecure = scheme == "https"
    isLoopback = Self.isLoopback(host)
    guard isSecure || isLoopback else {
      throw refuse("is not https, and only loopback may do without; write https://\(host)")
    }
    let port = parts.port.flatMap { $0 == (isSecure ? 443 : 80) ? nil : ":\($0)" } ?? ""
    text = "\(scheme)://\(host)\(port)"
  }

  static func isLoopback(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
  }
}
