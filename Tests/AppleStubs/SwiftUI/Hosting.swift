// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// How an app of UIKit shows a view, and how the system wakes an app.

public import Foundation

#if !STUB_MACOS
public import UIKit

// https://developer.apple.com/documentation/swiftui/uihostingcontroller
@available(iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency open class UIHostingController<Content: View>: UIViewController {
  // https://developer.apple.com/documentation/swiftui/uihostingcontroller/init(rootview:)
  public init(rootView: Content) {}
}

// https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor
@available(iOS 14.0, visionOS 1.0, *)
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<
  DelegateType: NSObject & UIApplicationDelegate
> {
  // https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/init(_:)
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
  // https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/wrappedvalue
  public var wrappedValue: DelegateType { fatalError() }
}
#endif

// https://developer.apple.com/documentation/swiftui/backgroundtask
@available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
public struct BackgroundTask<Request, Response>: Sendable {
  // https://developer.apple.com/documentation/swiftui/backgroundtask/apprefresh(_:)
  @available(iOS 16.0, visionOS 1.0, *)
  @available(macOS, unavailable)
  public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void>
  where Request == Void, Response == Void { fatalError() }
}

extension Scene {
  // https://developer.apple.com/documentation/swiftui/scene/backgroundtask(_:action:)
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  public nonisolated func backgroundTask<D: Sendable, R: Sendable>(
    _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
  ) -> some Scene { self }
}

// Foundation's, which Linux's does not have.
extension FileManager {
  // https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
  @available(iOS 7.0, macOS 10.8, visionOS 1.0, *)
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    nil
  }
}
