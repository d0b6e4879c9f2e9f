import FlowMachine
import Statechart

extension Flow {
  /// What is wrong with the addresses that the flow's links take from its configuration: an app
  /// must not send users to the placeholder that a flow ships with, nor to an address that no
  /// browser opens.
  ///
  /// - Parameter configuration: the app's values, by name; a missing one has the document's own
  ///   value. An empty address means none: the flow omits the link.
  /// - Returns: the problem in words, or nil.
  func addressProblem(_ configuration: [String: JSONValue]) -> String? {
    for element in tables.elements where element.kind == .link && element.url != noID {
      let template = tables.templates[Int(element.url)]
      guard let first = tables.segments[template.indices].first, first.kind == .fact else {
        continue
      }
      let row = tables.facts[Int(first.operand)]
      guard row.place == .configuration, row.type == .text else { continue }
      let name = blob(row.name).string
      let standard = row.initialText == noID ? "" : blob(row.initialText).string
      let address = configuration[name]?.text ?? standard
      guard let problem = Self.problem(of: address) else { continue }
      return "The flow's configuration `\(name)` is `\(address)`, \(problem). Give the app's own "
        + "address, such as `https://example.com/\(name)`, or an empty text for no link."
    }
    return nil
  }

  private static func problem(of address: String) -> String? {
    if address.isEmpty || address.hasPrefix("mailto:") || address.hasPrefix("tel:") { return nil }
    let start = "https://"
    guard address.hasPrefix(start) else { return "which is no https: address" }
    let host = address.dropFirst(start.count).prefix { !"/?#:".contains($0) }
    if host.isEmpty { return "which names no host" }
    // RFC 2606: no such host will ever exist.
    return host.hasSuffix(".invalid") ? "which is a placeholder" : nil
  }
}
