/// What a host finds in storage at a launch.
package struct StoredState: Sendable {
  package var journal: [UInt8]
  /// Nil when secure storage is there and cannot be read now.
  package var secretNames: [SecretName]?
  /// JSON texts by the names of facts. Nil while they have not been read: they count only where the
  /// journal has no record for this flow.
  package var preferences: [StoredPreference]?

  package init(
    journal: [UInt8], secretNames: [SecretName]?, preferences: [StoredPreference]? = nil
  ) {
    self.journal = journal
    self.secretNames = secretNames
    self.preferences = preferences
  }
}

package struct StoredPreference: Sendable {
  package var name: Text
  package var json: Text

  package init(_ name: Text, _ json: Text) {
    self.name = name
    self.json = json
  }
}

/// Why nothing was launched; nothing was changed.
package enum LaunchRefusal: Error, Equatable, Sendable {
  /// The journal is of no use, so the preferences count: launch again with them.
  case needsPreferences
  /// The machine does not start this flow at all.
  case flow(FlowError)
}

/// Something about what was stored that people who look after the app want to know; the launch goes
/// on.
package enum LaunchNotice: Equatable, Sendable {
  /// No record in the journal fits. It goes aside, and the launch had preferences and secure storage
  /// only.
  case journalSetAside(FlowError)
  /// Parts of the journal were torn or changed; the last whole record counted.
  case journalDamaged(bytes: Int)
  /// A preference had a value that its fact cannot have.
  case preferenceIgnored(Text)
}
