// ShippedDocuments: the documents of the shipped flows, as the command line reads them.
//
// Owns: what lies in `Flows/` (documents, texts, lock files, earlier versions), generated as text by
// `scripts/generate-documents` and compared with the files by a test. Must not: be linked by anything but
// the command line; devices load the compiled forms of `StandardFlows`.

/// The files of the shipped flows, in the program itself: it may be copied without them.
package enum ShippedDocuments {
  private static let all = account + bootstrap + entry + market + onboarding + phone + shared

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
