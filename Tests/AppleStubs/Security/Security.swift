// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's Security framework that PorticoLive uses, as their documentation and Apple's open
// SecItem.h give their signatures, so that its code can be type-checked elsewhere. Nothing here is ever run. Where no
// availability is given, it is older than iOS 13, macOS 10.15 and visionOS 1.

// assumed: in the SDK it is a class, and `as` bridges a dictionary to it; Linux has no such bridge
public typealias CFDictionary = [String: Any]
// assumed: in the SDK it is a class, and `as` bridges it to a string; Linux has no such bridge
public typealias CFString = String
// https://developer.apple.com/documentation/corefoundation/cftyperef
public typealias CFTypeRef = AnyObject
// assumed: as CFBase.h of Apple's open Core Foundation has it, `typedef SInt32 OSStatus`
public typealias OSStatus = Int32

// https://developer.apple.com/documentation/security/ksecclass
public let kSecClass: CFString = ""
// https://developer.apple.com/documentation/security/ksecclassgenericpassword
public let kSecClassGenericPassword: CFString = ""
// https://developer.apple.com/documentation/security/ksecattrservice
public let kSecAttrService: CFString = ""
// https://developer.apple.com/documentation/security/ksecattraccount
public let kSecAttrAccount: CFString = ""
// https://developer.apple.com/documentation/security/ksecattraccessible
public let kSecAttrAccessible: CFString = ""
// https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = ""
// https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public let kSecUseDataProtectionKeychain: CFString = ""
// https://developer.apple.com/documentation/security/ksecreturndata
public let kSecReturnData: CFString = ""
// https://developer.apple.com/documentation/security/ksecmatchlimit
public let kSecMatchLimit: CFString = ""
// https://developer.apple.com/documentation/security/ksecmatchlimitone
public let kSecMatchLimitOne: CFString = ""
// https://developer.apple.com/documentation/security/ksecvaluedata
public let kSecValueData: CFString = ""

// The result of a function of C may be ignored, unless its header says otherwise.

// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
@discardableResult
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { 0 }

// https://developer.apple.com/documentation/security/secitemadd(_:_:)
@discardableResult
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { 0 }

// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
@discardableResult
public func SecItemUpdate(
  _ query: CFDictionary, _ attributesToUpdate: CFDictionary
) -> OSStatus { 0 }

// https://developer.apple.com/documentation/security/secitemdelete(_:)
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
