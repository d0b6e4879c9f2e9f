import Foundation
package import IdentityDomain

/// What an operator configures about the HTTP interface.
package struct HTTPSettings: Sendable {
  /// The address to listen on.
  package var host: String
  /// 0 takes a free one.
  package var port: Int
  /// The public address of this server. Nil only with `isDevelopment`: then it is `http://` and the
  /// `Host` of the request, which is one of loopback's names.
  package var publicURL: WebOrigin?
  /// The proxies whose word on the client's address is trusted.
  package var trustedProxies: [AddressRange]
  /// Where these proxies write it. A single header: a proxy passes on what it does not write, so
  /// any other would be the client's own word.
  package var proxyHeader: ProxyHeader
  /// Pages of these origins may call, in addition to those of the public URL.
  package var origins: Set<WebOrigin>
  /// `--dev`.
  package var isDevelopment: Bool
  package var limits: HTTPLimits
  /// CTR-7: of the networks that callers come from.
  package var countries = NetworkCountries()
  /// Opens `/metrics` to addresses other than loopback.
  package var operatorToken: Secret<OperatorToken>?

  package enum ProxyHeader: String, Sendable {
    case forwardedFor = "X-Forwarded-For"
    /// RFC 7239.
    case forwarded = "Forwarded"
  }

  package init(
    host: String = "127.0.0.1", port: Int = 8080, publicURL: WebOrigin? = nil,
    trustedProxies: [AddressRange] = [], proxyHeader: ProxyHeader = .forwardedFor,
    origins: Set<WebOrigin> = [], isDevelopment: Bool = false, limits: HTTPLimits = HTTPLimits(),
    operatorToken: Secret<OperatorToken>? = nil
  ) {
    self.host = host
    self.port = port
    self.publicURL = publicURL
    self.trustedProxies = trustedProxies
    self.proxyHeader = proxyHeader
    self.origins = origins
    self.isDevelopment = isDevelopment
    self.limits = limits
    self.operatorToken = operatorToken
  }
}

package enum OperatorToken {}

/// The limits of one connection or call. Times run on the event loop of the connection.
package struct HTTPLimits: Hashable, Sendable {
  package var bodyBytes = 64 * 1024
  /// For one field, and for the request line.
  package var headerFieldBytes = 16 * 1024
  package var headerBytes = 32 * 1024
  package var headerFields = 64
  package var queryPairs = 16
  /// From the first byte of a request to the end of its header.
  package var headerTime = Duration.seconds(10)
  /// From the end of the header to the end of the body.
  package var bodyTime = Duration.seconds(20)
  /// From the end of the header to the last byte of the response, for clients that do not read it.
  package var answerTime = Duration.seconds(60)
  /// Without receiving a byte of a request.
  package var idleTime = Duration.seconds(60)
  /// How long incoming data is discarded after a response that ends the connection, so that the
  /// client can read the response (RFC 9112 section 9.6).
  package var lingerTime = Duration.seconds(2)
  package var lingerBytes = 1024 * 1024
  /// For one more, one that waits for its client is closed.
  package var connections = 10_000
  /// When all of these have a request in progress, as many more get their health checks answered; further ones wait in
  /// the backlog of the socket.
  package var reservedConnections = 16
  package var backlog = 512
  /// From the request to stop until calls in progress are cancelled.
  package var shutdownTime = Duration.seconds(20)

  package init() {}
}

/// Why these settings are refused, and the remedy.
package enum HTTPSettingsProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case publicURLMissing
  case publicURLInsecure(String)
  case proxiesMissing(host: String)
  /// - Parameter range: as written.
  case proxiesTooBroad(range: String)
  case developmentOffLoopback(host: String)
  case originInsecure(String)
  case operatorTokenShort
  case limit(String)
  case port(Int)
  case hostUnknown(host: String)
  case cannotListen(host: String, port: Int, errno: Int32)

  package var description: String {
    switch self {
    case .publicURLMissing:
      "--public-url is not set; set it to the URL that clients use, such as https://id.example.com, or "
        + "start with --dev"
    case .publicURLInsecure(let url):
      "--public-url is \(url), which is not encrypted; use https, with a reverse proxy in front"
    case .proxiesMissing(let host):
      "--host is \(host), which needs a TLS proxy in front; list its addresses with "
        + "--trusted-proxy, or listen on 127.0.0.1"
    case .proxiesTooBroad(let range):
      "--trusted-proxy is \(range), which lets strangers choose the address that rate limits count; "
        + "list only the proxies, such as 10.0.0.5 or 10.0.0.0/24 (at least /8, or /16 for IPv6)"
    case .developmentOffLoopback(let host):
      "--dev listens on loopback only, not on \(host); set --host to 127.0.0.1, or remove --dev"
    case .originInsecure(let origin):
      "--origin is \(origin), which is not encrypted; use https"
    case .operatorTokenShort:
      "PORTICO_OPERATOR_TOKEN is shorter than 32 characters; generate a longer random token"
    case .limit(let name):
      "limits.\(name) must be greater than 0"
    case .port(let port):
      "--port is \(port); use 1 to 65535, or 0 for a free one"
    case .hostUnknown(let host):
      "--host is \(host), a name that cannot be looked up; write an address of this machine, such as 127.0.0.1"
    case .cannotListen(let host, _, EADDRNOTAVAIL):
      "--host is \(host), which is no address of this machine; write one that it has, such as 127.0.0.1"
    case .cannotListen(let host, let port, EACCES):
      "this user may not listen on \(host), port \(port); choose a --port above 1023, or give the program the "
        + "right to lower ones (CAP_NET_BIND_SERVICE)"
    case .cannotListen(let host, let port, let errno):
      "cannot listen on \(host), port \(port) (\(String(cString: strerror(errno)))); stop the "
        + "program that uses it, or choose another --port"
    }
  }
}

extension HTTPSettings {
  /// - Throws: why serving with these settings is forbidden (SEC "Browser and HTTP").
  package func check() throws(HTTPSettingsProblem) {
    let isLocal = HostAndPort.isLoopback(host) || IPAddress(host)?.isLoopback == true
    if !(0...65_535).contains(port) { throw .port(port) }
    if let range = trustedProxies.first(where: \.holdsStrangers) {
      throw .proxiesTooBroad(range: range.text)
    }
    if isDevelopment {
      if !isLocal { throw .developmentOffLoopback(host: host) }
    } else {
      guard let publicURL else { throw .publicURLMissing }
      if !publicURL.isSecure, !(isLocal && publicURL.isLoopback) {
        throw .publicURLInsecure(publicURL.text)
      }
      if !isLocal, trustedProxies.isEmpty { throw .proxiesMissing(host: host) }
      for origin in origins where !origin.isSecure && !origin.isLoopback {
        throw .originInsecure(origin.text)
      }
    }
    if let operatorToken, operatorToken.exposed.utf8.count < 32 { throw .operatorTokenShort }
    try limits.check()
  }
}

extension HTTPLimits {
  fileprivate func check() throws(HTTPSettingsProblem) {
    let counts = [
      ("body_bytes", bodyBytes), ("header_field_bytes", headerFieldBytes),
      ("header_bytes", headerBytes), ("header_fields", headerFields),
      ("query_pairs", queryPairs), ("connections", connections),
      ("reserved_connections", reservedConnections), ("backlog", backlog),
      ("linger_bytes", lingerBytes),
    ]
    let times = [
      ("header_time", headerTime), ("body_time", bodyTime), ("answer_time", answerTime),
      ("idle_time", idleTime), ("linger_time", lingerTime), ("shutdown_time", shutdownTime),
    ]
    for (name, count) in counts where count <= 0 { throw .limit(name) }
    for (name, time) in times where time <= .zero { throw .limit(name) }
  }
}
