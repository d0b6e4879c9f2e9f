/// In which country a network is, as far as the operator supplies that (CTR-7).
package struct NetworkCountries: Hashable, Sendable {
  /// By length of the prefix, for addresses of 4 and of 16 bytes: prefix to two letters.
  private var version4: [Int: [UInt128: String]] = [:]
  private var version6: [Int: [UInt128: String]] = [:]

  package init() {}

  /// A range that is there already gets the new country.
  /// - Parameter country: ISO 3166-1 alpha-2.
  package mutating func set(_ range: AddressRange, _ country: String) {
    let prefix = Self.prefix(of: range.base, range.bits)
    if range.base.isVersion6 {
      version6[range.bits, default: [:]][prefix] = country
    } else {
      version4[range.bits, default: [:]][prefix] = country
    }
  }

  /// - Returns: that of the smallest range that contains the address; nil if none does.
  package func country(of address: IPAddress) -> String? {
    let table = address.isVersion6 ? version6 : version4
    for bits in table.keys.sorted(by: >) {
      if let found = table[bits]?[Self.prefix(of: address, bits)] { return found }
    }
    return nil
  }

  private static func prefix(of address: IPAddress, _ bits: Int) -> UInt128 {
    let number = address.bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    return number >> UInt128(address.bytes.count * 8 - bits)
  }
}
