import Foundation

extension HTTPSettings {
  /// Takes the address and lets it go again: who cannot listen must not have made or changed a store before.
  /// - Throws: `hostUnknown`, `cannotListen`. Blocks while a name is looked up.
  package func requireListenable() throws(HTTPSettingsProblem) {
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), nil, &list) == 0, let first = list else {
      throw .hostUnknown(host: host)
    }
    defer { freeaddrinfo(first) }
    // The server takes the first one too.
    let address = first.pointee
    let file = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard file >= 0 else { throw .cannotListen(host: host, port: port, errno: errno) }
    defer { close(file) }
    var isOn: Int32 = 1
    _ = setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard bind(file, address.ai_addr, address.ai_addrlen) == 0 else {
      throw .cannotListen(host: host, port: port, errno: errno)
    }
  }
}
