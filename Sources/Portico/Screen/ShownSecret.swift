/// A secret that its owner is to see (`AppEntry.secret(_:)`).
public struct ShownSecret: Equatable, Sendable {
  /// The secret.
  public var text: String
  /// With style `qr`, the rows of its QR code from the top, true for a dark module; else empty. A quiet zone of four light
  /// modules belongs around them.
  public var modules: [[Bool]]

  /// A secret that an app creates for its previews.
  public init(text: String, modules: [[Bool]] = []) {
    self.text = text
    self.modules = modules
  }
}
