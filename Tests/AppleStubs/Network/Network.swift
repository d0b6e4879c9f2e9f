// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's Network framework that PorticoLive uses, as their documentation gives their signatures.
// Nothing here is ever run.

public import Dispatch

// https://developer.apple.com/documentation/network/nwpath
@available(macOS 10.14, iOS 12.0, visionOS 1.0, *)
public struct NWPath: Sendable {
  // https://developer.apple.com/documentation/network/nwpath/status-swift.enum
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
  // https://developer.apple.com/documentation/network/nwpath/status-swift.property
  public let status: Status
}

// https://developer.apple.com/documentation/network/nwpathmonitor
@available(macOS 10.14, iOS 12.0, visionOS 1.0, *)
public final class NWPathMonitor: @unchecked Sendable {
  // https://developer.apple.com/documentation/network/nwpathmonitor/init()
  public init() {}
  // https://developer.apple.com/documentation/network/nwpathmonitor/pathupdatehandler
  @preconcurrency public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
    get { nil }
    set {}
  }
  // https://developer.apple.com/documentation/network/nwpathmonitor/start(queue:)
  public func start(queue: DispatchQueue) {}
  // https://developer.apple.com/documentation/network/nwpathmonitor/cancel()
  public func cancel() {}
}
