#if canImport(SwiftUI)
public import Portico
public import SwiftUI

extension View {
  /// Locks what the flows in this view show, once in each window, around `PorticoView` or `PorticoStackView`.
  ///
  /// It also tells the lock when the window enters foreground and background. Sheets and covers of the flows, and
  /// `AccountView`, are locked with it; those of the app need `porticoLocked()` inside, because the platform shows
  /// them above everything else.
  ///
  /// ```swift
  /// PorticoView(entry).screen("home") { HomeView() }.porticoLock(lock)
  /// ```
  ///
  /// - Parameter lock: kept by the app, beside its session.
  public func porticoLock(_ lock: HomeLock) -> some View { modifier(WindowLock(lock: lock)) }

  /// Covers this view while the lock around it is closed; for the content of the app's own sheets.
  public func porticoLocked() -> some View { modifier(LockedContent(isRunning: true)) }
}

/// A window of the app, as the lock sees it.
private struct WindowLock: ViewModifier {
  let lock: HomeLock
  @Environment(\.scenePhase) private var scenePhase
  @State private var window: Int?
  /// Known from changes only: an app of UIKit has no scene phase.
  @State private var isInFront = true

  func body(content: Content) -> some View {
    content
      .environment(\.porticoLock, lock)
      .environment(\.porticoIsInFront, isInFront)
      .onChange(of: scenePhase, initial: true) { old, phase in
        let number = window ?? lock.newWindow()
        window = number
        if phase == .active { lock.show(window: number, isForeground: true) }
        if phase == .background { lock.show(window: number, isForeground: false) }
        if old != phase { isInFront = Self.isInFront(phase) }
      }
      .onDisappear { if let window { lock.show(window: window, isForeground: false) } }
  }

  private static func isInFront(_ phase: ScenePhase) -> Bool {
    #if os(iOS)
    // The app switcher shows inactive windows.
    phase == .active
    #else
    // Others lie beside the one that is in use.
    phase != .background
    #endif
  }
}

/// Content, and the cover over it.
struct LockedContent: ViewModifier {
  /// Whether the flow runs; why it does not is no secret.
  let isRunning: Bool
  @Environment(\.porticoLock) private var lock
  @Environment(\.porticoIsInFront) private var isInFront

  func body(content: Content) -> some View {
    let cover = isRunning ? lock?.cover(isInFront: isInFront) ?? .none : .none
    content
      .accessibilityHidden(cover != .none)
      // Keys of a keyboard reach what is covered, and VoiceOver must not.
      .disabled(isLocked(cover))
      .overlay { if let lock, cover != .none { LockCover(lock: lock, cover: cover) } }
  }

  private func isLocked(_ cover: HomeLock.Cover) -> Bool {
    if case .locked = cover { true } else { false }
  }
}

/// What is seen instead of the content.
private struct LockCover: View {
  let lock: HomeLock
  let cover: HomeLock.Cover
  @Environment(\.porticoWords) private var words

  var body: some View {
    ZStack {
      Rectangle().fill(.background).ignoresSafeArea()
      if case .locked(let isAsking) = cover {
        Themed {
          VStack(spacing: 16) {
            Image(systemName: "lock").font(.largeTitle).accessibilityHidden(true)
            Button(action: lock.unlock) { Text(words.unlock) }
              .buttonStyle(.borderedProminent).disabled(isAsking)
              .accessibilityIdentifier("portico.unlock")
            Button {
              Task { await lock.signOut() }
            } label: {
              Text(words.signOut)
            }
            .buttonStyle(.bordered).accessibilityIdentifier("portico.signOut")
          }
          .controlSize(.large)
          .padding(24)
        }
      }
    }
    .accessibilityAddTraits(.isModal)
  }
}

extension EnvironmentValues {
  /// The lock around the flows in a view, or nil.
  var porticoLock: HomeLock? {
    get { self[LockKey.self] }
    set { self[LockKey.self] = newValue }
  }

  /// Whether the window is in use.
  var porticoIsInFront: Bool {
    get { self[InFrontKey.self] }
    set { self[InFrontKey.self] = newValue }
  }
}

private struct LockKey: EnvironmentKey {
  static let defaultValue: HomeLock? = nil
}

private struct InFrontKey: EnvironmentKey {
  static let defaultValue = true
}
#endif
