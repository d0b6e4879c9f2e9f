// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's Network framework that PorticoLive uses, as their documentation gives their signatures.
// Nothing here is ever run.

public import Dispatch

// https://developer.apple.com/documentation/network/nwpath
@available(macOS 10.14, iOS 12.0, visionOS 1.0, *)
public struct NWPath: Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
  public let status: Status
}

// https://developer.apple.com/documentation/network/nwpathmonitor
@available(macOS 10.14, iOS 12.0, visionOS 1.0, *)
public final class NWPathMonitor: @unchecked Sendable {
  public init() {}
  @preconcurrency public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
    get { nil }
    set {}
  }
  public func start(queue: DispatchQueue) {}
  public func cancel() {}
}
