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

/// The flows of the notes app: the shipped `entry` with what is this app's own, and the account centre over it.
@MainActor
public func notesFlows(_ session: PorticoSession) -> FlowStack {
  .live(
    .entry, opens: [.settings], session: session,
    configuration: [
      "entry": [
        // No experiment and no sign-in by phone in this app.
        "experiments": false, "signInByPhone": false,
        "documentationAddress": "https://example.com/notes/help",
        "privacyAddress": "https://example.com/notes/privacy",
        "termsAddress": "https://example.com/notes/terms",
      ]
    ])
}
