/// The files of the shipped flows (documents, texts, lock files, earlier versions) in the program itself: it may be
/// copied without them. `scripts/generate-documents` writes them, and a test compares them with `Flows/`. Devices load the
/// compiled forms of `StandardFlows` instead.
package enum ShippedDocuments {
  private static let all =
    account + bootstrap + entry + market + onboarding + phone + settings + shared

  /// The path of each file below the root of the repository, such as
  /// `Flows/phone/phone.flow.yaml`.
  package static var paths: [String] { all.map { "\($0.path)" } }

  /// The path of a shipped flow's document, if there is such a flow.
  ///
  /// - Parameter flow: its name, such as `phone`.
  package static func path(of flow: String) -> String? {
    let path = "Flows/\(flow)/\(flow).flow.yaml"
    return paths.contains(path) ? path : nil
  }

  /// What a file holds; nil where there is none.
  ///
  /// - Parameter path: one of `paths`.
  package static func read(_ path: String) -> [UInt8]? {
    guard let file = all.first(where: { "\($0.path)" == path }) else { return nil }
    return Array(
      UnsafeBufferPointer(start: file.text.utf8Start, count: file.text.utf8CodeUnitCount))
  }
}
