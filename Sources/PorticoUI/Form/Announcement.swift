#if canImport(SwiftUI)
import Accessibility

/// Announces something to people who cannot see it appear.
@MainActor func announce(_ words: String) {
  if !words.isEmpty { AccessibilityNotification.Announcement(words).post() }
}
#endif
