/// Formats a number while it is typed, digit by digit, as libphonenumber does.
///
/// Formats are discarded one after the other when a digit does not fit them; when none is left, the
/// number is shown as typed. A number typed with separators is left alone.
package struct AsYouType: Sendable {
  let table: PhoneTable
  let home: RegionCode?
  /// The main territory of the current calling code.
  var territory: PhoneTerritory?

  /// Everything typed, and its plus sign and digits alone.
  var typed: [UInt8] = []
  var keys: [UInt8] = []
  /// The digits after `prefix`.
  var national: [UInt8] = []
  /// What is shown before the national number: prefixes and calling code, with spaces.
  var prefix: [UInt8] = []
  var nationalPrefix: [UInt8] = []

  var possible: [NumberFormat] = []
  /// The format's text with `AsYouType.open` for digits to come.
  var template: [UInt8] = []
  var templateGroups: [UInt8] = []
  var lastPlace = 0
  var hasSpaceBehindPrefix = false

  var canFormat = true
  var hasOwnFormatting = false
  /// It has a national or international prefix, so it is not a number within an area.
  var isWhole = false
  var awaitsCallingCode = false

  static let open: UInt8 = 0
  /// With fewer digits, too many formats look alike.
  static let leastDigits = 3

  /// - Parameter region: where the number is dialled; without one, only numbers with a plus sign
  ///   are formatted.
  package init(_ table: PhoneTable, in region: RegionCode?) {
    self.table = table
    let code = region.flatMap { table.callingCode(of: $0) }
    home = region
    territory = code.flatMap { table.mainTerritory(of: $0) }
  }

  /// The text shown after all of `keys` were typed.
  package static func text(
    of keys: [UInt8], _ table: PhoneTable, in region: RegionCode?
  ) -> [UInt8] {
    var formatter = AsYouType(table, in: region)
    var text: [UInt8] = []
    for key in keys { text = formatter.type(key) }
    return text
  }

  /// - Parameter key: one ASCII character.
  /// - Returns: the text shown now.
  package mutating func type(_ key: UInt8) -> [UInt8] {
    guard typed.count < Self.mostKeys else { return typed }
    typed.append(key)
    if isDigit(key) {
      keys.append(key)
      national.append(key)
    } else if key == UInt8(ascii: "+"), typed.count == 1 {
      keys.append(key)
    } else {
      canFormat = false
      hasOwnFormatting = true
    }
    guard canFormat else { return typedAgain() }
    guard keys.count >= Self.leastDigits else { return typed }
    if keys.count == Self.leastDigits {
      if extractInternationalPrefix() {
        awaitsCallingCode = true
      } else {
        nationalPrefix = takeNationalPrefix()
        return chooseFormat()
      }
    }
    if awaitsCallingCode {
      if extractCallingCode() { awaitsCallingCode = false }
      return prefix + national
    }
    guard !possible.isEmpty else { return chooseFormat() }
    let text = fill(key)
    if let complete = completeNumber() { return complete }
    narrow()
    if makeTemplate() { return fillAll() }
    return canFormat ? behindPrefix(text) : typed
  }

  /// More than a number has; further keys are ignored.
  static let mostKeys = 64

  /// A long prefix may be the reason that no format was left: searches for one again.
  private mutating func typedAgain() -> [UInt8] {
    guard !hasOwnFormatting else { return typed }
    if extractInternationalPrefix() {
      if extractCallingCode() { return chooseFormatAnew() }
    } else if takesLongerNationalPrefix() {
      prefix.append(0x20)
      return chooseFormatAnew()
    }
    return typed
  }

  private mutating func chooseFormatAnew() -> [UInt8] {
    canFormat = true
    awaitsCallingCode = false
    possible = []
    lastPlace = 0
    template = []
    templateGroups = []
    return chooseFormat()
  }

  private mutating func chooseFormat() -> [UInt8] {
    guard national.count >= Self.leastDigits else { return behindPrefix(national) }
    findFormats()
    if let complete = completeNumber() { return complete }
    return makeTemplate() ? fillAll() : typed
  }

  func behindPrefix(_ text: [UInt8]) -> [UInt8] {
    hasSpaceBehindPrefix && !prefix.isEmpty && prefix.last != 0x20
      ? prefix + [0x20] + text : prefix + text
  }
}
