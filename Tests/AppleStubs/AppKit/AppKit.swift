// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's AppKit that PorticoLive uses, as their documentation gives their signatures. Nothing here is
// ever run.

public import Foundation

// https://developer.apple.com/documentation/appkit/nsworkspace
open class NSWorkspace: NSObject {
  // assumed: only named, by the page of NSWorkspace
  public class var shared: NSWorkspace { fatalError() }
  // https://developer.apple.com/documentation/appkit/nsworkspace/open(_:)
  @discardableResult public func open(_ url: URL) -> Bool { false }
}
