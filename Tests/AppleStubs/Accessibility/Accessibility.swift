// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's Accessibility that PorticoUI uses, as their documentation gives their signatures. Nothing here
// is ever run.

// https://developer.apple.com/documentation/accessibility/accessibilitynotification
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public enum AccessibilityNotification {
  // https://developer.apple.com/documentation/accessibility/accessibilitynotification/announcement
  public struct Announcement {
    // assumed: the page that was read is of another overload
    public init(_ announcement: String) {}
    // https://developer.apple.com/documentation/accessibility/accessibilitynotification/announcement/post()
    public func post() {}
  }
}
