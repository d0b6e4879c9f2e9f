import FlowMachine

/// Inputs whose outcome a view has to know. It is there once `inputsTaken` has reached the number that they return.
extension AppEntry {
  /// A tap on the button of a form, which may be refused.
  package func press(_ element: Element) -> Int { post(.tap(element.row)) }

  /// The whole text of a field, as `type(_:into:)`.
  package func send(_ text: String, into element: Element) -> Int {
    let bytes = Array(text.utf8)
    guard case .field(let field) = element.kind, field.isSecret else {
      return post(.type(element.row, bytes))
    }
    return postSecret(bytes, into: element.row)
  }
}
