/// The text of a field while somebody types into it, kept together with the flow's value of it.
///
/// The flow takes each text a moment later and may format it, cut it or clear it. So its value comes back behind newer
/// typing: an echo of what was sent is never written over what was typed since.
package struct TypedText: Equatable, Sendable {
  /// What the field shows.
  package private(set) var text: String
  /// What was sent and has not come back, oldest first.
  private var pending: [String] = []
  private var field: Element.Field

  /// A flow that does not echo, such as a disabled field's, leaves no more than this behind.
  private static let mostPending = 64

  package init(_ field: Element.Field) {
    self.field = field
    text = field.value ?? ""
  }

  /// Somebody typed, pasted or filled the field.
  ///
  /// - Returns: what to send to the flow; nil if it is what the field showed.
  package mutating func type(_ typed: String) -> String? {
    let taken = field.taken(typed)
    guard taken != text else { return nil }
    text = taken
    // A secret does not come back, and no copy of it is needed.
    guard !field.isSecret else { return taken }
    pending.append(taken)
    if pending.count > Self.mostPending { pending.removeFirst() }
    return taken
  }

  /// The flow has another value of the field, or another field under the same id.
  package mutating func take(_ next: Element.Field) {
    let earlier = field
    field = next
    if next.isSecret {
      // A secret never comes back; that it was cleared does.
      if earlier.isFilled, !next.isFilled { write("") }
      return
    }
    let value = next.value ?? ""
    guard value != earlier.value ?? "" else { return }
    let echo =
      pending.lastIndex(of: value)
      ?? pending.lastIndex { Self.bare($0) == Self.bare(value) }
    guard let echo else { return write(value) }
    pending.removeFirst(echo + 1)
    if pending.isEmpty { text = value }
  }

  /// The field has lost the focus: what the flow did not take is not shown any longer.
  package mutating func leave() {
    guard pending.isEmpty, !field.isSecret else { return }
    text = field.value ?? ""
  }

  private mutating func write(_ value: String) {
    text = value
    pending = []
  }

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
