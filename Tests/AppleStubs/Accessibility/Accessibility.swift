// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's Accessibility that PorticoUI uses, as their documentation gives their signatures. Nothing here
// is ever run.

// https://developer.apple.com/documentation/accessibility/accessibilitynotification
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public enum AccessibilityNotification {
  // https://developer.apple.com/documentation/accessibility/accessibilitynotification/announcement
  public struct Announcement {
    public init(_ announcement: String) {}
    // assumed: the page names it in an example only
    public func post() {}
  }
}
