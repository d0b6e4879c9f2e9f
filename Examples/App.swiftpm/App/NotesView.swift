#if canImport(SwiftUI)
import Foundation
import NotesEntry
import PorticoUI
import SwiftUI

/// What the app is about. It is seen only while somebody is signed in.
struct NotesView: View {
  let user: String
  let calls: NotesCalls
  @State private var note = ""
  @State private var count = 0
  @State private var showsAccount = false

  var body: some View {
    VStack(spacing: 16) {
      Text(user).font(.headline)
      TextField("A note", text: $note).textFieldStyle(.roundedBorder)
      Button("Account") { showsAccount = true }
    }
    .padding(24)
    .sheet(isPresented: $showsAccount) { AccountView() }
    .task { count = (try? await calls.load())?.count ?? 0 }
  }
}
#endif
