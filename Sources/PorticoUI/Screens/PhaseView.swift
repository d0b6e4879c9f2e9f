#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// What is shown while the flow is not running.
public struct PhaseView: View {
  private let phase: AppEntry.Phase
  @Environment(\.porticoWords) private var words

  /// - Parameter phase: of the entry.
  public init(phase: AppEntry.Phase) { self.phase = phase }

  /// Progress, or the reason why the flow is not running.
  public var body: some View {
    switch phase {
    case .notLaunched, .running: ProgressView()
    case .waitingForStorage:
      VStack(spacing: 12) {
        ProgressView()
        Text(words.locked).multilineTextAlignment(.center)
      }
      .padding(24)
    case .ownedElsewhere: Text(words.ownedElsewhere).multilineTextAlignment(.center).padding(24)
    case .refused(let reason): Text(reason).multilineTextAlignment(.center).padding(24)
    }
  }
}

/// A short message at the bottom, which disappears by itself; a long one stays longer.
struct ToastView: View {
  let entry: AppEntry

  var body: some View {
    if let toast = entry.toasts.first {
      Text(toast)
        .multilineTextAlignment(.center)
        .padding(.horizontal, 16).padding(.vertical, 10)
        .background(.thinMaterial, in: RoundedRectangle(cornerRadius: 20))
        .padding(.horizontal, 24).padding(.bottom, 32)
        .task(id: toast) {
          // The next one may say the same.
          while entry.toasts.first == toast {
            announce(toast)
            try? await Task.sleep(for: .milliseconds(max(6_000, 60 * toast.count)))
            if Task.isCancelled { return }
            entry.takeToast()
          }
        }
    }
  }
}
#endif
