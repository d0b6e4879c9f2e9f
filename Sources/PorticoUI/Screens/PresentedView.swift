#if canImport(SwiftUI)
import Portico
import SwiftUI

/// The base of a flow, or a surface over it, and the next surface that is presented over this one.
///
/// A platform presents one surface over another, so each has the next one.
struct LevelView: View {
  let entry: AppEntry
  let views: ScreenViews
  @Binding var path: ScreenPath
  /// The number of the next surface.
  let place: Int
  /// Nil for the base.
  let surface: EntryScene.Presented?
  /// Kept while the platform takes the alert away.
  @State private var alert: Portico.Screen?
  @State private var isAlertShown = false
  /// Which of the entry's inputs the tap on the alert was, until the flow has taken it.
  @State private var tapped: Int?

  private var next: EntryScene.Presented? {
    let presented = entry.scene.presented
    return place < presented.count ? presented[place] : nil
  }

  var body: some View {
    content
      .modifier(LockedContent(isRunning: entry.phase == .running))
      .overlay(alignment: .bottom) { if next == nil { ToastView(entry: entry) } }
      .sheet(item: item(.sheet)) { level($0) }
      #if !os(macOS)
    .fullScreenCover(item: item(.cover)) { level($0) }
      #endif
      .alert(Text(alert?.title ?? ""), isPresented: $isAlertShown, presenting: alert) { alert in
        ForEach(alert.alertButtons) { element in
          Button(role: element.kind == .button(.destructive) ? .destructive : nil) {
            tapped = entry.press(element)
          } label: {
            Text(element.text)
          }
        }
      } message: { alert in
        Text(alert.alertMessage)
      }
      .onChange(of: next, initial: true) { _, next in
        let shown = next?.style == .alert ? next?.screen : nil
        if let shown { alert = shown }
        isAlertShown = shown != nil
      }
      .onChange(of: entry.inputsTaken) { _, taken in returnAlert(after: taken) }
  }

  /// The platform takes its alert away at any tap. If the flow goes on showing it, it comes back.
  private func returnAlert(after inputsTaken: Int) {
    guard let tapped, tapped <= inputsTaken else { return }
    self.tapped = nil
    isAlertShown = next?.style == .alert
  }

  @ViewBuilder private var content: some View {
    if let surface {
      Themed {
        // Once the modal screens are over, the last of them stays as it was while the platform takes it away.
        if surface.isModal, entry.scene.root != nil {
          PathView(entry: entry, views: views, path: $path)
        } else {
          OverlayView(entry: entry, overlay: surface, views: views)
        }
      }
    } else {
      BaseView(entry: entry, views: views, path: $path)
    }
  }

  /// A level of this type in this type.
  private func level(_ next: EntryScene.Presented) -> AnyView {
    // What is there now, if it is still there.
    let current = self.next?.id == next.id ? self.next : nil
    return AnyView(
      LevelView(
        entry: entry, views: views, path: $path, place: place + 1, surface: current ?? next
      )
      .interactiveDismissDisabled(!next.isDismissable))
  }

  private func item(_ style: EntryScene.Presented.Style) -> Binding<EntryScene.Presented?> {
    #if os(macOS)
    // A Mac has sheets alone.
    let isItem = next.map { $0.style != .alert } ?? false
    #else
    let isItem = next?.style == style
    #endif
    let shown = isItem ? next : nil
    return Binding(
      get: { shown },
      set: { item in
        MainActor.assumeIsolated {
          // The platform also reports the end of what the flow has taken away.
          guard item == nil, let shown, shown.isDismissable,
            entry.scene.presented.last?.id == shown.id
          else { return }
          entry.dismiss()
        }
      })
  }
}

/// An overlay in a sheet or a cover.
private struct OverlayView: View {
  let entry: AppEntry
  let overlay: EntryScene.Presented
  let views: ScreenViews
  @Environment(\.dynamicTypeSize) private var size

  /// Half a screen is too little for a screen, and for the largest letters.
  private var isLarge: Bool { overlay.isModal || size.isAccessibilitySize }

  var body: some View {
    NavigationStack {
      SurfaceView(entry: entry, screen: overlay.screen, views: views)
        .toolbar {
          if overlay.isDismissable {
            ToolbarItem(placement: .cancellationAction) { CloseButton(act: entry.dismiss) }
          }
        }
    }
    .presentationDetents(isLarge ? [.large] : [.medium, .large])
  }
}
#endif
