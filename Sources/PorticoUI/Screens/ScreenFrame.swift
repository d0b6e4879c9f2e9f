#if canImport(SwiftUI)
import Portico
import SwiftUI

/// A screen in its frame: the title, the back button, and the elements or the app's own view.
struct ScreenFrame: View {
  let entry: AppEntry
  let screen: Portico.Screen
  let views: ScreenViews

  var body: some View {
    if let own = views.own[screen.view] {
      own(screen)
    } else {
      NavigationStack {
        ElementList(entry: entry, screen: screen)
          .navigationTitle(screen.title)
          .toolbar {
            if screen.hasBack {
              ToolbarItem(placement: .navigation) {
                Button(action: entry.back) { Image(systemName: "chevron.backward") }
                  .accessibilityLabel(Words.back)
              }
            }
            if screen.isDismissable {
              ToolbarItem(placement: .cancellationAction) {
                Button(action: entry.dismiss) { Image(systemName: "xmark") }
                  .accessibilityLabel(Words.close)
              }
            }
          }
      }
      .disabled(!screen.isActive)
    }
  }
}

/// An overlay over the screen: full screen, as a sheet from below, or as an alert in the middle.
struct OverlayFrame: View {
  let entry: AppEntry
  let overlay: Portico.Screen
  let views: ScreenViews

  var body: some View {
    ZStack(alignment: overlay.style == .sheet ? .bottom : .center) {
      if overlay.style == .overlay {
        Rectangle().fill(.background).ignoresSafeArea()
      } else {
        // Blocks the surface below while this is shown.
        Color.black.opacity(0.4).ignoresSafeArea()
          .onTapGesture { if overlay.style == .sheet { entry.dismiss() } }
          .accessibilityHidden(true)
      }
      card
    }
    .accessibilityAddTraits(.isModal)
  }

  @ViewBuilder private var card: some View {
    if let own = views.own[overlay.view] {
      own(overlay)
    } else if overlay.style == .overlay {
      ElementList(entry: entry, screen: overlay)
    } else {
      VStack(spacing: 12) {
        if !overlay.title.isEmpty { Text(overlay.title).font(.headline) }
        ForEach(overlay.elements) { ElementView(entry: entry, element: $0) }
      }
      .padding(20)
      .frame(maxWidth: overlay.style == .alert ? 320 : .infinity)
      .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 20))
      .padding(overlay.style == .alert ? 24 : 0)
    }
  }
}

/// What is shown while the flow is not running.
struct PhaseView: View {
  let phase: AppEntry.Phase

  var body: some View {
    switch phase {
    case .notLaunched, .running: ProgressView()
    case .waitingForStorage:
      VStack(spacing: 12) {
        ProgressView()
        Text(Words.locked)
      }
    case .ownedElsewhere: Text(Words.ownedElsewhere)
    case .refused(let reason): Text(reason).padding()
    }
  }
}

/// A short message at the bottom, which disappears by itself.
struct ToastView: View {
  let entry: AppEntry

  var body: some View {
    if let toast = entry.toasts.first {
      VStack {
        Spacer()
        Text(toast)
          .padding(.horizontal, 16).padding(.vertical, 10)
          .background(.thinMaterial, in: Capsule())
          .padding(.bottom, 32)
      }
      .task(id: toast) {
        try? await Task.sleep(for: .seconds(4))
        entry.takeToast()
      }
      .accessibilityAddTraits(.updatesFrequently)
    }
  }
}
#endif
