#if canImport(SwiftUI)
import NotesEntry
import Portico
import PorticoUI
import SwiftUI

@main
struct NotesApp: App {
  @State private var entry = notesEntry()

  var body: some Scene {
    WindowGroup {
      PorticoView(entry).screen("home") { NotesView(signOut: { entry.signal("logout") }) }
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
