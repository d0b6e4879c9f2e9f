// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of SwiftUI that PorticoUI uses, in our own words, so that its files can be
// type-checked where there is no SwiftUI. Nothing here does anything; what a real SwiftUI has
// beside this does not matter.

@_exported import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

@MainActor @preconcurrency public protocol Scene {}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<A: Scene>(_ a: A) -> A { a }
}

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}
extension App {
  public static func main() {}
}

public struct WindowGroup<C: View>: Scene {
  public init(@ViewBuilder content: () -> C) {}
}

extension Never: View {
  public var body: Never { fatalError() }
}

public protocol Leaf: View where Body == Never {}
extension Leaf {
  public var body: Never { fatalError() }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { fatalError() }
  public static func buildBlock<A: View>(_ a: A) -> A { a }
  public static func buildBlock<each A: View>(_ a: repeat each A) -> TupleView { fatalError() }
  public static func buildIf<A: View>(_ a: A?) -> A? { a }
  public static func buildEither<A: View, B: View>(first: A) -> Either<A, B> { fatalError() }
  public static func buildEither<A: View, B: View>(second: B) -> Either<A, B> { fatalError() }
  public static func buildExpression<A: View>(_ a: A) -> A { a }
}

public struct EmptyView: Leaf {
  public init() {}
}
public struct TupleView: Leaf {}
public struct Either<A: View, B: View>: Leaf {}
extension Optional: View where Wrapped: View {
  public var body: Never { fatalError() }
}

public struct AnyView: Leaf {
  public init<V: View>(_ view: V) {}
}

// Not Sendable: https://developer.apple.com/documentation/swiftui/localizedstringkey
public struct LocalizedStringKey: Equatable, ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {}
}

// MARK: State

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper public struct Binding<Value> {
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  // https://developer.apple.com/documentation/swiftui/binding/projectedvalue
  public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper @MainActor @preconcurrency public struct FocusState<Value: Hashable> {
  public init() where Value == Bool {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding { fatalError() }
  // https://developer.apple.com/documentation/swiftui/focusstate/binding
  public struct Binding {
    public var wrappedValue: Value {
      get { fatalError() }
      nonmutating set {}
    }
    public var projectedValue: Binding { fatalError() }
  }
}

@propertyWrapper public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

public struct EnvironmentValues {
  public var scenePhase: ScenePhase
  public var layoutDirection: LayoutDirection
  public var colorScheme: ColorScheme
  // https://developer.apple.com/documentation/swiftui/environmentvalues/dismiss
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public var dismiss: DismissAction { fatalError() }
  // https://developer.apple.com/documentation/swiftui/environmentvalues/ispresented
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public var isPresented: Bool { false }
  // https://developer.apple.com/documentation/swiftui/environmentvalues
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { fatalError() }
    set {}
  }
}
// https://developer.apple.com/documentation/swiftui/dismissaction
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct DismissAction {
  public func callAsFunction() {}
}
// https://developer.apple.com/documentation/swiftui/environmentkey
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}
public enum ColorScheme: CaseIterable, Sendable { case light, dark }
public enum ScenePhase { case active, inactive, background }
public enum LayoutDirection { case leftToRight, rightToLeft }

// MARK: Containers

public struct Alignment: Sendable {
  public static let center = Alignment(), bottom = Alignment(), leading = Alignment()
}
public struct HorizontalAlignment: Sendable {
  public static let center = HorizontalAlignment(), leading = HorizontalAlignment()
}
public struct VStack<C: View>: Leaf {
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> C
  ) {}
}
public struct HStack<C: View>: Leaf {
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> C) {}
}
public struct ZStack<C: View>: Leaf {
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> C) {}
}
public struct ScrollView<C: View>: Leaf {
  public init(@ViewBuilder content: () -> C) {}
}
public struct ForEach<D: RandomAccessCollection, ID: Hashable, C: View>: Leaf {
  public init(_ data: D, @ViewBuilder content: @escaping (D.Element) -> C)
  where D.Element: Identifiable, ID == D.Element.ID {}
  public init(
    _ data: D, id: KeyPath<D.Element, ID>, @ViewBuilder content: @escaping (D.Element) -> C
  ) {}
}
// https://developer.apple.com/documentation/swiftui/group
public struct Group<C> {}
extension Group: View, Leaf where C: View {
  public nonisolated init(@ViewBuilder content: () -> C) {}
}
public struct Spacer: Leaf { public init() {} }

// MARK: What is seen

public struct Text: Leaf {
  @_disfavoredOverload public init<S: StringProtocol>(_ text: S) {}
  public init(_ key: LocalizedStringKey) {}
  public func font(_ font: Font?) -> Text { self }
}
public struct Font: Sendable {
  public static let headline = Font(), subheadline = Font(), footnote = Font(), largeTitle = Font()
  public static let body = Font()
  public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }
  public func monospaced() -> Font { self }
  public func bold() -> Font { self }
}
public struct Image: Leaf {
  public init(_ name: String) {}
  public init(systemName: String) {}
}
// https://developer.apple.com/documentation/swiftui/progressview
public struct ProgressView: Leaf {
  public init() {}
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {}
}

public struct ButtonRole: Sendable { public static let destructive = ButtonRole() }
public struct Button<L: View>: Leaf {
  @preconcurrency public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> L)
  {}
  @preconcurrency public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> L
  ) {}
}
extension Button where L == Text {
  @preconcurrency public init<S: StringProtocol>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) {
    fatalError()
  }
}
public struct Toggle<L: View>: Leaf {}
extension Toggle where L == Text {
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}
public struct TextField<L: View>: Leaf {}
extension TextField where L == Text {
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
  public init(_ title: LocalizedStringKey, text: Binding<String>) {}
}
public struct SecureField<L: View>: Leaf {}
extension SecureField where L == Text {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}
public struct Picker<L: View, V: Hashable, C: View>: Leaf {}
extension Picker where L == Text {
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<V>, @ViewBuilder content: () -> C
  ) {}
}
// DatePicker: `init(_:selection:in:displayedComponents:)` of SwiftUI's documentation.
public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let date = DatePickerComponents(rawValue: 1)
}
public struct DatePicker<L: View>: Leaf {}
extension DatePicker where L == Text {
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: DatePickerComponents
  ) {}
}

public protocol ShapeStyle: Sendable {}
public struct Color: Leaf, ShapeStyle {
  public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }
  public nonisolated init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) {}
  nonisolated init() {}
  public static let clear = Color(), black = Color(), red = Color(), white = Color()
  public static let orange = Color()
  public func opacity(_ opacity: Double) -> Color { self }
}
public struct BackgroundStyle: ShapeStyle {}
public struct TintStyle: ShapeStyle {}
public struct SecondaryStyle: ShapeStyle {}
public struct Material: ShapeStyle {}
extension ShapeStyle where Self == BackgroundStyle {
  public static var background: BackgroundStyle { BackgroundStyle() }
}
extension ShapeStyle where Self == TintStyle {
  public static var tint: TintStyle { TintStyle() }
}
// https://developer.apple.com/documentation/swiftui/shapestyle/primary
public struct PrimaryStyle: ShapeStyle {}
extension ShapeStyle where Self == PrimaryStyle {
  public static var primary: PrimaryStyle { PrimaryStyle() }
}
extension ShapeStyle where Self == SecondaryStyle {
  public static var secondary: SecondaryStyle { SecondaryStyle() }
}
extension ShapeStyle where Self == Color {
  public static var red: Color { Color() }
}
extension ShapeStyle where Self == Material {
  public static var regularMaterial: Material { Material() }
  public static var thinMaterial: Material { Material() }
}
public protocol Shape: View, Sendable {}
public struct Filled: Leaf {}
extension Shape {
  @MainActor public func fill<S: ShapeStyle>(_ style: S) -> Filled { Filled() }
}
public struct Rectangle: Shape, Leaf { public init() {} }
public struct Path: Shape, Leaf {
  public nonisolated init(_ callback: (inout Path) -> Void) {}
  public mutating func addRect(_ rect: CGRect) {}
  // https://developer.apple.com/documentation/swiftui/path
  public mutating func move(to end: CGPoint) {}
  public mutating func addLine(to end: CGPoint) {}
  public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
  public mutating func closeSubpath() {}
}
public struct Capsule: Shape, Leaf { public init() {} }
public struct RoundedRectangle: Shape, Leaf { public init(cornerRadius: CGFloat) {} }

// MARK: Styles

public protocol TextSelectability {}
public struct EnabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}
public protocol PrimitiveButtonStyle {}
public struct SomeButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == SomeButtonStyle {
  public static var plain: SomeButtonStyle { SomeButtonStyle() }
  public static var bordered: SomeButtonStyle { SomeButtonStyle() }
  public static var borderedProminent: SomeButtonStyle { SomeButtonStyle() }
}
public protocol TextFieldStyle {}
// https://developer.apple.com/documentation/swiftui/plaintextfieldstyle
public struct PlainTextFieldStyle: TextFieldStyle {}
extension TextFieldStyle where Self == PlainTextFieldStyle {
  public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}
public struct RoundedBorderTextFieldStyle: TextFieldStyle {}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}
public protocol PickerStyle {}
public struct WheelPickerStyle: PickerStyle {}
extension PickerStyle where Self == WheelPickerStyle {
  public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}
public enum ControlSize: Sendable { case regular, large }
public struct ButtonBorderShape: Sendable {
  public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { ButtonBorderShape() }
}
public struct AccessibilityTraits: SetAlgebra, Sendable {
  public static let isModal = AccessibilityTraits(), isHeader = AccessibilityTraits()
  public static let isSelected = AccessibilityTraits(), updatesFrequently = AccessibilityTraits()
  public static let isLink = AccessibilityTraits(), isImage = AccessibilityTraits()
  public init() {}
  public func contains(_ member: AccessibilityTraits) -> Bool { false }
  public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
  public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
  public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
  public mutating func insert(
    _ newMember: AccessibilityTraits
  ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) { (false, self) }
  public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? { nil }
  public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? { nil }
  public mutating func formUnion(_ other: AccessibilityTraits) {}
  public mutating func formIntersection(_ other: AccessibilityTraits) {}
  public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {}
}

// MARK: Bars

public struct ToolbarItemPlacement: Sendable {
  public static let navigation = ToolbarItemPlacement()
  public static let cancellationAction = ToolbarItemPlacement()
}
public protocol ToolbarContent {}
public struct ToolbarItem<C: View>: ToolbarContent {
  public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> C) {}
}
public struct ToolbarItems: ToolbarContent {}
extension Optional: ToolbarContent where Wrapped: ToolbarContent {}
@resultBuilder public enum ToolbarContentBuilder {
  public static func buildBlock<each A: ToolbarContent>(_ a: repeat each A) -> ToolbarItems {
    ToolbarItems()
  }
  public static func buildIf<A: ToolbarContent>(_ a: A?) -> A? { a }
  public static func buildExpression<A: ToolbarContent>(_ a: A) -> A { a }
}

// MARK: Keyboards, of UIKit

public struct UITextContentType: Sendable {
  public static let name = UITextContentType(), emailAddress = UITextContentType()
  public static let telephoneNumber = UITextContentType(), password = UITextContentType()
  public static let newPassword = UITextContentType(), oneTimeCode = UITextContentType()
  public static let countryName = UITextContentType(), username = UITextContentType()
  public static let givenName = UITextContentType(), familyName = UITextContentType()
}
public enum UIKeyboardType { case emailAddress, phonePad, numberPad }
public struct TextInputAutocapitalization: Sendable {
  public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
}

// MARK: Modifiers

extension View {
  public func id<ID: Hashable>(_ id: ID) -> some View { self }
  public func environment<V>(_ path: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View
  {
    self
  }
  @preconcurrency public func task(
    @_inheritActorContext _ action: @escaping @Sendable @isolated(any) () async -> Void
  )
    -> some View
  { self }
  @preconcurrency public func task<T: Equatable>(
    id value: T, @_inheritActorContext _ action: @escaping @Sendable @isolated(any) () async -> Void
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  public nonisolated func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { self }
  public func sheet<C: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> C
  ) -> some View { self }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)
  public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  public func onSubmit(_ action: @escaping (() -> Void)) -> some View { self }
  public func onTapGesture(perform action: @escaping () -> Void) -> some View { self }
  public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
  public func toolbar<C: ToolbarContent>(@ToolbarContentBuilder content: () -> C) -> some View {
    self
  }
  public func disabled(_ isDisabled: Bool) -> some View { self }
  public func focused(_ isFocused: FocusState<Bool>.Binding) -> some View { self }
  public func padding(_ length: CGFloat) -> some View { self }
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { self }
  public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
  public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View { self }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  public func font(_ font: Font?) -> some View { self }
  public func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { self }
  public func tint(_ tint: Color?) -> some View { self }
  public func fontDesign(_ design: Font.Design?) -> some View { self }
  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }
  public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }
  public func ignoresSafeArea() -> some View { self }
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
  public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { self }
  public func labelsHidden() -> some View { self }
  public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { self }
  public func controlSize(_ size: ControlSize) -> some View { self }
  public func tag<V: Hashable>(_ tag: V) -> some View { self }
  public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
  public func textInputAutocapitalization(_ mode: TextInputAutocapitalization?) -> some View {
    self
  }
  public func textContentType(_ type: UITextContentType?) -> some View { self }
  public func keyboardType(_ type: UIKeyboardType) -> some View { self }
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { self }
  public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { self }
  public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { self }
  public func accessibilityHidden(_ isHidden: Bool) -> some View { self }
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
}
public enum Edge {
  public struct Set: Sendable {
    public static let all = Set(), horizontal = Set(), vertical = Set(), bottom = Set()
  }
}
