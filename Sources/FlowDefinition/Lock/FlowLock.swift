/// The stable numbers of a flow's persisted names: what `NAME.flow.lock` says.
///
/// A number and its name belong together for ever. A name that is no longer in the document is
/// retired: it keeps its number, and should it come back it means what it meant.
package struct FlowLock: Equatable, Sendable {
  /// A version that was locked.
  package struct Version: Equatable, Sendable {
    /// Tells its stored names and structures from others.
    package var shape: Int64
    /// Where its document lies, relative to the lock file.
    package var document: String

    package init(shape: Int64, document: String) {
      self.shape = shape
      self.document = document
    }
  }

  package var flow: String
  package var versions: [Int: Version] = [:]
  package var numbers: [LockedName: UInt16] = [:]

  package init(flow: String) {
    self.flow = flow
  }

  package var newestVersion: Int? { versions.keys.max() }

  /// The greatest number that a kind (of an owner) has given out; 0 for none.
  func greatest(_ kind: LockedName.Kind, of owner: String) -> UInt16 {
    numbers.lazy.filter { $0.key.kind == kind && $0.key.owner == owner }.map(\.value).max() ?? 0
  }

  /// The path of the lock file that belongs to a document.
  package static func path(of document: String) -> String {
    let stem = document.hasSuffix(".yaml") ? String(document.dropLast(5)) : document
    return stem + ".lock"
  }
}
