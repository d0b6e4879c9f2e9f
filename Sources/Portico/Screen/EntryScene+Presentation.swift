extension EntryScene {
  /// A surface that is presented over the others.
  package struct Presented: Equatable, Sendable, Identifiable {
    /// How the platform presents it.
    package enum Style: Equatable, Sendable {
      /// Over everything, without a gesture that dismisses it.
      case cover
      case sheet
      case alert
    }

    /// What is presented.
    package var screen: Screen
    /// How.
    package var style: Style
    /// Whether the platform's gesture may dismiss it.
    package var isDismissable: Bool
    /// Constant for the modal screens, which follow one another in one place.
    package var id: String

    /// Whether it is the place of the modal screens.
    package var isModal: Bool { id == Self.modal }

    fileprivate static let modal = "modal"
  }

  /// What is presented over the base, from the bottom to the top: the modal screen over its root (BOOT-3), and the overlays.
  ///
  /// A platform's alert is always on top, so one with another surface over it is left out until that is gone.
  package var presented: [Presented] {
    var result: [Presented] = []
    if root != nil, let screen {
      result.append(
        Presented(
          screen: screen, style: screen.isDismissable ? .sheet : .cover,
          isDismissable: screen.isDismissable, id: Presented.modal))
    }
    for overlay in overlays {
      let style: Presented.Style =
        switch overlay.style {
        case .alert: overlay.fitsAlert ? .alert : .sheet
        case .sheet: .sheet
        case .screen, .modal, .overlay: .cover
        }
      result.append(
        Presented(
          screen: overlay, style: style, isDismissable: overlay.style == .sheet,
          id: "overlay \(overlay.name)"))
    }
    let top = result.last?.id
    return result.filter { $0.style != .alert || $0.id == top }
  }
}

extension Screen {
  /// Whether the platform's alert has room for all of it: texts and buttons, none of them busy.
  fileprivate var fitsAlert: Bool {
    elements.allSatisfy { element in
      switch element.kind.use {
      case .none: element.isSaidInAlert
      case .tap: !element.isBusy && element.isEnabled
      case .value: false
      }
    }
  }

  /// The text of the platform's alert, a paragraph for each text.
  package var alertMessage: String {
    let texts = elements.filter(\.isSaidInAlert).map(\.text)
    return texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The buttons of the platform's alert.
  package var alertButtons: [Element] { elements.filter { $0.kind.use == .tap } }
}

extension Element {
  fileprivate var isSaidInAlert: Bool {
    switch kind {
    case .text, .heading, .notice: true
    default: false
    }
  }
}
