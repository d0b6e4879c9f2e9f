#if canImport(SwiftUI)
import NotesEntry
import Portico
import PorticoLive
import PorticoUI
import SwiftUI

@main
struct NotesApp: App {
  @State private var session: PorticoSession
  @State private var stack: FlowStack

  init() {
    let session = notesSession()
    _session = State(wrappedValue: session)
    _stack = State(wrappedValue: notesFlows(session))
  }

  var body: some Scene {
    WindowGroup {
      PorticoStackView(stack).screen("home") {
        NotesView(
          user: session.user?.email ?? "", calls: NotesCalls(session),
          openAccount: { stack.open(.settings) },
          signOut: { stack.flows[0].entry.signal("logout") })
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
