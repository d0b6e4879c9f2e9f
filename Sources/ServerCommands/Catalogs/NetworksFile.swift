import IdentityHTTP
import PorticoCommands

/// The countries of networks (`networks: FILE`): a network and a country on each line, with spaces or a comma between
/// them. Empty lines and lines that begin with `#` are left out.
enum NetworksFile {
  /// Some 1,000,000 networks, as many as there are in a table of the whole world.
  static let most = 32 << 20

  /// - Throws: `ServeRefusals`
  static func read(_ file: ReadableFile) throws -> NetworkCountries {
    var countries = NetworkCountries()
    var refusals: [ServeRefusal] = []
    let lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (place, bytes) in lines.enumerated() {
      let line = String(decoding: bytes, as: UTF8.self)
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == "\r" }
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard words.count == 2, let range = AddressRange(String(first)), isCountry(words[1]) else {
        refusals.append(
          ServeRefusal(
            "\(file.path):\(place + 1): this is not a network and its country; write, for example, "
              + "203.0.113.0/24 DE", about: .networks))
        if refusals.count == 20 { break }
        continue
      }
      countries.set(range, String(words[1]))
    }
    guard refusals.isEmpty else { throw ServeRefusals(refusals) }
    return countries
  }

  /// ISO 3166-1 alpha-2.
  private static func isCountry(_ text: Substring) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (65...90).contains($0) }
  }
}

extension ServeConfiguration {
  /// - Throws: `ServeRefusal`, `ServeRefusals`
  func networks() throws -> NetworkCountries? {
    try catalog(.networks, most: NetworksFile.most) { try NetworksFile.read($0) }
  }
}
