/// One element of a screen.
public struct Element: Equatable, Sendable, Identifiable {
  /// Its number in the flow, the same wherever it is shown.
  public var id: Int
  /// The id that the flow gives it; empty for a display-only element.
  public var name: String
  /// Its kind, with the properties of that kind.
  public var kind: Kind
  /// A text, or the label.
  public var text: String
  /// A second, smaller text; may be empty.
  public var hint: String
  /// What is wrong with the value, for people; empty if nothing is.
  public var problem: String
  /// Whether it can be used now.
  public var isEnabled: Bool
  /// Whether the request that it starts is running.
  public var isBusy: Bool
  /// Whether it is a button that submits the form. Such a button can always be pressed: while something is missing, the
  /// fields then say what.
  public var submits: Bool
  /// The name of the app's view that draws it; empty if it is drawn as usual.
  public var view: String
  /// Of a progress: how far it is, from 0 to 100; nil where only that something goes on is known.
  public var percent: Int?

  /// An element that an app creates for its previews.
  public init(
    id: Int, name: String = "", kind: Kind, text: String = "", hint: String = "",
    problem: String = "", isEnabled: Bool = true, isBusy: Bool = false, submits: Bool = false,
    view: String = "", percent: Int? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.text = text
    self.hint = hint
    self.problem = problem
    self.isEnabled = isEnabled
    self.isBusy = isBusy
    self.submits = submits
    self.view = view
    self.percent = percent
  }

  /// One of several options.
  public struct Choice: Equatable, Sendable {
    /// The layout of the options.
    public var style: ChoiceStyle
    /// In their order.
    public var options: [Option]
    /// The index among the options, or nil.
    public var selection: Int?
    /// Whether the options can be searched by their text.
    public var isSearchable: Bool

    /// A choice that an app creates for its previews.
    public init(
      style: ChoiceStyle = .list, options: [Option], selection: Int? = nil,
      isSearchable: Bool = false
    ) {
      self.style = style
      self.options = options
      self.selection = selection
      self.isSearchable = isSearchable
    }
  }

  /// Any number of several options.
  public struct Choices: Equatable, Sendable {
    /// In their order.
    public var options: [Option]
    /// The indices of those that are chosen.
    public var selection: Set<Int>

    /// Choices that an app creates for its previews.
    public init(options: [Option], selection: Set<Int> = []) {
      self.options = options
      self.selection = selection
    }
  }

  /// One of the options of a choice.
  public struct Option: Equatable, Sendable {
    /// Its text.
    public var text: String
    /// A second text; may be empty.
    public var detail: String
    /// The name of an image beside it, such as a brand's; empty for none.
    public var image: String
    /// The buttons in it, if it is a row.
    public var actions: [RowAction]

    /// An option that an app creates for its previews.
    public init(
      text: String, detail: String = "", image: String = "", actions: [RowAction] = []
    ) {
      self.text = text
      self.detail = detail
      self.image = image
      self.actions = actions
    }
  }

  /// A button in a row of a list: `AppEntry.choose(_:by:)` presses it.
  public struct RowAction: Equatable, Sendable, Identifiable {
    /// Its number in the flow, the same in all rows.
    public var id: Int
    /// The id that the flow gives it.
    public var name: String
    /// What stands on it.
    public var text: String
    /// Whether it can be used now.
    public var isEnabled: Bool

    /// A button that an app creates for its previews.
    public init(id: Int, name: String, text: String, isEnabled: Bool = true) {
      self.id = id
      self.name = name
      self.text = text
      self.isEnabled = isEnabled
    }
  }

  /// An open list, a wheel, a list of rows supplied to the flow, a button for each of these, or a row that is tapped.
  public enum ChoiceStyle: String, Sendable, CaseIterable {
    case list, wheel, picker, buttons, rows
  }
  /// A bar, or the outlines of what will come in its place.
  public enum ProgressStyle: String, Sendable, CaseIterable { case bar, skeleton }
  /// What kind of news a notice is.
  public enum Tone: String, Sendable, CaseIterable { case neutral, success, warning, error }
  /// As text, or as a QR code.
  public enum SecretStyle: String, Sendable, CaseIterable { case text, qr }
  /// The prominence of a button.
  public enum ButtonStyle: String, Sendable, CaseIterable { case primary, plain, destructive }
}
