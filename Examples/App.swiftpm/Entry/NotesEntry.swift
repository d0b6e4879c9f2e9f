public import Portico
import PorticoLive

/// The entry of the notes app: the shipped flow `entry`, with what is this app's own.
///
/// - Parameters:
///   - server: of `portico serve`.
///   - folder: nil for the platform's own place; a test gives one of its own.
@MainActor
public func notesEntry(
  server: String = "https://id.example.com", folder: String? = nil
) -> AppEntry {
  .live(
    .entry, server: server,
    configuration: [
      // No experiment and no sign-in by phone in this app.
      "experiments": false, "signInByPhone": false,
      "documentationAddress": "https://example.com/notes/help",
      "privacyAddress": "https://example.com/notes/privacy",
      "termsAddress": "https://example.com/notes/terms",
    ],
    folder: folder)
}
