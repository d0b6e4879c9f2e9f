/// What is visible: a screen with its elements, or an overlay over it, in the user's language.
///
/// A view draws it and tells the entry what was tapped; it decides nothing. Two equal values look
/// the same.
public struct Screen: Equatable, Sendable, Identifiable {
  /// The id for the app's own view; the name unless the flow says otherwise.
  public var view: String
  /// Its name in the flow.
  public var name: String
  /// How it is presented.
  public var style: Style
  /// May be empty.
  public var title: String
  /// Whether it offers a way back.
  public var hasBack: Bool
  /// Whether the platform's gesture can dismiss it.
  public var isDismissable: Bool
  /// False between two screens: the visible screen takes no input.
  public var isActive: Bool
  /// From top to bottom.
  public var elements: [Element]

  /// The name; a screen is shown at most once.
  public var id: String { name }

  /// How a screen or overlay is presented.
  public enum Style: Sendable, CaseIterable {
    /// An ordinary screen.
    case screen
    /// A screen over the root.
    case modal
    /// A full-screen overlay.
    case overlay
    case alert
    case sheet
  }

  /// A screen that an app creates for its previews.
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

  /// The first element with a name, or nil if it is not shown now.
  public subscript(name: ElementName) -> Element? {
    elements.first { $0.name == name.rawValue }
  }
}

/// Everything visible at one moment.
public struct EntryScene: Equatable, Sendable {
  /// What is under a modal screen, or nil.
  public var root: Root?
  /// The screen; nil before the first.
  public var screen: Screen?
  /// From the bottom to the top.
  public var overlays: [Screen]
  /// Whether the language is written from right to left.
  public var isRightToLeft: Bool

  /// The screen that stays in place under a modal one (BOOT-3).
  public struct Root: Equatable, Sendable {
    /// The id of the app's view.
    public var view: String
    /// Whether it is loading its content (BOOT-7).
    public var showsContent: Bool

    /// A root that an app creates for its previews.
    public init(view: String, showsContent: Bool) {
      self.view = view
      self.showsContent = showsContent
    }
  }

  /// A scene that an app creates for its previews; empty, if nothing is given.
  public init(
    root: Root? = nil, screen: Screen? = nil, overlays: [Screen] = [], isRightToLeft: Bool = false
  ) {
    self.root = root
    self.screen = screen
    self.overlays = overlays
    self.isRightToLeft = isRightToLeft
  }

  /// The surface that takes input.
  public var top: Screen? { overlays.last ?? screen }
}
