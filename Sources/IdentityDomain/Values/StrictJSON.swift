/// Checks what the decoder overlooks in members that are not decoded.
package enum StrictJSON {
  package static func holds(_ json: [UInt8]) -> Bool {
    String(validating: json, as: UTF8.self) != nil && UniqueMembers.hold(in: json)
  }
}
