#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// The account centre: name, language, addresses, password, passkeys, devices, data, and the deletion of the account.
///
/// In a sheet of the app's home or in one of its tabs; it shares the session of the entry around it, and has a navigation of
/// its own. Where it is presented, it has a button that dismisses it. Once the user has signed out or deleted the account,
/// the entry returns to its sign-in, and this view goes with home.
///
/// ```swift
/// PorticoView(entry).screen("home") {
///   HomeView().sheet(isPresented: $showsAccount) { AccountView() }
/// }
/// ```
public struct AccountView: View {
  @Environment(\.porticoEntry) private var surrounding
  @Environment(\.dismiss) private var dismiss
  @Environment(\.isPresented) private var isPresented
  private let given: AppEntry?

  /// - Parameter entry: the app's entry; nil for the one of the `PorticoView` or `PorticoStackView` around this view.
  public init(_ entry: AppEntry? = nil) { given = entry }

  /// The account centre, or progress until it is there.
  public var body: some View {
    if let account = (given ?? surrounding)?.account {
      ZStack {
        if let entry = account.entry {
          if isPresented { PorticoView(entry) } else { tab(entry) }
        } else {
          ProgressView()
        }
      }
      .task { await account.run() }
      .onChange(of: account.closings) { _, _ in dismiss() }
    } else {
      PhaseView(phase: .refused("AccountView needs an entry of AppEntry.live or FlowStack.live."))
    }
  }

  /// There is nothing to close.
  private func tab(_ entry: AppEntry) -> some View {
    PorticoView(entry).porticoElement("close") { _, _ in EmptyView() }
  }
}

extension EnvironmentValues {
  /// The entry that shows a view.
  var porticoEntry: AppEntry? {
    get { self[EntryKey.self] }
    set { self[EntryKey.self] = newValue }
  }
}

private struct EntryKey: EnvironmentKey {
  static let defaultValue: AppEntry? = nil
}
#endif
