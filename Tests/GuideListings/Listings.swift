// What docs/guides/add-to-an-app.md shows beside the example app. `scripts/apple-check` type-checks it.
#if canImport(SwiftUI)
import Foundation
import Portico
import PorticoLive
import PorticoUI
import SwiftUI

#if DEBUG
import PorticoTesting
#endif
#if canImport(UIKit)
import UIKit
#endif

@main
struct ShopApp: App {
  @State private var entry = AppEntry.live(.entry, server: "https://id.example.com")

  var body: some Scene {
    WindowGroup {
      PorticoView(entry).screen("home") { ShopView() }
    }
  }
}

struct ShopView: View {
  var body: some View { Text("Shop") }
}

struct AccountRow: View {
  let session: PorticoSession

  var body: some View {
    VStack {
      Text(session.user?.email ?? "")
      Button("Sign out") { Task { try? await session.signOut() } }
    }
  }
}

@MainActor func entryTag(_ session: PorticoSession) async throws -> String {
  let token = try await session.accessToken()
  return String(token.prefix(1))
}

struct BrandedEntry: View {
  let entry: AppEntry
  let brand: PorticoTheme

  var body: some View {
    PorticoView(entry).porticoTheme(brand)
  }
}

struct OwnScreens: View {
  let entry: AppEntry
  let showsAccount = true

  var body: some View {
    PorticoView(entry)
      .screen("choosing", drawing: { screen in Text(screen.title) })
      .porticoElement(view: "stars") { entry, element in StarsView(entry: entry, element: element) }
  }
}

struct StarsView: View {
  let entry: AppEntry
  let element: Element

  var body: some View {
    VStack {
      ElementView(entry: entry, element: element)
      Button("Next") { entry.tap(element) }
    }
  }
}

struct Stacked: View {
  let stack: FlowStack

  var body: some View { PorticoStackView(stack) }
}

@MainActor func madeUp(_ screen: Portico.Screen) -> AppEntry {
  AppEntry.showing(EntryScene(screen: screen))
}

@MainActor func open(_ url: URL, _ entry: AppEntry) async {
  await entry.opened(by: url.absoluteString)
}

struct LockedShop: View {
  let entry: AppEntry
  let lock: HomeLock

  var body: some View {
    PorticoView(entry).screen("home") { ShopView() }.porticoLock(lock)
  }
}

@MainActor func shopLock(_ session: PorticoSession) -> HomeLock {
  let lock = HomeLock.live(session, graceSeconds: 120)
  return lock
}

struct EntryWithTerms: View {
  let entry: AppEntry

  var body: some View {
    PorticoView(entry).porticoElement("terms") { entry, element in
      TermsView(element: element) { entry.toggle($0, element) }
    }
  }
}

struct TermsView: View {
  let element: Element
  let accept: @MainActor (Bool) -> Void

  var body: some View { Button(element.text) { accept(true) } }
}

#if DEBUG
struct EntryPreviews: PreviewProvider {
  static var previews: some View {
    if let entry = try? AppEntry.simulated(at: .codeAsked) { PorticoView(entry) }
    if let entry = try? AppEntry.simulated(.onboarding) { PorticoView(entry) }
    AccountRow(session: .showing(.signedIn, user: .init(id: "1", email: "ada@example.org")))
  }
}
#endif

@MainActor func shopEntry() -> AppEntry {
  #if DEBUG
  // A UI test launches the app with `-entry codeAsked`.
  let name = UserDefaults.standard.string(forKey: "entry") ?? ""
  if let state = EntryState(rawValue: name), let entry = try? AppEntry.simulated(at: state) {
    return entry
  }
  #endif
  return .live(.entry, server: "https://id.example.com")
}

#if os(iOS) || os(visionOS)
struct RenewingApp: App {
  @State private var session = PorticoSession(server: "https://id.example.com")

  var body: some Scene {
    WindowGroup { AccountRow(session: session) }
      .backgroundTask(.appRefresh("renewal")) { _ = try? await session.accessToken() }
  }
}

@MainActor func rootController(_ entry: AppEntry) -> UIViewController {
  PorticoView(entry).screen("home") { ShopView() }.controller()
}
#endif
#endif
