#if canImport(SwiftUI)
import Portico
import SwiftUI

/// What stands below all sheets and alerts: the app's own view, the screens of the flow, or why there are none.
struct BaseView: View {
  let entry: AppEntry
  let views: ScreenViews
  @Binding var path: ScreenPath

  var body: some View {
    ZStack {
      if let base = views.base(of: entry.scene) {
        if base.isShown, let view = views.own[base.screen.view] {
          view(base.screen).id(base.screen.view)
        } else {
          Color.clear
        }
      } else if entry.scene.screen != nil {
        Themed { PathView(entry: entry, views: views, path: $path) }
      } else {
        Themed { PhaseView(phase: entry.phase) }
      }
    }
  }
}

/// The screens of the flow in the platform's navigation.
struct PathView: View {
  let entry: AppEntry
  let views: ScreenViews
  @Binding var path: ScreenPath

  var body: some View {
    ZStack {
      NavigationStack(path: names) {
        Group {
          if let root = path.root { surface(root, isRoot: true) } else { Color.clear }
        }
        .navigationDestination(for: String.self) { name in
          if let screen = path[name] { surface(screen, isRoot: false) }
        }
      }
      // What no way leads back from comes in place of what was there, not as a step.
      .id(path.generation)
      .transition(.opacity)
    }
    .animation(.default, value: path.generation)
  }

  /// The platform removes names by its back button and its gesture.
  private var names: Binding<[String]> {
    Binding(
      get: { MainActor.assumeIsolated { path.names } },
      set: { names in
        MainActor.assumeIsolated {
          for _ in 0..<path.pop(to: names.count) { entry.back() }
        }
      })
  }

  private func surface(_ screen: Portico.Screen, isRoot: Bool) -> some View {
    SurfaceView(entry: entry, screen: screen, views: views)
      // The platform draws the way back to a screen that was shown before.
      .navigationBarBackButtonHidden(!screen.hasBack)
      .toolbar {
        if isRoot, screen.hasBack {
          ToolbarItem(placement: .navigation) { BackButton(act: entry.back) }
        }
        if screen.isDismissable {
          ToolbarItem(placement: .cancellationAction) { CloseButton(act: entry.dismiss) }
        }
      }
  }
}

/// A screen or overlay by the app's own view, or by ours.
struct SurfaceView: View {
  let entry: AppEntry
  let screen: Portico.Screen
  let views: ScreenViews

  var body: some View {
    if let own = views.own[screen.view] {
      own(screen)
    } else {
      ElementList(entry: entry, screen: screen)
        .navigationTitle(screen.title)
        .inlineTitle()
        .disabled(!screen.isActive)
    }
  }
}

/// Where the platform has none: nothing was shown before that it could lead to.
private struct BackButton: View {
  let act: @MainActor () -> Void
  @Environment(\.porticoWords) private var words

  var body: some View {
    Button(action: act) { Image(systemName: "chevron.backward") }.accessibilityLabel(words.back)
  }
}

struct CloseButton: View {
  let act: @MainActor () -> Void
  @Environment(\.porticoWords) private var words

  var body: some View {
    Button(action: act) { Image(systemName: "xmark") }.accessibilityLabel(words.close)
  }
}
#endif
