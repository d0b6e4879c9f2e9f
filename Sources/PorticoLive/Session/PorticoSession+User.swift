import Foundation
import WireText

extension PorticoSession.User {
  /// The claims of an id token that came from the server with the session. Nothing is decided by them, so its signature
  /// is not checked again.
  package init?(idToken: [UInt8]) {
    let parts = idToken.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var spelled = String(decoding: parts[1], as: UTF8.self)
      .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    spelled += String(repeating: "=", count: (4 - spelled.count % 4) % 4)
    guard let payload = Data(base64Encoded: spelled), let claims = JSON(Array(payload))?.root,
      claims.kind == .object, let id = claims["sub"]?.text, !id.isEmpty
    else { return nil }
    func text(_ name: StaticString) -> String? {
      claims[name]?.text.map { String(decoding: $0, as: UTF8.self) }
    }
    self.id = String(decoding: id, as: UTF8.self)
    email = text("email")
    phoneNumber = text("phone_number")
  }
}
