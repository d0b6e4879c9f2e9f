#if canImport(SwiftUI)
import NotesEntry
import Portico
import PorticoLive
import PorticoUI
import SwiftUI

@main
struct NotesApp: App {
  @State private var session: PorticoSession
  @State private var entry: AppEntry

  init() {
    let session = notesSession()
    _session = State(wrappedValue: session)
    _entry = State(wrappedValue: notesEntry(session))
  }

  var body: some Scene {
    WindowGroup {
      PorticoView(entry).screen("home") {
        NotesView(user: session.user?.email ?? "", calls: NotesCalls(session))
      }
    }
  }
}
#else
/// There is no app without SwiftUI; the entry alone is in `NotesEntry`.
@main
enum NotesApp {
  static func main() {}
}
#endif
