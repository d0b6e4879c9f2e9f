/// The markets of this server, in the order of its configuration. May be empty.
package struct Markets: Hashable, Sendable {
  package let all: [Market]

  package static let none = Markets()

  private init() { all = [] }

  /// - Throws: the first flaw.
  package init(_ entries: [MarketEntry]) throws(MarketFlaw) {
    guard entries.count <= SecurityRules.mostMarkets else {
      throw MarketFlaw(
        place: entries.count, field: "handle",
        advice: "list at most \(SecurityRules.mostMarkets) markets")
    }
    var markets: [Market] = []
    var places: [MarketHandle: Int] = [:]
    for (index, entry) in entries.enumerated() {
      let market = try Market(entry, place: index + 1)
      if let earlier = places.updateValue(index + 1, forKey: market.handle) {
        throw MarketFlaw(
          place: index + 1, field: "handle",
          advice:
            "\(market.handle.text) is also the handle of market \(earlier); remove one of them")
      }
      markets.append(market)
    }
    all = markets
  }

  /// The market to sign in to. Checked before anything is looked up, so that the response says
  /// nothing about accounts.
  package func entered(_ handle: String) -> Result<Market, IdentityFailure> {
    guard let wanted = MarketHandle(handle), let market = all.first(where: { $0.handle == wanted })
    else { return .failure(.marketUnknown) }
    return market.isOpen ? .success(market) : .failure(.marketClosed)
  }

  /// The list as seen by a device at a position.
  package func seen(from position: GeoPosition?) -> MarketsAnswer {
    MarketsAnswer(
      markets: all, nearest: position.flatMap { nearest(to: $0, among: all) },
      preselected: position.flatMap { nearest(to: $0, among: all.filter(\.isOpen)) })
  }

  /// If several are equally near, the first in the list.
  private func nearest(to position: GeoPosition, among markets: [Market]) -> MarketHandle? {
    markets.map { ($0.handle, $0.position.distance(to: position)) }.min { $0.1 < $1.1 }?.0
  }
}

package struct MarketsAnswer: Hashable, Sendable {
  package let markets: [Market]
  /// Whether open or closed; nil without a position.
  package let nearest: MarketHandle?
  /// The nearest open one (MKT-5).
  package let preselected: MarketHandle?
}

extension MarketSignIn {
  /// MKT-5. Reads and writes nothing: the position is used here and nowhere else.
  package func list(near position: GeoPosition?) -> MarketsAnswer {
    settings.markets.seen(from: position)
  }
}
