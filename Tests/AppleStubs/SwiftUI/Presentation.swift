// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What PorticoUI uses of SwiftUI's navigation, sheets, alerts, lists and searches, as its documentation gives it.

// MARK: Navigation

// https://developer.apple.com/documentation/swiftui/navigationpath
@available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
public struct NavigationPath {}

// https://developer.apple.com/documentation/swiftui/navigationstack
@available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct NavigationStack<Data, Root: View>: Leaf {
  // https://developer.apple.com/documentation/swiftui/navigationstack/init(root:)
  public nonisolated init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
  // https://developer.apple.com/documentation/swiftui/navigationstack/init(path:root:)-3bt4q
  public nonisolated init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection,
    Data.Element: Hashable
  {}
}

// assumed: only named, by the page of TitleDisplayMode
@available(macOS, unavailable)
public struct NavigationBarItem: Sendable {
  // https://developer.apple.com/documentation/swiftui/navigationbaritem/titledisplaymode
  public enum TitleDisplayMode: Sendable { case automatic, inline, large }
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/navigationdestination(for:destination:)
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/navigationbarbackbuttonhidden(_:)
  @available(iOS 13.0, macOS 13.0, visionOS 1.0, *)
  public nonisolated func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View
  { self }
  // https://developer.apple.com/documentation/swiftui/view/navigationbartitledisplaymode(_:)
  @available(macOS, unavailable)
  public nonisolated func navigationBarTitleDisplayMode(
    _ displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View { self }
}

// MARK: Sheets and alerts

// https://developer.apple.com/documentation/swiftui/presentationdetent
@available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
public struct PresentationDetent: Hashable, Sendable {
  // https://developer.apple.com/documentation/swiftui/presentationdetent/medium
  public static let medium = PresentationDetent()
  // https://developer.apple.com/documentation/swiftui/presentationdetent/large
  public static let large = PresentationDetent()
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/sheet(item:ondismiss:content:)
  public nonisolated func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/fullscreencover(item:ondismiss:content:)
  @available(iOS 14.0, visionOS 1.0, *)
  @available(macOS, unavailable)
  public nonisolated func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:presenting:actions:message:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func alert<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View { self }
  // https://developer.apple.com/documentation/swiftui/view/interactivedismissdisabled(_:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    self
  }
  // https://developer.apple.com/documentation/swiftui/view/presentationdetents(_:)
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  public nonisolated func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
    self
  }
}

// MARK: Lists and searches

// https://developer.apple.com/documentation/swiftui/list
@MainActor @preconcurrency public struct List<SelectionValue, Content: View>: Leaf {}
extension List where SelectionValue == Never {
  // https://developer.apple.com/documentation/swiftui/list/init(content:)
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}
// https://developer.apple.com/documentation/swiftui/section
public struct Section<Parent, Content, Footer> {}
extension Section: View, Leaf where Parent: View, Content: View, Footer: View {}
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  // assumed: the page that was read is of another overload
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

// https://developer.apple.com/documentation/swiftui/searchfieldplacement
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct SearchFieldPlacement: Sendable {
  // https://developer.apple.com/documentation/swiftui/searchfieldplacement/automatic
  public static let automatic = SearchFieldPlacement()
}
// https://developer.apple.com/documentation/swiftui/searchunavailablecontent
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct SearchUnavailableContent {
  // https://developer.apple.com/documentation/swiftui/searchunavailablecontent/label
  public struct Label: Leaf {}
  // https://developer.apple.com/documentation/swiftui/searchunavailablecontent/description
  public struct Description: Leaf {}
  // https://developer.apple.com/documentation/swiftui/searchunavailablecontent/actions
  public struct Actions: Leaf {}
}
// https://developer.apple.com/documentation/swiftui/contentunavailableview
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: Leaf {}
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
extension ContentUnavailableView
where
  Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
  Actions == SearchUnavailableContent.Actions
{
  // https://developer.apple.com/documentation/swiftui/contentunavailableview/search(text:)
  public static func search(text: String) -> ContentUnavailableView { fatalError() }
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/searchable(text:placement:prompt:)
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public nonisolated func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View { self }
}

// MARK: Previews

// https://developer.apple.com/documentation/swiftui/previewprovider
@MainActor @preconcurrency public protocol PreviewProvider {
  // https://developer.apple.com/documentation/swiftui/previewprovider/previews-swift.associatedtype
  associatedtype Previews: View
  // https://developer.apple.com/documentation/swiftui/previewprovider/previews-swift.type.property
  @ViewBuilder static var previews: Previews { get }
}
extension View {
  // https://developer.apple.com/documentation/swiftui/view/previewdisplayname(_:)
  public nonisolated func previewDisplayName(_ value: String?) -> some View { self }
}
