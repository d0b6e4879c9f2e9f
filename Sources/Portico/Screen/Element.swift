/// One thing on a screen, in its order from the top.
public struct Element: Equatable, Sendable, Identifiable {
  /// Its number in the flow, the same wherever it is shown.
  public var id: Int
  /// The id that the flow gives it; empty for what only shows something.
  public var name: String
  /// What it is, with what only such an element has.
  public var kind: Kind
  /// A text, or the label.
  public var text: String
  /// A second, smaller text; empty for none.
  public var hint: String
  /// What is wrong with the value, for people; empty when nothing is.
  public var problem: String
  /// Whether it can be used now.
  public var isEnabled: Bool
  /// The request that it starts is under way.
  public var isBusy: Bool

  /// An element as an app makes it for its previews.
  public init(
    id: Int, name: String = "", kind: Kind, text: String = "", hint: String = "",
    problem: String = "", isEnabled: Bool = true, isBusy: Bool = false
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.text = text
    self.hint = hint
    self.problem = problem
    self.isEnabled = isEnabled
    self.isBusy = isBusy
  }

  /// What an element is.
  public enum Kind: Equatable, Sendable {
    case heading
    case text
    /// By the name of the image. Without a text it is decoration.
    case image(String)
    case progress
    case field(Field)
    case choice(Choice)
    case toggle(isOn: Bool)
    case button(ButtonStyle)
    case link
  }

  /// One of several options.
  public struct Choice: Equatable, Sendable {
    /// How the options lie.
    public var style: ChoiceStyle
    /// In their order.
    public var options: [Option]
    /// The place among the options, or nil.
    public var selection: Int?
    /// Whether a person may look for an option by its text.
    public var isSearchable: Bool
  }

  /// One of the options of a choice.
  public struct Option: Equatable, Sendable {
    /// Its name for people.
    public var text: String
    /// A second text; empty for none.
    public var detail: String
    /// The name of an image beside it, such as a brand's; empty for none.
    public var image: String
  }

  /// A list that lies open, a wheel, a list of rows that the flow was given, or a button for each of
  /// these.
  public enum ChoiceStyle: String, Sendable, CaseIterable { case list, wheel, picker, buttons }
  /// What a button says of itself by its looks.
  public enum ButtonStyle: String, Sendable, CaseIterable { case primary, plain, destructive }
}
