/// What became of names that earlier versions of a flow had.
package struct MigrationDeclaration: Sendable {
  package struct Rename: Sendable {
    package var old: Name
    package var new: Name

    package init(old: Name, new: Name) {
      self.old = old
      self.new = new
    }
  }
  /// Renames of parts that belong to something: the values of a fact, the classes of a request.
  package struct Inner: Sendable {
    package var owner: Name
    package var renames: [Rename]

    package init(owner: Name, renames: [Rename]) {
      self.owner = owner
      self.renames = renames
    }
  }
  package var states: [Rename] = []
  package var facts: [Rename] = []
  package var values: [Inner] = []
  package var requests: [Rename] = []
  package var classes: [Inner] = []
  package var timers: [Rename] = []
  package var overlays: [Rename] = []

  package init() {}
}
