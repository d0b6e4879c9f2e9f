/// What an extension says about its base, apart from its own declarations (decision 37).
package struct ExtensionDeclaration: Sendable {
  /// The path of the base's document, relative to this one, or the name of a shipped flow.
  package var base: Name
  /// States that come before a state of the base: what led to that leads to them.
  package var insertions: [(place: Name, state: Name)]
  /// States of the base that are left out: what led to them leads to the next one.
  package var removals: [(state: Name, next: Name)]
  package var additions: [Addition]
  /// States of the base that run another flow than the base says.
  package var replacements: [(state: Name, flow: Name)]
  /// Languages beside those of the base.
  package var languages: [Name] = []
  /// Languages of the base that are left out.
  package var removedLanguages: [Name]
  /// Texts that are added to those of the base, or take their places; those of a sub-flow have the names
  /// of the states that lead to it, or the name of its flow, before their keys.
  package var texts: [TextTable] = []

  /// Additions to a state of the base.
  package struct Addition: Sendable {
    package var state: Name
    package var elements: [ElementDeclaration]
    /// The element of the base that they stand before; nil: behind all.
    package var place: Name?
    package var enter: [ActionDeclaration]
    package var on: [EventHandler]
    package var always: [TransitionDeclaration]
  }
}
