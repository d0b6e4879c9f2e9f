// Slips of the pen that YAML reads as something else.

extension ShapeChecker {
  /// Whether `key:value` stands where a map can, which YAML reads as a text or as a key without a value.
  mutating func reportMissingSpace(in node: YAMLNode) -> Bool {
    let texts =
      node.scalar.map { [$0] }
      ?? (node.pairs ?? []).filter(\.value.isNull).map(\.keyScalar)
    let slip = texts.lazy.filter { $0.style == .plain }.compactMap {
      YAMLSlip.missingSpace(in: $0.text.unicodeScalars, at: $0.textPosition)
    }.first
    guard let slip else { return false }
    report(.badYAML, at: slip.position, slip.problem, slip.remedy)
    return true
  }

  /// Whether `-key: value` stands where a list can, which YAML reads as a map.
  mutating func reportMissingSpace(beside node: YAMLNode, _ shape: Shape) -> Bool {
    guard shape.takesList, let key = node.pairs?.first?.keyScalar, key.style == .plain,
      let slip = YAMLSlip.missingSpaceAfterDash(
        in: key.text.unicodeScalars, at: key.textPosition)
    else { return false }
    report(slip.code, at: slip.position, slip.problem, slip.remedy)
    return true
  }

  /// Whether `key value` stands where a map can, which YAML reads as a text.
  mutating func reportMissingColon(in node: YAMLNode, wanted shape: Shape) -> Bool {
    guard let scalar = node.scalar, scalar.style == .plain,
      let space = scalar.text.firstIndex(of: " ")
    else { return false }
    let key = String(scalar.text[..<space])
    let rest = scalar.text[space...].drop { $0 == " " }
    guard !rest.isEmpty, shape.keys.contains(key) else { return false }
    report(
      .wrongType, at: scalar.position(ofOffset: key.unicodeScalars.count),
      "A `:` is missing after `\(key)`", "Write \(quoted("\(key): \(rest)"))")
    return true
  }
}
