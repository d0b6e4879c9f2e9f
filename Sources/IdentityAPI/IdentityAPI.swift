// IdentityAPI: the wire contract between clients and the identity server.
//
// Owns: the operations with their methods and paths, the bodies of requests and responses, the open
// error codes. Client and server share it, so neither can drift. Must not: decide anything, speak
// HTTP, or know how JSON is encoded; bodies are Codable, and the importing module supplies the
// coder. It is the only target of layer 0 that is not compiled as Embedded Swift.
//
// A JSON `null` counts as an absent field, an unknown field is ignored, and an unknown value of an
// open type is kept as received.

/// An open set of names on the wire: constants for the known ones, and room for those of a newer
/// server.
package protocol OpenName: RawRepresentable, Hashable, Sendable, Codable where RawValue == String {
  init(rawValue: String)
}

extension OpenName {
  package init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// A body sent by a client. Its fields are texts, all at the top level.
package protocol CallBody: Sendable, Codable {
  /// The names of the fields on the wire; any others are ignored.
  static var fields: [String] { get }
}
