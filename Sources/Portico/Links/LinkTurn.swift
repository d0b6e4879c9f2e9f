/// The links that opened the app in one turn of the main actor.
///
/// The system hands a link to every visible view in the same turn: to two windows that show one flow, and to the account centre and
/// the entry below it. They all speak of one link, and one flow takes it. The same address in a later turn is another
/// link: the user may open it twice.
package struct LinkTurn: Sendable {
  private var links: [DeliveredLink] = []

  /// More than any system delivers at once; whoever floods an app with links must not fill its memory.
  private static let most = 64

  package init() {}

  /// A view was given a link.
  ///
  /// - Parameters:
  ///   - address: the URL, as it came.
  ///   - flow: the place of the flow that the view shows; a higher place is nearer to the user.
  /// - Returns: whether it is the first one of the turn, which has to be ended.
  package mutating func deliver(_ address: String, to flow: Int) -> Bool {
    if let index = links.firstIndex(where: { $0.address == address }) {
      links[index].add(flow)
      return false
    }
    if links.count < Self.most { links.append(DeliveredLink(address, to: flow)) }
    return links.count == 1
  }

  /// The turn is over.
  ///
  /// - Returns: its links, in the order in which they came.
  package mutating func end() -> [DeliveredLink] {
    defer { links = [] }
    return links
  }
}

/// A link, and the flows whose views were given it.
package struct DeliveredLink: Equatable, Sendable {
  /// The URL, as it came.
  package let address: String
  /// The places of the flows, the topmost first, each once.
  package private(set) var flows: [Int]

  init(_ address: String, to flow: Int) { (self.address, flows) = (address, [flow]) }

  mutating func add(_ flow: Int) {
    guard !flows.contains(flow) else { return }
    flows.insert(flow, at: flows.firstIndex { $0 < flow } ?? flows.count)
  }

  /// What a flow can do with a link of the app's own.
  package enum Taking: Equatable, Sendable {
    /// Its document does not declare it.
    case never
    /// It declares it, but cannot run: another process runs it, or it was refused.
    case cannotRun
    /// It takes it now, or as soon as it has been launched.
    case takes
  }

  /// The flow that takes the link if it is the app's own: the topmost one that can.
  ///
  /// - Returns: its place; nil if no document declares links.
  package func taker(_ taking: (Int) -> Taking) -> Int? {
    flows.first { taking($0) == .takes } ?? flows.first { taking($0) == .cannotRun }
  }
}
