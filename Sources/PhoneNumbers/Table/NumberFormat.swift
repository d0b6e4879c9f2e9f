/// The format of numbers with certain first digits.
struct NumberFormat: Sendable {
  /// Indices into the table's lists.
  let layout: Int
  /// Nil for international formats, which have no national prefix.
  let rule: Int?
  /// One letter per group ("`" plus the count of digits), or `-` and two: the minimum and the
  /// maximum.
  let groups: Range<Int>
  /// For 3 digits, for 4 and so on; the last one for all that follow.
  let leading: [Range<Int>]

  init(_ bytes: [UInt8], _ field: Range<Int>) {
    var parts = PhoneTable.fields(bytes, field, by: UInt8(ascii: ","))
    let first = parts.removeFirst()
    layout = first.isEmpty ? 0 : Int(bytes[first.lowerBound]) - 0x40
    rule = first.count < 2 ? nil : Int(bytes[first.lowerBound + 1]) - 0x40
    groups = first.dropFirst(2)
    leading = parts
  }

  private init(layout: Int, rule: Int?, groups: Range<Int>, leading: [Range<Int>]) {
    self.layout = layout
    self.rule = rule
    self.groups = groups
    self.leading = leading
  }

  func abroad(layout letter: UInt8) -> NumberFormat {
    NumberFormat(layout: Int(letter) - 0x40, rule: nil, groups: groups, leading: leading)
  }
}

/// The layout of a number's groups: capital letters for groups, everything else literally.
struct NumberLayout: Sendable {
  let text: [UInt8]
  /// Whether it can format an incomplete number: every digit is shown, in order, and nothing is
  /// shown that was not typed.
  let isForTyping: Bool

  init(_ text: [UInt8]) {
    self.text = text
    var isFirst = true
    var isForTyping = true
    for byte in text {
      if NumberLayout.isGroup(byte) {
        if isFirst, byte != UInt8(ascii: "A") { isForTyping = false }
        isFirst = false
      } else if isDigit(byte) {
        isForTyping = false
      }
    }
    self.isForTyping = isForTyping && !isFirst
  }

  static func isGroup(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x48 }
}

/// How the national prefix precedes the first group; `A` is that group.
struct PrefixFormatRule: Sendable {
  let text: [UInt8]
  /// Whether numbers are also written without the prefix.
  let isOptional: Bool
  /// Whether there is a form with a carrier code, which looks like a prefix.
  let hasCarrierForm: Bool

  /// - Parameter field: the rule, then `!` for optional, then `~` for the carrier's form.
  init(_ field: ArraySlice<UInt8>) {
    var text = Array(field)
    hasCarrierForm = text.last == UInt8(ascii: "~")
    if hasCarrierForm { text.removeLast() }
    isOptional = text.last == UInt8(ascii: "!")
    if isOptional { text.removeLast() }
    self.text = text
  }

  /// No prefix at all: only the group, possibly in brackets.
  var isGroupOnly: Bool {
    text.allSatisfy { $0 == 0x41 || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") }
  }

  var separates: Bool { text.contains { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") } }
}
