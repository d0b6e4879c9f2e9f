/// The text of a field while it is edited, beside the flow's value.
///
/// The flow takes each text a moment later, and may format, shorten or clear it. A value that it shows while newer text is
/// still on its way is outdated, and does not replace what is in the field.
package struct TypedText: Equatable, Sendable {
  /// What the field shows.
  package private(set) var text: String
  private var field: Element.Field
  /// The number of the last text among the entry's inputs.
  private var sent = 0
  private var taken = 0

  package init(_ field: Element.Field) {
    self.field = field
    text = field.value ?? ""
  }

  /// Somebody typed, pasted or filled the field.
  ///
  /// - Parameters:
  ///   - typed: the whole text.
  ///   - send: sends a text to the flow and says which of the entry's inputs it is (`AppEntry.send(_:into:)`).
  /// - Returns: what was sent; nil if it is what the field showed.
  @discardableResult
  package mutating func type(_ typed: String, send: (String) -> Int) -> String? {
    let taken = field.taken(typed)
    guard taken != text else { return nil }
    text = taken
    sent = send(taken)
    return taken
  }

  /// The screen has changed, or the flow has taken inputs.
  ///
  /// - Parameters:
  ///   - next: the field as the screen shows it.
  ///   - taken: how many of the entry's inputs the screen comes after (`AppEntry.inputsTaken`).
  package mutating func take(_ next: Element.Field, after taken: Int) {
    let earlier = field
    field = next
    self.taken = taken
    guard !isPending else { return }
    if next.isSecret {
      // A secret never comes back; the news that it was cleared does.
      if earlier.isFilled, !next.isFilled { text = "" }
      return
    }
    let value = next.value ?? ""
    // A text that the flow refused stays visible until the field is left.
    if value != earlier.value ?? "" || Self.bare(value) == Self.bare(text) { text = value }
  }

  /// The field has lost the focus: a text that the flow did not take is no longer shown.
  package mutating func leave() {
    guard !isPending, !field.isSecret else { return }
    text = field.value ?? ""
  }

  private var isPending: Bool { sent > taken }

  /// Without the characters that only group digits.
  private static func bare(_ text: String) -> String {
    text.filter { !$0.isWhitespace && !"().-/".contains($0) }
  }
}

extension Element.Field {
  /// The part of a typed text that the field takes: of a code its digits, and no more than fits.
  package func taken(_ typed: String) -> String {
    if isCode { return CodeEntry(typed, length: length).digits }
    return length > 0 ? String(typed.prefix(length)) : typed
  }

  /// Whether it is drawn as cells, one for each digit. A code of unknown length may have letters, such as a recovery code.
  package var isCode: Bool { content == .code && length > 0 }
}
