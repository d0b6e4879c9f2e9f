/// What a host finds in storage at a launch.
package struct StoredState: Sendable {
  package var journal: [UInt8]
  /// Nil if secure storage exists but cannot be read now.
  package var secretNames: [SecretName]?
  /// JSON texts by fact names. Nil while they have not been read; they are used only if the journal
  /// has no record for this flow.
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

/// Why a launch was refused. Nothing has been changed.
package enum LaunchRefusal: Error, Equatable, Sendable {
  /// The journal is unusable, so the preferences are needed: launch again with them.
  case needsPreferences
  /// The machine cannot start this flow.
  case flow(FlowError)
}

/// A problem with the stored data that the app's maintainers want to know about; the launch
/// continues.
package enum LaunchNotice: Equatable, Sendable {
  /// No record in the journal fits. It is moved aside, and the launch used only preferences and
  /// secure storage.
  case journalSetAside(FlowError)
  /// Parts of the journal were torn or changed; the last complete record was used.
  case journalDamaged(bytes: Int)
  /// A preference had a value that its fact cannot have.
  case preferenceIgnored(Text)
}
