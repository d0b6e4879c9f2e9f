extension ScreenValue.Element {
  /// Whether it is a button in each row of the list before it.
  package var isAction: Bool { kind == .picker && style == ElementKind.actionsStyle }
}

extension ScreenValue.Surface {
  /// The elements in their order, each with the buttons that belong into its rows.
  ///
  /// The compiler has seen that the list of an action is before it, and shown while the action is.
  package var elementsWithActions: [(element: ScreenValue.Element, actions: [ScreenValue.Element])]
  {
    var result: [(element: ScreenValue.Element, actions: [ScreenValue.Element])] = []
    for element in elements {
      let list = result.indices.last { place in
        result[place].element.kind == .picker
          && result[place].element.style == ElementKind.rowsStyle
      }
      if element.isAction, let list {
        result[list].actions.append(element)
      } else {
        result.append((element, []))
      }
    }
    return result
  }
}
