public import Foundation
public import Portico
import PorticoLive

/// The entry of the shop's app.
///
/// - Parameter folder: where the app keeps what is its own.
@MainActor
public func ordersEntry(shop: URL, folder: URL) -> AppEntry {
  let session = ShopSession(shop: shop, folder: folder)
  return .live(
    .orders, handlers: RequestHandlers(app: session.operations),
    configuration: ["shop": .text(shop.absoluteString)], folder: folder.path)
}
