#if canImport(SwiftUI)
import SwiftUI

/// What the app is about. It is seen only while somebody is signed in.
struct NotesView: View {
  let signOut: @MainActor () -> Void
  @State private var note = ""

  var body: some View {
    VStack(spacing: 16) {
      TextField("A note", text: $note).textFieldStyle(.roundedBorder)
      Button("Sign out", action: signOut)
    }
    .padding(24)
  }
}
#endif
