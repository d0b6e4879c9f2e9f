/// A screen as a form: what the return key does, where the focus goes, and what is said of problems.
extension Screen {
  /// The button that sends the form: the first that submits, or is primary.
  package var submitButton: Element? {
    elements.first { element in
      guard case .button(let style) = element.kind else { return false }
      return element.submits || style == .primary
    }
  }

  /// The field that the return key leads to; nil where it sends the form.
  ///
  /// - Parameter id: of the field that has the focus.
  package func field(after id: Int) -> Element? {
    guard let place = elements.firstIndex(where: { $0.id == id }) else { return nil }
    return elements[(place + 1)...].first { $0.isTyped && $0.isEnabled }
  }

  /// Whether a code is sent as soon as it is complete: only if nothing else has to be filled in.
  package func sendsWhenComplete(_ code: Element) -> Bool {
    guard case .field(let field) = code.kind, field.isCode, submitButton != nil else {
      return false
    }
    return elements.allSatisfy { other in
      guard case .field = other.kind else { return true }
      return other.id == code.id || !other.isEnabled
    }
  }

  /// The field that has the focus from the start: a code, if the screen asks for nothing else. Elsewhere the keyboard would
  /// cover what people have not read yet.
  package var firstFocus: Element? { elements.first { sendsWhenComplete($0) && $0.isEnabled } }

  /// The inputs with a problem, from top to bottom.
  package var problems: [Element] { elements.filter { !$0.problem.isEmpty } }

  /// What has appeared on a screen that was already shown, for people who cannot see it; empty if nothing has.
  ///
  /// A text that only changes, such as a countdown, is not announced again.
  package func news(since earlier: Screen) -> String {
    guard earlier.name == name else { return "" }
    let known = Set(earlier.elements.map(\.id))
    let texts = elements.filter { !known.contains($0.id) && $0.isSaidWhenNew }.map(\.text)
    return texts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Element {
  /// Whether it is typed with the keyboard. A date and a country are chosen.
  package var isTyped: Bool {
    guard case .field(let field) = kind else { return false }
    return field.content != .date && field.content != .country
  }

  /// Its problem as it is announced, with the label of what it is about.
  package var announcement: String { text.isEmpty ? problem : "\(text): \(problem)" }

  fileprivate var isSaidWhenNew: Bool {
    switch kind {
    case .heading, .text, .notice, .button: true
    default: false
    }
  }
}
