// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What PorticoUI uses of SwiftUI for typing, layout at every text size, and VoiceOver, as its documentation gives it.

public import Observation

// MARK: Typing

extension TextField where L == Text {
  // https://developer.apple.com/documentation/swiftui/textfield/init(_:text:prompt:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(
    _ title: S, text: Binding<String>, prompt: Text?
  ) {}
  // https://developer.apple.com/documentation/swiftui/textfield/init(_:text:prompt:axis:)
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(
    _ title: S, text: Binding<String>, prompt: Text?, axis: Axis
  ) {}
}
// https://developer.apple.com/documentation/swiftui/axis
public enum Axis: Int8, CaseIterable, Sendable { case horizontal, vertical }
extension SecureField where L == Text {
  // https://developer.apple.com/documentation/swiftui/securefield/init(_:text:prompt:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(
    _ title: S, text: Binding<String>, prompt: Text?
  ) {}
}

// https://developer.apple.com/documentation/swiftui/submitlabel
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct SubmitLabel: Sendable {
  // https://developer.apple.com/documentation/swiftui/submitlabel/next
  public static var next: SubmitLabel { SubmitLabel() }
  // assumed: only named, by the page of SubmitLabel
  public static var go: SubmitLabel { SubmitLabel() }
}
// https://developer.apple.com/documentation/swiftui/scrollviewreader
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct ScrollViewReader<Content: View>: Leaf {
  // https://developer.apple.com/documentation/swiftui/scrollviewreader/init(content:)
  public nonisolated init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {}
}
// https://developer.apple.com/documentation/swiftui/scrollviewproxy
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
public struct ScrollViewProxy {
  // https://developer.apple.com/documentation/swiftui/scrollviewproxy/scrollto(_:anchor:)
  public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {}
}
// https://developer.apple.com/documentation/swiftui/unitpoint
public struct UnitPoint: Hashable, Sendable {}
// https://developer.apple.com/documentation/swiftui/scrolldismisseskeyboardmode
@available(iOS 16.0, macOS 13.0, *)
@available(visionOS, unavailable)
public struct ScrollDismissesKeyboardMode: Sendable {
  // https://developer.apple.com/documentation/swiftui/scrolldismisseskeyboardmode/interactively
  public static var interactively: ScrollDismissesKeyboardMode { ScrollDismissesKeyboardMode() }
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/submitlabel(_:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func submitLabel(_ submitLabel: SubmitLabel) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/scrolldismisseskeyboard(_:)
  @available(iOS 16.0, macOS 13.0, *)
  @available(visionOS, unavailable)
  public nonisolated func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View
  { self }
}

// MARK: State

extension Environment {
  // https://developer.apple.com/documentation/swiftui/environment/init(_:)-8slkf
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {}
}
extension EnvironmentValues {
  // https://developer.apple.com/documentation/swiftui/environmentvalues/locale
  public var locale: Locale {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/swiftui/environmentvalues/dynamictypesize
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public var dynamicTypeSize: DynamicTypeSize {
    get { fatalError() }
    set {}
  }
}
extension View {
  // https://developer.apple.com/documentation/swiftui/view/environment(_:)
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/transformenvironment(_:transform:)
  public nonisolated func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View { self }
}

// https://developer.apple.com/documentation/swiftui/viewmodifier
@MainActor @preconcurrency public protocol ViewModifier {
  // https://developer.apple.com/documentation/swiftui/viewmodifier/body
  associatedtype Body: View
  // https://developer.apple.com/documentation/swiftui/viewmodifier/body(content:)
  @ViewBuilder func body(content: Content) -> Body
  // https://developer.apple.com/documentation/swiftui/viewmodifier/content
  // assumed: what it stands for, which its page does not say
  typealias Content = _ViewModifier_Content<Self>
}
// assumed: only named, in the identifier of body(content:)
public struct _ViewModifier_Content<Modifier: ViewModifier>: Leaf {}
extension View {
  // https://developer.apple.com/documentation/swiftui/view/modifier(_:)
  public nonisolated func modifier<T: ViewModifier>(_ modifier: T) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/contentshape(_:eofill:)
  public nonisolated func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View {
    self
  }
}

// MARK: Text sizes

// https://developer.apple.com/documentation/swiftui/dynamictypesize
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
  // https://developer.apple.com/documentation/swiftui/dynamictypesize/isaccessibilitysize
  public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

// https://developer.apple.com/documentation/swiftui/scaledmetric
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint> {
  // https://developer.apple.com/documentation/swiftui/scaledmetric/init(wrappedvalue:relativeto:)
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {}
  // assumed: only named, by the page of ScaledMetric
  public var wrappedValue: Value { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/layout
@available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
public protocol Layout {}
@available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
extension Layout {
  // https://developer.apple.com/documentation/swiftui/layout/callasfunction(_:)
  public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View { content() }
}
// https://developer.apple.com/documentation/swiftui/anylayout
@available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
public struct AnyLayout: Layout {
  // https://developer.apple.com/documentation/swiftui/anylayout/init(_:)
  public init<L: Layout>(_ layout: L) {}
}
// https://developer.apple.com/documentation/swiftui/hstacklayout
@available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
public struct HStackLayout: Layout {
  // assumed: only named, by the page of HStackLayout
  public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {}
}
// https://developer.apple.com/documentation/swiftui/vstacklayout
@available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
public struct VStackLayout: Layout {
  // https://developer.apple.com/documentation/swiftui/vstacklayout/init(alignment:spacing:)
  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {}
}
// https://developer.apple.com/documentation/swiftui/verticalalignment
public struct VerticalAlignment: Sendable { public static let center = VerticalAlignment() }

// MARK: Drawing

extension Font {
  // https://developer.apple.com/documentation/swiftui/font/textstyle
  public enum TextStyle: CaseIterable, Hashable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption
    case caption2
  }
  // https://developer.apple.com/documentation/swiftui/font
  public static let title2 = Font()
  // https://developer.apple.com/documentation/swiftui/font/monospaceddigit()
  public func monospacedDigit() -> Font { self }
}
extension RoundedRectangle {
  // https://developer.apple.com/documentation/swiftui/insettableshape/strokeborder(_:linewidth:antialiased:)
  @MainActor @preconcurrency public func strokeBorder<S: ShapeStyle>(
    _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> some View { self }
}
// https://developer.apple.com/documentation/swiftui/anyshapestyle
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct AnyShapeStyle: ShapeStyle {
  // https://developer.apple.com/documentation/swiftui/anyshapestyle/init(_:)
  public init<S: ShapeStyle>(_ style: S) {}
}
// https://developer.apple.com/documentation/swiftui/menupickerstyle
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
public struct MenuPickerStyle: PickerStyle {}
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
extension PickerStyle where Self == MenuPickerStyle {
  // https://developer.apple.com/documentation/swiftui/pickerstyle/menu
  public static var menu: MenuPickerStyle { MenuPickerStyle() }
}
// https://developer.apple.com/documentation/swiftui/animation
public struct Animation: Equatable, Sendable { public static let `default` = Animation() }
// https://developer.apple.com/documentation/swiftui/anytransition
public struct AnyTransition: Sendable { public static let opacity = AnyTransition() }
// https://developer.apple.com/documentation/swiftui/textalignment
public enum TextAlignment: Hashable, CaseIterable, Sendable { case leading, center, trailing }

extension View {
  // https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/transition(_:)
  public nonisolated func transition(_ t: AnyTransition) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/animation(_:value:)
  @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
  public nonisolated func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
    self
  }
  // https://developer.apple.com/documentation/swiftui/view/linelimit(_:)
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  public nonisolated func lineLimit(_ limit: ClosedRange<Int>) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/multilinetextalignment(_:)
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)
  public nonisolated func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { self }
}

// MARK: VoiceOver

// https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior
public struct AccessibilityChildBehavior: Hashable {
  // https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior/combine
  public static var combine: AccessibilityChildBehavior { AccessibilityChildBehavior() }
  // https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior/ignore
  public static var ignore: AccessibilityChildBehavior { AccessibilityChildBehavior() }
}

// https://developer.apple.com/documentation/swiftui/accessibilityfocusstate
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
@propertyWrapper public struct AccessibilityFocusState<Value: Hashable> {
  // https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/init()
  public init() where Value == Bool {}
  // https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  // https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/projectedvalue
  public var projectedValue: Binding { fatalError() }
  // https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/binding
  public struct Binding {
    // https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/binding/wrappedvalue
    public var wrappedValue: Value {
      get { fatalError() }
      nonmutating set {}
    }
  }
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:)
  public nonisolated func accessibilityElement(children: AccessibilityChildBehavior) -> some View {
    self
  }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityvalue(_:)
  @_disfavoredOverload public nonisolated func accessibilityValue<S: StringProtocol>(_ value: S)
    -> some View
  { self }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityfocused(_:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding)
    -> some View
  { self }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityidentifier(_:)
  public nonisolated func accessibilityIdentifier(_ identifier: String) -> some View { self }
}
