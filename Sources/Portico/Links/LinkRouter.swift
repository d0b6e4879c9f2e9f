import FlowMachine

/// Passes each link that opened the app to one of the flows that share a session, once (`LinkTurn`).
@MainActor package final class LinkRouter {
  private var turn = LinkTurn()
  /// The flows that were given a link in this turn.
  private var receivers: [Int: AppEntry] = [:]
  private var lastPlace = 0
  private var passing = Task<Void, Never> {}

  package init() {}

  /// The place of another flow, over all earlier ones.
  func newPlace() -> Int {
    lastPlace += 1
    return lastPlace
  }

  /// - Returns: ends when the flow has been given it.
  func deliver(_ address: String, to entry: AppEntry) -> Task<Void, Never> {
    receivers[entry.linkPlace] = entry
    guard turn.deliver(address, to: entry.linkPlace) else { return passing }
    let earlier = passing
    passing = Task {
      let links = turn.end()
      let entries = receivers
      receivers = [:]
      // A second link does not overtake the first one, whose return address may still be asked for.
      await earlier.value
      for link in links { await pass(link, entries) }
    }
    return passing
  }

  private func pass(_ link: DeliveredLink, _ entries: [Int: AppEntry]) async {
    // A return is kept by the session, which tells the flow that has sent the user away (`ReturnReceivers`).
    for entry in link.flows.compactMap({ entries[$0] }) {
      // A flow must never see what a provider returned, not even while nobody can tell.
      if entry.keepsUnread(link.address) { return }
      if await entry.returned(to: link.address) { return }
    }
    let taker = link.taker { entries[$0]?.takesLinks ?? .never }
    if let taker { entries[taker]?.signal(AppEntry.link, .text(link.address)) }
  }
}

extension AppEntry {
  static let link: SignalName = "link"

  /// Shares links with the flows of another router: those that are shown over one another, or beside.
  package func join(_ router: LinkRouter) { (links, linkPlace) = (router, router.newPlace()) }

  /// A view of this flow was given a URL that opened the app. Called in the turn in which the system delivers it.
  @discardableResult
  package func receive(_ address: String) -> Task<Void, Never> { links.deliver(address, to: self) }

  /// Whether a link has to wait because storage cannot be read: until then, a return from a provider looks like any link.
  fileprivate func keepsUnread(_ address: String) -> Bool {
    guard !isStill, (try? usableParts()) == nil else { return false }
    if unreadLinks.count < 64 { unreadLinks.append(address) }
    return true
  }

  /// Storage can be read.
  func receiveUnread() {
    let waiting = unreadLinks
    unreadLinks = []
    for address in waiting { receive(address) }
  }

  fileprivate var takesLinks: DeliveredLink.Taking {
    guard flow.signal(named: Array(Self.link.rawValue.utf8)) != nil else { return .never }
    switch phase {
    case .refused, .ownedElsewhere: return .cannotRun
    case .notLaunched, .running, .waitingForStorage: return .takes
    }
  }
}
