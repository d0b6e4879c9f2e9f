public import Observation

/// The account centre of an app: the flow `settings`, with the session of the app's entry (CTR-1). `AccountView` draws it; a
/// view of your own draws `entry` and calls `run` while it is visible.
///
/// Once the user has signed out, or deleted the account, it ends, and the entry returns to its sign-in.
@MainActor @Observable
public final class AccountFlow {
  /// What runs it; nil while nothing shows it, so that the next user never sees the screen of the one before.
  public private(set) var entry: AppEntry?
  /// How often it has asked to be left: by its button, and when the session has ended. A view that is presented
  /// dismisses itself.
  public private(set) var closings = 0
  /// Whether the entry's flow has asked for it, as the home screen that we draw does; `PorticoView` then shows it in a
  /// sheet. A `FlowStack` opens it instead.
  public var isWanted = false

  private let opener: FlowOpener
  private let links: LinkRouter
  private var windows = 0

  init(_ opener: FlowOpener, _ links: LinkRouter) { (self.opener, self.links) = (opener, links) }

  /// Runs the flow until the task is cancelled or the session has ended. Any number of windows may call it; they share one
  /// flow.
  public func run() async {
    windows += 1
    let opened = entry ?? open()
    entry = opened
    await opened.run()
    windows -= 1
    if windows == 0, entry === opened { entry = nil }
  }

  private func open() -> AppEntry {
    var hooks = opener.app
    hooks.tell = { [weak self, opener] name, values in
      switch name {
      case "closeFlow": Task { @MainActor in self?.closings += 1 }
      case "changeLanguage":
        guard let wanted = values["language"]?.text, !wanted.isEmpty else { return }
        Task { @MainActor in
          opener.changeLanguage(wanted)
          self?.entry?.show(in: wanted)
        }
      default: opener.app.tell(name, values)
      }
    }
    let opened = opener.make(.settings, hooks)
    opened.join(links)
    opened.sceneChanged = { [weak self, weak opened] scene in
      // The last screen of the user before stays visible, inactive, while the flow opens for the next one.
      guard let screen = scene.screen, screen.name == "signedOut", screen.isActive, let self,
        entry === opened
      else { return }
      entry = nil
      closings += 1
      opened?.finish()
    }
    return opened
  }
}

/// How an entry opens another flow of its app.
package struct FlowOpener {
  /// Makes an entry with the same session, in the language that the app is shown in now.
  package var make: @MainActor (_ flow: AppFlow, _ app: AppHooks) -> AppEntry
  /// What the app does on behalf of its flows.
  package var app: AppHooks
  /// Whether nothing else opens the account centre where a flow asks for it.
  package var opensAccount = false
  /// Shows the app in another language, a BCP 47 tag, and keeps that for the next launch.
  package var changeLanguage: @MainActor (String) -> Void

  package init(
    make: @escaping @MainActor (_ flow: AppFlow, _ app: AppHooks) -> AppEntry, app: AppHooks,
    changeLanguage: @escaping @MainActor (String) -> Void
  ) {
    self.make = make
    self.app = app
    self.changeLanguage = changeLanguage
  }
}
