// IdentityAPI: the wire contract between clients and the identity server.
//
// Owns: the operations with their methods and paths, the bodies of requests and answers, the open
// error codes. Client and server share it, so neither can drift. Must not: decide anything, speak
// HTTP, or know how JSON is read; bodies are Codable, and the one who imports this brings the
// coder. It is the one target of layer 0 that Embedded Swift does not compile.
//
// A JSON `null` is an absent field, an unknown field is passed over, an unknown value of an open
// type is kept as it came.

/// An open set of names on the wire: constants for those that are known, and room for those of a
/// newer server.
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

/// A body that a client sends. Its fields are texts, all of them at the top.
package protocol CallBody: Sendable, Codable {
  /// The names of the fields on the wire; those that are not here are passed over.
  static var fields: [String] { get }
}
