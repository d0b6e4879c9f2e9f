#if canImport(SwiftUI)
import SwiftUI

/// The few texts that belong to no flow but to the frame around it. An app translates them in its
/// own string catalogue, by these keys.
///
/// On the main actor, where every view is: a `LocalizedStringKey` may not be shared between actors.
@MainActor enum Words {
  static let back: LocalizedStringKey = "Back"
  static let close: LocalizedStringKey = "Close"
  static let search: LocalizedStringKey = "Search"
  static let locked: LocalizedStringKey = "Unlock your device to go on."
  /// By `PasswordStrength`.
  static let strengths: [LocalizedStringKey] = [
    "Very easy to guess", "Easy to guess", "Could be stronger", "Strong", "Very strong",
  ]
  static let ownedElsewhere: LocalizedStringKey = "Another window of this app is being used."
}
#endif
