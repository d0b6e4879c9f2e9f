// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's LocalAuthentication that PorticoLive uses, as their documentation gives their
// signatures. Nothing here is ever run.

public import Foundation

// https://developer.apple.com/documentation/localauthentication/lapolicy
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public enum LAPolicy: Int, Sendable {
  // https://developer.apple.com/documentation/localauthentication/lapolicy/deviceownerauthentication
  @available(iOS 9.0, macOS 10.11, visionOS 1.0, *)
  case deviceOwnerAuthentication = 2
}

// https://developer.apple.com/documentation/localauthentication/lacontext
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
open class LAContext: NSObject {
  // https://developer.apple.com/documentation/localauthentication/lacontext/evaluatepolicy(_:localizedreason:reply:)
  @available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
  open func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {}
}

// https://developer.apple.com/documentation/localauthentication/laerror-swift.struct
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public struct LAError: Error {
  // https://developer.apple.com/documentation/localauthentication/laerror-swift.struct/code
  @available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
  public enum Code: Int, Sendable {
    case userCancel, systemCancel, passcodeNotSet, appCancel
  }
  // assumed: the page gives its name only
  public var code: Code { fatalError() }
}
