import WireText

/// What the browser says of a ceremony (WebAuthn section 5.8.1).
package struct ClientData: Hashable, Sendable {
  package let type: [UInt8]
  /// Base64url, as it came.
  package let challenge: [UInt8]
  package let origin: [UInt8]
  /// Whether the page was in a frame of another origin.
  package let isCrossOrigin: Bool
  package let topOrigin: [UInt8]?

  /// A page's names and a challenge need some hundred bytes; a browser may add members.
  private static let mostBytes = 4_096

  /// - Throws: `malformed` for what is no JSON object with these members, and for one with a member twice: readers
  ///   differ in which of them they take.
  package init(_ bytes: [UInt8]) throws(WebAuthnRefusal) {
    guard let json = JSON(bytes, most: Self.mostBytes) else { throw .malformed(.clientData) }
    let members = json.root.members
    guard json.root.kind == .object, Set(members.map(\.name)).count == members.count,
      let type = json.root.text("type"), let challenge = json.root.text("challenge"),
      let origin = json.root.text("origin")
    else { throw .malformed(.clientData) }
    if let crossOrigin = json.root["crossOrigin"], crossOrigin.kind != .flag {
      throw .malformed(.clientData)
    }
    if let top = json.root["topOrigin"], top.kind != .text { throw .malformed(.clientData) }
    self.type = type
    self.challenge = challenge
    self.origin = origin
    isCrossOrigin = json.root.flag("crossOrigin") ?? false
    topOrigin = json.root.text("topOrigin")
  }
}
