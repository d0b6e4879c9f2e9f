import FlowMachine
import Statechart

/// A document that was read without a diagnostic, with what is looked up in it again and again.
final class ReadDocument {
  let document: FlowDocument
  /// Entries of the texts by language and key.
  let texts: [String: [String: TextEntry]]
  /// What its parts name.
  let uses: DocumentUses
  /// An extension's texts, for it and the sub-flows of its base.
  let added: [TextTable]

  init(_ document: FlowDocument) {
    self.document = document
    added = document.extends?.texts ?? []
    var texts: [String: [String: TextEntry]] = [:]
    for table in document.texts {
      // Also one without entries is there.
      texts[table.language.value] = [:]
      for entry in table.entries { texts[table.language.value]?[entry.key.value] = entry }
    }
    self.texts = texts
    uses = DocumentUses(of: document)
  }
}

/// The names of one document inside a compilation: the flow's own, or those of a sub-flow at one
/// place.
///
/// Every name is looked up here, so that a sub-flow keeps its names to itself, and a bound name of
/// it is its parent's.
final class Scope {
  let source: ReadDocument
  /// Stands before the names of a sub-flow: the path of states that lead to it, each with a dot
  /// behind it.
  let prefix: String
  let file: String
  /// The reference to the sub-flow in the document around it; nil for the flow itself.
  let reference: SubflowDeclaration?
  /// The names of the document around it; nil for the flow itself.
  private(set) weak var around: Scope?
  /// Where its HTTP requests may send secrets, once that was asked.
  var origins: Set<Compilation.URLOrigin>?
  /// The state that the document's screens are children of.
  var container: StateID = 0
  var facts: [String: FactID] = [:]
  var requests: [String: RequestID] = [:]
  var timers: [String: TimerID] = [:]
  var overlays: [String: OverlayID] = [:]
  var states: [String: StateID] = [:]
  /// The classes of failure of each request beside the common ones.
  var classes: [String: [String]] = [:]
  /// Entries of the texts by language and key.
  private(set) var texts: [String: [String: TextEntry]]
  /// Of an extension, the keys here with what they stand for in the extension.
  private(set) var added: [(key: String, entry: TextEntry)] = []

  init(
    _ source: ReadDocument, prefix: String, file: String, reference: SubflowDeclaration? = nil,
    in around: Scope? = nil
  ) {
    self.source = source
    texts = source.texts
    self.around = around
    self.prefix = prefix
    self.file = file
    self.reference = reference
  }

  var document: FlowDocument { source.document }
  var uses: DocumentUses { source.uses }
  /// The position of the document's beginning, for what has no place of its own.
  var start: Position { document.name.position }

  /// Takes a text of an extension.
  func add(_ entry: TextEntry, _ key: String, in language: String) {
    texts[language, default: [:]][key] = entry
    added.append((key, entry))
  }
}

/// A state with its place in the tree, before and after it has its number.
final class PlannedState {
  let kind: StateKind
  /// The whole name, with the prefix of its document.
  let name: String
  let scope: Scope
  let declaration: StateDeclaration?
  /// For the container of a document's screens: its `on` and `always` hold in all of them.
  var isContainer = false
  /// For a region: whether a launch begins it again; nil for what is none.
  var restartsAtLaunch: Bool?
  /// For a state that stands for a sub-flow: the names of that.
  var inner: Scope?
  /// For a final state of a sub-flow that tells its outcome.
  var outcome: Name?
  var children: [PlannedState] = []
  weak var parent: PlannedState?
  var id: StateID = 0
  /// Which region of the root it belongs to; 0: the screens.
  var part = 0

  init(_ kind: StateKind, _ name: String, _ scope: Scope, _ declaration: StateDeclaration? = nil) {
    self.kind = kind
    self.name = name
    self.scope = scope
    self.declaration = declaration
  }

  func add(_ child: PlannedState) {
    child.parent = self
    children.append(child)
  }

  var isScreen: Bool { declaration?.screen != nil }
  var hasScreens: Bool { isScreen || children.contains { $0.hasScreens } }
  var isInsideScreen: Bool { isScreen || parent?.isInsideScreen ?? false }
  /// The screen that this state is, or is inside of.
  var enclosingScreen: PlannedState? { isScreen ? self : parent?.enclosingScreen }
  /// It and all states inside, in document order.
  var withDescendants: [PlannedState] { [self] + children.flatMap(\.withDescendants) }

  func isInside(_ ancestor: PlannedState) -> Bool {
    guard let parent else { return false }
    return parent === ancestor || parent.isInside(ancestor)
  }

  /// The document whose `on` and `always` hold in all of this state, if it holds all of that
  /// document's screens.
  var holdsScreensOf: Scope? {
    if isContainer { return scope }
    return kind == .compound ? inner : nil
  }
}
