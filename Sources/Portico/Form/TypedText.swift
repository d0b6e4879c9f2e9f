/// The text of a field while somebody types into it, kept together with the flow's value of it.
///
/// The flow takes each text a moment later and may format it, cut it or clear it. What it shows while newer typing is on
/// its way to it is older than what stands in the field, and is not written over that.
package struct TypedText: Equatable, Sendable {
  /// What the field shows.
  package private(set) var text: String
  private var field: Element.Field
  /// The last text among the inputs of the entry; the flow has taken it once it has taken so many.
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
      // A secret never comes back; that it was cleared does.
      if earlier.isFilled, !next.isFilled { text = "" }
      return
    }
    let value = next.value ?? ""
    // What the flow refused stays to be seen until the field is left.
    if value != earlier.value ?? "" || Self.bare(value) == Self.bare(text) { text = value }
  }

  /// The field has lost the focus: what the flow did not take is not shown any longer.
  package mutating func leave() {
    guard !isPending, !field.isSecret else { return }
    text = field.value ?? ""
  }

  private var isPending: Bool { sent > taken }

  /// Without what only divides a number.
  private static func bare(_ text: String) -> String {
    text.filter { !$0.isWhitespace && !"().-/".contains($0) }
  }
}

extension Element.Field {
  /// What of a typed text the field takes: the digits of a code, and no more than fits.
  package func taken(_ typed: String) -> String {
    if isCode { return CodeEntry(typed, length: length).digits }
    return length > 0 ? String(typed.prefix(length)) : typed
  }

  /// Whether it is drawn as cells, one for each digit. A code of unknown length may have letters, such as a recovery code.
  package var isCode: Bool { content == .code && length > 0 }
}
