import FlowDefinition
import IdentityDomain

/// The markets of a configuration (`markets: FILE`).
enum MarketsFile {
  private static let keys = ["handle", "name", "latitude", "longitude", "open"]

  /// - Throws: `ServeRefusals`
  static func read(_ file: ReadableFile) throws -> Markets {
    var document = CatalogDocument(file, of: "market")
    var entries: [MarketEntry] = []
    for node in document.entries {
      document.checkKeys(of: node, among: keys)
      let handle = document.text("handle", of: node)
      let name = document.text("name", of: node)
      let latitude = document.value("latitude", of: node, "degrees, such as 19.43", \.decimal)
      let longitude = document.value("longitude", of: node, "degrees, such as -99.13", \.decimal)
      let isOpen = document.value("open", of: node, "true or false", \.flag)
      guard let handle, let name, let latitude, let longitude, let isOpen else { continue }
      entries.append(
        MarketEntry(
          handle: handle, name: name, latitude: latitude, longitude: longitude, open: isOpen))
    }
    try document.check()
    do {
      return try Markets(entries)
    } catch {
      let node = document.entries[error.place - 1]
      document.refuse(
        (node[error.field] ?? node).position, "\(error.field): \(error.advice)")
      throw ServeRefusals(document.refusals)
    }
  }
}
