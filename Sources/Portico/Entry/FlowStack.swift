public import Observation

/// The flows of an app that are open: the first one, and over it those that were opened from it, such as the account
/// centre.
///
/// A flow asks for it by `perform`: `openFlow`, `closeFlow` and `changeLanguage` (docs/capabilities.md). A view draws `flows`,
/// the last one on top, and runs each entry while it is there; those below go on behind it. `PorticoStackView` is such a view.
///
/// ```swift
/// let stack = FlowStack.live(.entry, opens: [.settings], session: session)
/// ```
@MainActor @Observable
public final class FlowStack {
  /// One of the flows.
  public struct OpenFlow: Identifiable, Sendable {
    /// Unique within the stack, so a view can tell a reopened flow from the earlier one.
    public let id: Int
    /// What runs it.
    public let entry: AppEntry
    fileprivate let flow: AppFlow

    /// The flow's name.
    public var name: String { flow.name }
  }

  /// The open flows, the first one below; never empty.
  public private(set) var flows: [OpenFlow] = []
  /// The language that the user chose, a BCP 47 tag; nil for the device's.
  public private(set) var language: String?

  private let others: [AppFlow]
  private let app: AppHooks
  private let keepLanguage: @MainActor (String) -> Void
  private let make: Make
  private var lastID = 0
  /// Those of the first flow, for all.
  @ObservationIgnored private var links: LinkRouter?

  /// Makes the entry of a flow, in a language (a BCP 47 tag, nil for the device's).
  public typealias Make =
    @MainActor (_ flow: AppFlow, _ app: AppHooks, _ language: String?) -> AppEntry

  /// - Parameters:
  ///   - first: the flow that the app begins with.
  ///   - others: the flows that may be opened over it.
  ///   - language: what the user chose at an earlier launch, if anything.
  ///   - app: what the app does on behalf of the flows. `tell` gets the calls that this stack does not perform itself,
  ///     among them those of flows that are not listed.
  ///   - keepLanguage: stores a language for the next launch.
  ///   - make: makes an entry; called once for each flow that is opened, and once for each open flow when the language
  ///     changes.
  public init(
    _ first: AppFlow, opens others: [AppFlow], language: String? = nil, app: AppHooks = AppHooks(),
    keepLanguage: @escaping @MainActor (String) -> Void = { _ in }, make: @escaping Make
  ) {
    self.others = others
    self.language = language
    self.app = app
    self.keepLanguage = keepLanguage
    self.make = make
    flows = [opened(first)]
  }

  /// Opens a flow over all others, unless it is open: a flow has one journal, so it runs once.
  public func open(_ flow: AppFlow) {
    guard !flows.contains(where: { $0.name == flow.name }) else { return }
    flows.append(opened(flow))
  }

  /// Leads back to a flow, as a gesture of the platform does that dismisses what is shown over it.
  ///
  /// - Parameter place: its place in `flows`.
  public func close(above place: Int) {
    guard place >= 0, place + 1 < flows.count else { return }
    for closed in flows[(place + 1)...] { closed.entry.finish() }
    flows.removeSubrange((place + 1)...)
  }

  private func opened(_ flow: AppFlow) -> OpenFlow {
    lastID += 1
    let id = lastID
    var hooks = app
    hooks.tell = { [weak self, app] name, values in
      guard Self.performs.contains(name) else { return app.tell(name, values) }
      Task { @MainActor in self?.perform(name, values, for: id) }
    }
    let entry = make(flow, hooks, language)
    let links = links ?? entry.links
    self.links = links
    entry.join(links)
    entry.opener = FlowOpener(
      make: { [weak self, make] flow, app in make(flow, app, self?.language) }, app: app,
      changeLanguage: { [weak self] in self?.change(to: $0) })
    return OpenFlow(id: id, entry: entry, flow: flow)
  }

  private nonisolated static let performs = ["openFlow", "closeFlow", "changeLanguage"]

  /// - Parameter id: of the flow that asks. One that was closed meanwhile has no say.
  private func perform(_ name: String, _ values: JSONValue, for id: Int) {
    guard let place = flows.firstIndex(where: { $0.id == id }) else { return }
    switch name {
    case "openFlow":
      guard let wanted = values["flow"]?.text, let flow = others.first(where: { $0.name == wanted })
      else { return app.tell(name, values) }
      open(flow)
    case "closeFlow":
      guard place > 0 else { return app.tell(name, values) }
      close(above: place - 1)
    default:
      if let wanted = values["language"]?.text, !wanted.isEmpty { change(to: wanted) }
    }
  }

  private func change(to wanted: String) {
    guard wanted != language else { return }
    language = wanted
    keepLanguage(wanted)
    flows = flows.map { opened($0.flow) }
  }
}
