public import Portico
public import PorticoLive

/// Who is signed in to the notes app.
///
/// - Parameters:
///   - server: of `portico serve`.
///   - folder: nil for the platform's own place; a test gives one of its own.
@MainActor
public func notesSession(
  server: String = "https://id.example.com", folder: String? = nil
) -> PorticoSession {
  PorticoSession(server: server, appName: "notes", folder: folder)
}

/// The shipped flow `entry` with what is this app's own.
@MainActor
public func notesEntry(_ session: PorticoSession) -> AppEntry {
  .live(
    .entry, session: session,
    configuration: [
      // No experiment and no sign-in by phone in this app.
      "experiments": false, "signInByPhone": false,
      "documentationAddress": "https://example.com/notes/help",
      "privacyAddress": "https://example.com/notes/privacy",
      "termsAddress": "https://example.com/notes/terms",
    ])
}
