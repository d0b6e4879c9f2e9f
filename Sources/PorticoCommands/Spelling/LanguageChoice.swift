import FlowMachine

/// The language that somebody wants a flow in.
enum LanguageChoice {
  /// - Parameter problem: such as `unknown language`.
  /// - Returns: what is wrong with a tag that none of the flow's languages can stand for; nil where one can, or
  ///   where the flow has no texts.
  static func complaint(_ problem: String, _ tag: String, of flow: Flow) -> String? {
    let known = flow.tables.languages.map { String(decoding: flow.blob($0), as: UTF8.self) }
    let isKnown = known.contains { primary($0) == primary(tag) }
    guard !known.isEmpty, !isKnown else { return nil }
    return Spelling.complaint(
      problem, tag, among: known, otherwise: "the flow has: \(known.joined(separator: ", "))")
  }

  /// `de` of `de-AT`, which the texts in `de` serve too.
  private static func primary(_ tag: String) -> String {
    String(tag.prefix { $0 != "-" && $0 != "_" }).lowercased()
  }
}
