// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of SwiftUI that PorticoUI uses, as their documentation gives them, so that its files can be
// type-checked where there is no SwiftUI. Nothing here does anything; what a real SwiftUI has beside this does not
// matter. Where no availability is given, it is iOS 13, macOS 10.15 and visionOS 1. The names of type parameters are
// our own. Builders of views are called ContentBuilder by the pages since Xcode 27, and ViewBuilder before; EmptyView
// has the alias EmptyContent there. A few types are isolated to the main actor or not Sendable here, though not there:
// less of our code is let through for it.

@_exported import Foundation

// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
  // https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  associatedtype Body: View
  // https://developer.apple.com/documentation/swiftui/view/body-8kl5o
  @ViewBuilder var body: Body { get }
}

// https://developer.apple.com/documentation/swiftui/scene
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol Scene {}

// https://developer.apple.com/documentation/swiftui/scenebuilder
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
@resultBuilder public struct SceneBuilder {
  // https://developer.apple.com/documentation/swiftui/scenebuilder/buildblock(_:)
  public static func buildBlock<A: Scene>(_ a: A) -> A { a }
}

// https://developer.apple.com/documentation/swiftui/app
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol App {
  // https://developer.apple.com/documentation/swiftui/app/body-swift.associatedtype
  associatedtype Body: Scene
  // https://developer.apple.com/documentation/swiftui/app/body-swift.property
  @SceneBuilder var body: Body { get }
  // https://developer.apple.com/documentation/swiftui/app/init()
  init()
}
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
extension App {
  // https://developer.apple.com/documentation/swiftui/app/main()
  @MainActor @preconcurrency public static func main() {}
}

// assumed: no copy of its page was found
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
public struct WindowGroup<C: View>: Scene {
  // assumed: no copy of its page was found
  public init(@ViewBuilder content: () -> C) {}
}

extension Never: View {
  // assumed: no copy of its page was found
  public var body: Never { fatalError() }
}

// assumed: our own, a view without a body
public protocol Leaf: View where Body == Never {}
extension Leaf {
  // assumed: our own, as View demands it
  public var body: Never { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock()
  public static func buildBlock() -> EmptyView { fatalError() }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
  // assumed: asks for views; its page asks for nothing
  public static func buildBlock<A: View>(_ a: A) -> A { a }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)-2bj1g
  // assumed: without the type parameter of TupleView that is there
  public static func buildBlock<each A: View>(_ a: repeat each A) -> TupleView { fatalError() }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)
  // assumed: asks for views; its page asks for nothing
  public static func buildIf<A: View>(_ a: A?) -> A? { a }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
  // assumed: asks for views; its page asks for nothing
  public static func buildEither<A: View, B: View>(first: A) -> _ConditionalContent<A, B> {
    fatalError()
  }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(second:)
  // assumed: asks for views; its page asks for nothing
  public static func buildEither<A: View, B: View>(second: B) -> _ConditionalContent<A, B> {
    fatalError()
  }
  // https://developer.apple.com/documentation/swiftui/viewbuilder/buildexpression(_:)
  public static func buildExpression<A: View>(_ a: A) -> A { a }
}

// https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: Leaf {
  // https://developer.apple.com/documentation/swiftui/emptyview/init()
  public nonisolated init() {}
}
// assumed: without the type parameter that its page has
public struct TupleView: Leaf {}
// assumed: only named, by the page of ViewBuilder
public struct _ConditionalContent<A: View, B: View>: Leaf {}
extension Optional: View where Wrapped: View {
  // assumed: no copy of its page was found
  public var body: Never { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/anyview
public struct AnyView: Leaf {
  // https://developer.apple.com/documentation/swiftui/anyview/init(_:)
  public nonisolated init<V: View>(_ view: V) {}
}

// Not Sendable: https://developer.apple.com/documentation/swiftui/localizedstringkey
public struct LocalizedStringKey: Equatable, ExpressibleByStringLiteral {
  // assumed: as ExpressibleByStringLiteral demands it
  public init(stringLiteral value: String) {}
}

// MARK: State

// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper public struct State<Value> {
  // https://developer.apple.com/documentation/swiftui/state/init(wrappedvalue:)
  public init(wrappedValue value: Value) { fatalError() }
  // https://developer.apple.com/documentation/swiftui/state/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  // https://developer.apple.com/documentation/swiftui/state/projectedvalue
  public var projectedValue: Binding<Value> { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/binding
@propertyWrapper public struct Binding<Value> {
  // https://developer.apple.com/documentation/swiftui/binding/init(get:set:)
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  // https://developer.apple.com/documentation/swiftui/binding/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  // https://developer.apple.com/documentation/swiftui/binding/projectedvalue
  public var projectedValue: Binding<Value> { fatalError() }
}

// assumed: isolated to the main actor; its page gives no isolation
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
@propertyWrapper @MainActor @preconcurrency public struct FocusState<Value: Hashable> {
  // https://developer.apple.com/documentation/swiftui/focusstate/init()
  public init() where Value == Bool {}
  // https://developer.apple.com/documentation/swiftui/focusstate/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  // https://developer.apple.com/documentation/swiftui/focusstate/projectedvalue
  public var projectedValue: Binding { fatalError() }
  // https://developer.apple.com/documentation/swiftui/focusstate/binding
  public struct Binding {
    // https://developer.apple.com/documentation/swiftui/focusstate/binding
    public var wrappedValue: Value {
      get { fatalError() }
      nonmutating set {}
    }
    // https://developer.apple.com/documentation/swiftui/focusstate/binding
    public var projectedValue: Binding { fatalError() }
  }
}

// https://developer.apple.com/documentation/swiftui/environment
@propertyWrapper public struct Environment<Value> {
  // https://developer.apple.com/documentation/swiftui/environment/init(_:)
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  // https://developer.apple.com/documentation/swiftui/environment/wrappedvalue
  public var wrappedValue: Value { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues {
  // https://developer.apple.com/documentation/swiftui/environmentvalues/scenephase
  @available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
  public var scenePhase: ScenePhase
  // https://developer.apple.com/documentation/swiftui/environmentvalues/layoutdirection
  public var layoutDirection: LayoutDirection
  // https://developer.apple.com/documentation/swiftui/environmentvalues/colorscheme
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
  // https://developer.apple.com/documentation/swiftui/dismissaction/callasfunction()
  public func callAsFunction() {}
}
// https://developer.apple.com/documentation/swiftui/environmentkey
public protocol EnvironmentKey {
  // https://developer.apple.com/documentation/swiftui/environmentkey/value
  associatedtype Value
  // https://developer.apple.com/documentation/swiftui/environmentkey/defaultvalue
  static var defaultValue: Value { get }
}
// https://developer.apple.com/documentation/swiftui/colorscheme
public enum ColorScheme: CaseIterable, Sendable { case light, dark }
// https://developer.apple.com/documentation/swiftui/scenephase
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }
// https://developer.apple.com/documentation/swiftui/layoutdirection
public enum LayoutDirection: CaseIterable, Sendable { case leftToRight, rightToLeft }

// MARK: Containers

// assumed: no copy of its page was found
public struct Alignment: Sendable {
  // assumed: no copy of their pages was found
  public static let center = Alignment(), bottom = Alignment(), leading = Alignment()
}
// https://developer.apple.com/documentation/swiftui/horizontalalignment
public struct HorizontalAlignment: Sendable {
  // https://developer.apple.com/documentation/swiftui/horizontalalignment/center
  public static let center = HorizontalAlignment()
  // https://developer.apple.com/documentation/swiftui/horizontalalignment/leading
  public static let leading = HorizontalAlignment()
}
// https://developer.apple.com/documentation/swiftui/vstack
public struct VStack<C: View>: Leaf {
  // https://developer.apple.com/documentation/swiftui/vstack/init(alignment:spacing:content:)
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> C
  ) {}
}
// assumed: only named, by the page of its initializer
public struct HStack<C: View>: Leaf {
  // https://developer.apple.com/documentation/swiftui/hstack/init(alignment:spacing:content:)
  public nonisolated init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> C
  ) {}
}
// assumed: only named, by the page of its initializer
public struct ZStack<C: View>: Leaf {
  // https://developer.apple.com/documentation/swiftui/zstack/init(alignment:content:)
  public nonisolated init(alignment: Alignment = .center, @ViewBuilder content: () -> C) {}
}
// https://developer.apple.com/documentation/swiftui/scrollview
public struct ScrollView<C: View>: Leaf {
  // assumed: shorter than the one of its page, whose other parameters have defaults
  public init(@ViewBuilder content: () -> C) {}
}
// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<D: RandomAccessCollection, ID: Hashable, C: View>: Leaf {
  // assumed: the page that was read is of another overload
  public init(_ data: D, @ViewBuilder content: @escaping (D.Element) -> C)
  where D.Element: Identifiable, ID == D.Element.ID {}
  // assumed: the page that was read is of another overload
  public init(
    _ data: D, id: KeyPath<D.Element, ID>, @ViewBuilder content: @escaping (D.Element) -> C
  ) {}
}
// https://developer.apple.com/documentation/swiftui/group
public struct Group<C> {}
extension Group: View, Leaf where C: View {
  // https://developer.apple.com/documentation/swiftui/group/init(content:)
  // assumed: asks for views; its page asks for nothing
  public nonisolated init(@ViewBuilder content: () -> C) {}
}
// https://developer.apple.com/documentation/swiftui/spacer
public struct Spacer: Leaf { public nonisolated init(minLength: CGFloat? = nil) {} }

// MARK: What is seen

// assumed: no copy of its page was found
public struct Text: Leaf {
  // assumed: the page that was read is of another overload
  @_disfavoredOverload public init<S: StringProtocol>(_ text: S) {}
  // assumed: shorter than the one of its page, whose other parameters have defaults
  public init(_ key: LocalizedStringKey) {}
  // https://developer.apple.com/documentation/swiftui/text/font(_:)
  public nonisolated func font(_ font: Font?) -> Text { self }
}
// https://developer.apple.com/documentation/swiftui/font
public struct Font: Sendable {
  // https://developer.apple.com/documentation/swiftui/font/headline
  public static let headline = Font()
  // https://developer.apple.com/documentation/swiftui/font/largetitle
  public static let largeTitle = Font()
  // https://developer.apple.com/documentation/swiftui/font/subheadline
  public static let subheadline = Font()
  // https://developer.apple.com/documentation/swiftui/font/footnote
  public static let footnote = Font()
  // https://developer.apple.com/documentation/swiftui/font/body
  public static let body = Font()
  // https://developer.apple.com/documentation/swiftui/font/design
  public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }
  // https://developer.apple.com/documentation/swiftui/font/monospaced()
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public func monospaced() -> Font { self }
  // https://developer.apple.com/documentation/swiftui/font/bold()
  public func bold() -> Font { self }
}
// https://developer.apple.com/documentation/swiftui/image
public struct Image: Leaf {
  // https://developer.apple.com/documentation/swiftui/image/init(_:bundle:)
  public nonisolated init(_ name: String, bundle: Bundle? = nil) {}
  // https://developer.apple.com/documentation/swiftui/image/init(systemname:)
  @available(iOS 13.0, macOS 11.0, visionOS 1.0, *)
  public nonisolated init(systemName: String) {}
}
// https://developer.apple.com/documentation/swiftui/progressview
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
public struct ProgressView: Leaf {
  // https://developer.apple.com/documentation/swiftui/progressview/init()
  public nonisolated init() {}
  // https://developer.apple.com/documentation/swiftui/progressview/init(value:total:)
  public nonisolated init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {}
}

// https://developer.apple.com/documentation/swiftui/buttonrole
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ButtonRole: Equatable, Sendable { public static let destructive = ButtonRole() }
// https://developer.apple.com/documentation/swiftui/button
public struct Button<L: View>: Leaf {
  // https://developer.apple.com/documentation/swiftui/button/init(action:label:)
  @preconcurrency public nonisolated init(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> L
  ) {}
  // https://developer.apple.com/documentation/swiftui/button/init(role:action:label:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  @preconcurrency public nonisolated init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> L
  ) {}
}
extension Button where L == Text {
  // https://developer.apple.com/documentation/swiftui/button/init(_:action:)-lpm7
  @preconcurrency public nonisolated init<S: StringProtocol>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) {
    fatalError()
  }
}
// https://developer.apple.com/documentation/swiftui/toggle
public struct Toggle<L: View>: Leaf {}
extension Toggle where L == Text {
  // assumed: the page that was read is of another overload
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}
// assumed: no copy of its page was found
public struct TextField<L: View>: Leaf {}
extension TextField where L == Text {
  // assumed: the page that was read is of another overload
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
  // https://developer.apple.com/documentation/swiftui/textfield/init(_:text:)
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}
// https://developer.apple.com/documentation/swiftui/securefield
public struct SecureField<L: View>: Leaf {}
extension SecureField where L == Text {
  // assumed: the page that was read is of another overload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}
// https://developer.apple.com/documentation/swiftui/picker
public struct Picker<L: View, V: Hashable, C: View>: Leaf {}
extension Picker where L == Text {
  // assumed: the page that was read is of another overload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<V>, @ViewBuilder content: () -> C
  ) {}
}
// https://developer.apple.com/documentation/swiftui/datepickercomponents
public struct DatePickerComponents: OptionSet, Sendable {
  // assumed: as OptionSet demands it
  public let rawValue: UInt
  // assumed: as OptionSet demands it
  public init(rawValue: UInt) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/swiftui/datepickercomponents/date
  public static let date = DatePickerComponents(rawValue: 1)
}
// https://developer.apple.com/documentation/swiftui/datepicker
public struct DatePicker<L: View>: Leaf {}
extension DatePicker where L == Text {
  // assumed: the page that was read is of another overload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: DatePickerComponents
  ) {}
}

// https://developer.apple.com/documentation/swiftui/shapestyle
public protocol ShapeStyle: Sendable {}
// https://developer.apple.com/documentation/swiftui/color
public struct Color: Leaf, ShapeStyle {
  // https://developer.apple.com/documentation/swiftui/color/rgbcolorspace
  public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }
  // https://developer.apple.com/documentation/swiftui/color/init(_:red:green:blue:opacity:)
  public nonisolated init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) {}
  // assumed: our own, for the colors below
  nonisolated init() {}
  // https://developer.apple.com/documentation/swiftui/color/clear
  public static let clear = Color()
  // https://developer.apple.com/documentation/swiftui/color/red
  public static let red = Color()
  // https://developer.apple.com/documentation/swiftui/color/white
  public static let white = Color()
  // https://developer.apple.com/documentation/swiftui/color/black
  public static let black = Color()
  // https://developer.apple.com/documentation/swiftui/color/orange
  public static let orange = Color()
  // https://developer.apple.com/documentation/swiftui/color/green
  public static let green = Color()
  // https://developer.apple.com/documentation/swiftui/color/gray
  public static let gray = Color()
  // https://developer.apple.com/documentation/swiftui/color/opacity(_:)
  public nonisolated func opacity(_ opacity: Double) -> Color { self }
}
// https://developer.apple.com/documentation/swiftui/backgroundstyle
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
public struct BackgroundStyle: ShapeStyle {}
// https://developer.apple.com/documentation/swiftui/tintshapestyle
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct TintShapeStyle: ShapeStyle {}
// https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct HierarchicalShapeStyle: ShapeStyle {}
// https://developer.apple.com/documentation/swiftui/material
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct Material: ShapeStyle {}
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
extension ShapeStyle where Self == BackgroundStyle {
  // https://developer.apple.com/documentation/swiftui/shapestyle/background
  public static var background: BackgroundStyle { BackgroundStyle() }
}
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
extension ShapeStyle where Self == TintShapeStyle {
  // https://developer.apple.com/documentation/swiftui/shapestyle/tint
  public static var tint: TintShapeStyle { TintShapeStyle() }
}
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
extension ShapeStyle where Self == HierarchicalShapeStyle {
  // https://developer.apple.com/documentation/swiftui/shapestyle/primary
  public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
extension ShapeStyle where Self == HierarchicalShapeStyle {
  // https://developer.apple.com/documentation/swiftui/shapestyle/secondary-swift.type.property
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
extension ShapeStyle where Self == Color {
  // https://developer.apple.com/documentation/swiftui/shapestyle/red
  public static var red: Color { Color() }
}
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
extension ShapeStyle where Self == Material {
  // https://developer.apple.com/documentation/swiftui/shapestyle/regularmaterial
  public static var regularMaterial: Material { Material() }
  // https://developer.apple.com/documentation/swiftui/shapestyle/thinmaterial
  public static var thinMaterial: Material { Material() }
}
// assumed: isolated to the main actor as a view is; its page has nonisolated, and Animatable
public protocol Shape: View, Sendable {}
// assumed: our own, what a shape is once it is filled
public struct Filled: Leaf {}
extension Shape {
  // assumed: only named, by the page of Shape
  @MainActor public func fill<S: ShapeStyle>(_ style: S) -> Filled { Filled() }
}
// https://developer.apple.com/documentation/swiftui/rectangle
public struct Rectangle: Shape, Leaf { public nonisolated init() {} }
// https://developer.apple.com/documentation/swiftui/path
public struct Path: Shape, Leaf {
  // https://developer.apple.com/documentation/swiftui/path/init(_:)
  public nonisolated init(_ callback: (inout Path) -> Void) {}
  // assumed: shorter than the one of its page, whose other parameters have defaults
  public mutating func addRect(_ rect: CGRect) {}
  // https://developer.apple.com/documentation/swiftui/path
  public mutating func move(to end: CGPoint) {}
  // https://developer.apple.com/documentation/swiftui/path/addline(to:)
  public mutating func addLine(to end: CGPoint) {}
  // https://developer.apple.com/documentation/swiftui/path/addcurve(to:control1:control2:)
  public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
  // https://developer.apple.com/documentation/swiftui/path/closesubpath()
  public mutating func closeSubpath() {}
}
// assumed: shorter than the one of its page, whose other parameters have defaults
public struct Capsule: Shape, Leaf { public init() {} }
// assumed: shorter than the one of its page, whose other parameters have defaults
public struct RoundedRectangle: Shape, Leaf { public init(cornerRadius: CGFloat) {} }

// MARK: Styles

// https://developer.apple.com/documentation/swiftui/textselectability
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol TextSelectability {}
// https://developer.apple.com/documentation/swiftui/enabledtextselectability
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct EnabledTextSelectability: TextSelectability {}
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
extension TextSelectability where Self == EnabledTextSelectability {
  // https://developer.apple.com/documentation/swiftui/textselectability/enabled
  public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}
// https://developer.apple.com/documentation/swiftui/primitivebuttonstyle
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}
// https://developer.apple.com/documentation/swiftui/primitivebuttonstyle
public struct PlainButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  // https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/plain
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}
// https://developer.apple.com/documentation/swiftui/borderedbuttonstyle
@available(iOS 15.0, macOS 10.15, visionOS 1.0, *)
public struct BorderedButtonStyle: PrimitiveButtonStyle {}
@available(iOS 15.0, macOS 10.15, visionOS 1.0, *)
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  // https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/bordered
  public nonisolated static var bordered: BorderedButtonStyle { fatalError() }
}
// https://developer.apple.com/documentation/swiftui/borderedprominentbuttonstyle
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  // https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/borderedprominent
  public nonisolated static var borderedProminent: BorderedProminentButtonStyle { fatalError() }
}
// https://developer.apple.com/documentation/swiftui/textfieldstyle
public protocol TextFieldStyle {}
// https://developer.apple.com/documentation/swiftui/plaintextfieldstyle
public struct PlainTextFieldStyle: TextFieldStyle {}
extension TextFieldStyle where Self == PlainTextFieldStyle {
  // https://developer.apple.com/documentation/swiftui/textfieldstyle/plain
  public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}
// https://developer.apple.com/documentation/swiftui/roundedbordertextfieldstyle
public struct RoundedBorderTextFieldStyle: TextFieldStyle {}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  // https://developer.apple.com/documentation/swiftui/textfieldstyle/roundedborder
  public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}
// https://developer.apple.com/documentation/swiftui/pickerstyle
public protocol PickerStyle {}
// https://developer.apple.com/documentation/swiftui/wheelpickerstyle
@available(macOS, unavailable)
public struct WheelPickerStyle: PickerStyle {}
@available(macOS, unavailable)
extension PickerStyle where Self == WheelPickerStyle {
  // https://developer.apple.com/documentation/swiftui/pickerstyle/wheel
  public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}
// https://developer.apple.com/documentation/swiftui/controlsize
@available(iOS 15.0, macOS 10.15, visionOS 1.0, *)
public enum ControlSize: CaseIterable, Comparable, Sendable { case regular, large }
// https://developer.apple.com/documentation/swiftui/buttonbordershape
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ButtonBorderShape: Equatable, Sendable {
  // assumed: only named, by the page of ButtonBorderShape
  public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { ButtonBorderShape() }
}
// https://developer.apple.com/documentation/swiftui/accessibilitytraits
public struct AccessibilityTraits: SetAlgebra, Sendable {
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/ismodal
  public static let isModal = AccessibilityTraits()
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/isheader
  public static let isHeader = AccessibilityTraits()
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/isselected
  public static let isSelected = AccessibilityTraits()
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/updatesfrequently
  public static let updatesFrequently = AccessibilityTraits()
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/islink
  public static let isLink = AccessibilityTraits()
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/isimage
  public static let isImage = AccessibilityTraits()
  // assumed: as SetAlgebra demands it
  public init() {}
  // assumed: as SetAlgebra demands it
  public func contains(_ member: AccessibilityTraits) -> Bool { false }
  // assumed: as SetAlgebra demands it
  public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
  // assumed: as SetAlgebra demands it
  public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
  // assumed: as SetAlgebra demands it
  public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
  // assumed: as SetAlgebra demands it
  public mutating func insert(
    _ newMember: AccessibilityTraits
  ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) { (false, self) }
  // assumed: as SetAlgebra demands it
  public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? { nil }
  // assumed: as SetAlgebra demands it
  public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? { nil }
  // assumed: as SetAlgebra demands it
  public mutating func formUnion(_ other: AccessibilityTraits) {}
  // assumed: as SetAlgebra demands it
  public mutating func formIntersection(_ other: AccessibilityTraits) {}
  // assumed: as SetAlgebra demands it
  public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {}
}

// MARK: Bars

// https://developer.apple.com/documentation/swiftui/toolbaritemplacement
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
public struct ToolbarItemPlacement: Sendable {
  // https://developer.apple.com/documentation/swiftui/toolbaritemplacement/navigation
  public static let navigation = ToolbarItemPlacement()
  // https://developer.apple.com/documentation/swiftui/toolbaritemplacement/cancellationaction
  public static let cancellationAction = ToolbarItemPlacement()
}
// https://developer.apple.com/documentation/swiftui/toolbarcontent
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol ToolbarContent {}
// assumed: without the type parameter ID and the default of placement that are there
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
public struct ToolbarItem<C: View>: ToolbarContent {
  // https://developer.apple.com/documentation/swiftui/toolbaritem/init(placement:content:)
  public nonisolated init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> C) {}
}
// assumed: our own, several of them
public struct ToolbarItems: ToolbarContent {}
// assumed: no copy of its page was found
extension Optional: ToolbarContent where Wrapped: ToolbarContent {}
// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder
@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
@resultBuilder public struct ToolbarContentBuilder {
  // assumed: one for any number, where the pages have one for each number
  public static func buildBlock<each A: ToolbarContent>(_ a: repeat each A) -> ToolbarItems {
    fatalError()
  }
  // assumed: the page that was read is of another overload
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  public static func buildIf<A: ToolbarContent>(_ a: A?) -> A? { a }
  // assumed: the page that was read is of another overload
  public static func buildExpression<A: ToolbarContent>(_ a: A) -> A { a }
}

// MARK: Keyboards, of UIKit

// https://developer.apple.com/documentation/uikit/uitextcontenttype
@available(macOS, unavailable)
public struct UITextContentType: Equatable, Sendable {
  // assumed: only named, by the page of UITextContentType
  public static let name = UITextContentType(), emailAddress = UITextContentType()
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/telephonenumber
  public static let telephoneNumber = UITextContentType()
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/password
  public static let password = UITextContentType()
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/onetimecode
  public static let oneTimeCode = UITextContentType()
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/newpassword
  public static let newPassword = UITextContentType()
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/countryname
  public static let countryName = UITextContentType()
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/username
  public static let username = UITextContentType()
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/givenname
  public static let givenName = UITextContentType()
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/familyname
  public static let familyName = UITextContentType()
}
// https://developer.apple.com/documentation/uikit/uikeyboardtype
public enum UIKeyboardType: Sendable { case emailAddress, phonePad, numberPad }
// https://developer.apple.com/documentation/swiftui/textinputautocapitalization
@available(iOS 15.0, visionOS 1.0, *)
@available(macOS, unavailable)
public struct TextInputAutocapitalization: Sendable {
  // https://developer.apple.com/documentation/swiftui/textinputautocapitalization/never
  public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
}

// MARK: Modifiers

extension View {
  // https://developer.apple.com/documentation/swiftui/view/id(_:)
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/environment(_:_:)
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View { self }
  // assumed: the attributes of the action; its page has none
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  @preconcurrency public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable @isolated(any) () async -> Void
  )
    -> some View
  { self }
  // assumed: the attributes of the action; its page has none
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  @preconcurrency public nonisolated func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable @isolated(any) () async -> Void
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  public nonisolated func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/sheet(ispresented:ondismiss:content:)
  public nonisolated func sheet<C: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> C
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)
  @available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
  public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/onappear(perform:)
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)
  public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  // assumed: shorter than the one of its page, whose other parameters have defaults
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func onSubmit(_ action: @escaping (() -> Void)) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/ontapgesture(count:perform:)
  public nonisolated func onTapGesture(count: Int = 1, perform action: @escaping () -> Void)
    -> some View
  { self }
  // assumed: the page that was read is of another overload
  public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/toolbar(content:)
  @available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
  public nonisolated func toolbar<C: ToolbarContent>(@ToolbarContentBuilder content: () -> C)
    -> some View
  {
    self
  }
  // https://developer.apple.com/documentation/swiftui/view/disabled(_:)
  public nonisolated func disabled(_ disabled: Bool) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/focused(_:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func focused(_ condition: FocusState<Bool>.Binding) -> some View { self }
  // assumed: only named, by the page of padding(_:_:)
  public nonisolated func padding(_ length: CGFloat) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/padding(_:_:)
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    self
  }
  // https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
  public nonisolated func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/textselection(_:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
    self
  }
  // assumed: shorter than the one of its page, whose other parameters have defaults
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View
  { self }
  // https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/font(_:)
  public nonisolated func font(_ font: Font?) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/background(_:ignoressafeareaedges:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/tint(_:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func tint(_ tint: Color?) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/fontdesign(_:)
  @available(iOS 16.1, macOS 13.0, visionOS 1.0, *)
  public nonisolated func fontDesign(_ design: Font.Design?) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/preferredcolorscheme(_:)
  @available(iOS 13.0, macOS 11.0, visionOS 1.0, *)
  public nonisolated func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/buttonbordershape(_:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }
  // assumed: shorter than the one of its page, whose other parameters have defaults
  @available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
  public nonisolated func ignoresSafeArea() -> some View { self }
  // assumed: the page that was read is of another overload
  public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/textfieldstyle(_:)
  public nonisolated func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/labelshidden()
  public nonisolated func labelsHidden() -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/pickerstyle(_:)
  public nonisolated func pickerStyle<S: PickerStyle>(_ style: S) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/controlsize(_:)
  @available(iOS 15.0, macOS 10.15, visionOS 1.0, *)
  public nonisolated func controlSize(_ controlSize: ControlSize) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/tag(_:includeoptional:)
  public nonisolated func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
    self
  }
  // https://developer.apple.com/documentation/swiftui/view/autocorrectiondisabled(_:)
  public nonisolated func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/textinputautocapitalization(_:)
  @available(iOS 15.0, visionOS 1.0, *)
  @available(macOS, unavailable)
  public nonisolated func textInputAutocapitalization(
    _ autocapitalization: TextInputAutocapitalization?
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/textcontenttype(_:)-ufdv
  @available(macOS, unavailable)
  public nonisolated func textContentType(_ textContentType: UITextContentType?) -> some View {
    self
  }
  // https://developer.apple.com/documentation/swiftui/view/keyboardtype(_:)
  @available(macOS, unavailable)
  public nonisolated func keyboardType(_ type: UIKeyboardType) -> some View { self }
  // assumed: the page that was read is of another overload
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { self }
  // assumed: the page that was read is of another overload
  public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { self }
  // assumed: the page that was read is of another overload
  @available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
  public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { self }
  // assumed: some View, where the page has ModifiedContent<Self, AccessibilityAttachmentModifier>
  @available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
  public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View { self }
  // assumed: some View, where the page has ModifiedContent<Self, AccessibilityAttachmentModifier>
  @available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
  public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    self
  }
}
// https://developer.apple.com/documentation/swiftui/edge
public enum Edge: CaseIterable, Sendable {
  case top, leading, bottom, trailing
  // https://developer.apple.com/documentation/swiftui/edge/set
  public struct Set: OptionSet, Sendable {
    // assumed: as OptionSet demands it
    public let rawValue: Int8
    // assumed: as OptionSet demands it
    public init(rawValue: Int8) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/swiftui/edge/set/all
    public static let all = Set(rawValue: 15)
    // https://developer.apple.com/documentation/swiftui/edge/set/horizontal
    public static let horizontal = Set(rawValue: 10)
    // https://developer.apple.com/documentation/swiftui/edge/set/vertical
    public static let vertical = Set(rawValue: 5)
    // https://developer.apple.com/documentation/swiftui/edge/set/bottom
    public static let bottom = Set(rawValue: 4)
  }
}
