#if canImport(SwiftUI)
import Foundation
import NotesEntry
import SwiftUI

/// What the app is about. It is seen only while somebody is signed in.
struct NotesView: View {
  let user: String
  let calls: NotesCalls
  let openAccount: @MainActor () -> Void
  let signOut: @MainActor () -> Void
  @State private var note = ""
  @State private var count = 0

  var body: some View {
    VStack(spacing: 16) {
      Text(user).font(.headline)
      TextField("A note", text: $note).textFieldStyle(.roundedBorder)
      Button("Account", action: openAccount)
      Button("Sign out", action: signOut)
    }
    .padding(24)
    .task { count = (try? await calls.load())?.count ?? 0 }
  }
}
#endif
