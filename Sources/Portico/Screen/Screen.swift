/// What is to be seen: a screen with its elements, or an overlay over it, in the person's language.
///
/// A view draws it and tells the entry what was tapped; it decides nothing. Two equal values look
/// alike.
public struct Screen: Equatable, Sendable, Identifiable {
  /// The id for the app's own view; the name unless the flow says otherwise.
  public var view: String
  /// The name that the flow has for it.
  public var name: String
  /// How it is presented.
  public var style: Style
  /// Empty where it has none.
  public var title: String
  /// Whether there is a way back.
  public var hasBack: Bool
  /// Whether the platform's gesture that puts it away does something.
  public var isDismissable: Bool
  /// False between two screens: what is seen takes no input.
  public var isActive: Bool
  /// From the top.
  public var elements: [Element]

  /// The name: a screen is there once.
  public var id: String { name }

  /// How a screen or overlay is presented.
  public enum Style: Sendable, CaseIterable {
    /// An ordinary screen.
    case screen
    /// A screen over the root.
    case modal
    /// An overlay as large as a screen.
    case overlay
    case alert
    case sheet
  }

  /// A screen as an app makes it for its previews.
  public init(
    view: String, name: String? = nil, style: Style = .screen, title: String = "",
    hasBack: Bool = false, isDismissable: Bool = false, isActive: Bool = true,
    elements: [Element] = []
  ) {
    self.view = view
    self.name = name ?? view
    self.style = style
    self.title = title
    self.hasBack = hasBack
    self.isDismissable = isDismissable
    self.isActive = isActive
    self.elements = elements
  }

  /// The first element of a name, or nil where it is not shown now.
  public subscript(name: String) -> Element? { elements.first { $0.name == name } }
}

/// All that can be seen at one moment.
public struct EntryScene: Equatable, Sendable {
  /// What lies under a modal screen, or nil.
  public var root: Root?
  /// The screen; nil before the first.
  public var screen: Screen?
  /// From the lowest to the one on top.
  public var overlays: [Screen]
  /// The direction of the language.
  public var isRightToLeft: Bool

  /// The screen that is in place while a modal one is presented over it (BOOT-3).
  public struct Root: Equatable, Sendable {
    /// The id of the app's view.
    public var view: String
    /// Whether it loads its content (BOOT-7).
    public var showsContent: Bool
  }

  /// What takes input.
  public var top: Screen? { overlays.last ?? screen }
}
