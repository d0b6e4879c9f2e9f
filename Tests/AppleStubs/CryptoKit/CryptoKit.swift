// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's CryptoKit that the client uses, as their documentation gives their signatures,
// so that its code can be type-checked elsewhere. Nothing here is ever run, and nothing here computes. All of it is
// available since iOS 13, macOS 10.15 and visionOS 1.

public import Foundation

// https://developer.apple.com/documentation/cryptokit/p256
public enum P256 {
  // https://developer.apple.com/documentation/cryptokit/p256/signing
  public enum Signing {
    // https://developer.apple.com/documentation/cryptokit/p256/signing/publickey
    public struct PublicKey: Sendable {
      // https://developer.apple.com/documentation/cryptokit/p256/signing/publickey/rawrepresentation
      public var rawRepresentation: Data { Data() }
    }

    // https://developer.apple.com/documentation/cryptokit/p256/signing/ecdsasignature
    public struct ECDSASignature: Sendable {
      // https://developer.apple.com/documentation/cryptokit/p256/signing/ecdsasignature/rawrepresentation
      public var rawRepresentation: Data { Data() }
    }

    // https://developer.apple.com/documentation/cryptokit/p256/signing/privatekey
    public struct PrivateKey: Sendable {
      // https://developer.apple.com/documentation/cryptokit/p256/signing/privatekey/init(compactrepresentable:)
      public init(compactRepresentable: Bool = true) {}
      // https://developer.apple.com/documentation/cryptokit/p256/signing/privatekey/init(rawrepresentation:)
      public init<D: ContiguousBytes>(rawRepresentation: D) throws {}
      // https://developer.apple.com/documentation/cryptokit/p256/signing/privatekey/rawrepresentation
      public var rawRepresentation: Data { Data() }
      // https://developer.apple.com/documentation/cryptokit/p256/signing/privatekey/publickey
      public var publicKey: PublicKey { PublicKey() }
      // https://developer.apple.com/documentation/cryptokit/p256/signing/privatekey/signature(for:)-5h94p
      public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
        ECDSASignature()
      }
    }
  }
}

// https://developer.apple.com/documentation/cryptokit/sha256digest
public struct SHA256Digest: Sequence, Sendable {
  // assumed: as Digest.swift of apple/swift-crypto, the open source of CryptoKit, has it
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

// https://developer.apple.com/documentation/cryptokit/sha256
public struct SHA256: Sendable {
  // https://developer.apple.com/documentation/cryptokit/sha256/init()
  public init() {}
  // https://developer.apple.com/documentation/cryptokit/hashfunction/hash(data:)
  public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { SHA256Digest() }
}

// https://developer.apple.com/documentation/cryptokit/symmetrickeysize
public struct SymmetricKeySize: Sendable {
  // https://developer.apple.com/documentation/cryptokit/symmetrickeysize/bits256
  public static var bits256: SymmetricKeySize { SymmetricKeySize() }
}

// https://developer.apple.com/documentation/cryptokit/symmetrickey
public struct SymmetricKey: Sendable {
  // https://developer.apple.com/documentation/cryptokit/symmetrickey/init(size:)
  public init(size: SymmetricKeySize) {}
  // https://developer.apple.com/documentation/cryptokit/symmetrickey/init(data:)
  public init<D: ContiguousBytes>(data: D) {}
  // https://developer.apple.com/documentation/cryptokit/symmetrickey/withunsafebytes(_:)
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}

// https://developer.apple.com/documentation/cryptokit/hashedauthenticationcode
public struct HashedAuthenticationCode: Sequence, Sendable {
  // assumed: as MessageAuthenticationCode.swift of apple/swift-crypto has it
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

// https://developer.apple.com/documentation/cryptokit/hmac
public struct HMAC<H>: Sendable {
  // https://developer.apple.com/documentation/cryptokit/hmac/init(key:)
  public init(key: SymmetricKey) {}
  // https://developer.apple.com/documentation/cryptokit/hmac/update(data:)
  public mutating func update<D: DataProtocol>(data: D) {}
  // https://developer.apple.com/documentation/cryptokit/hmac/finalize()
  public func finalize() -> HashedAuthenticationCode { HashedAuthenticationCode() }
}

// https://developer.apple.com/documentation/cryptokit/secureenclave
public enum SecureEnclave {
  // https://developer.apple.com/documentation/cryptokit/secureenclave/isavailable
  public static var isAvailable: Bool { false }

  // https://developer.apple.com/documentation/cryptokit/secureenclave/p256
  public enum P256 {
    // https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing
    public enum Signing {
      // https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey
      public struct PrivateKey: Sendable {
        // assumed: shorter than the one of its page, whose other parameters have defaults
        public init() throws {}
        // assumed: shorter than the one of its page, whose other parameters have defaults
        public init(dataRepresentation: Data) throws {}
        // assumed: only named, by the page of PrivateKey
        public var dataRepresentation: Data { Data() }
        // https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey/publickey
        public let publicKey = CryptoKit.P256.Signing.PublicKey()
        // https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey/signature(for:)-76j0u
        public func signature<D: DataProtocol>(
          for data: D
        ) throws -> CryptoKit.P256.Signing.ECDSASignature {
          CryptoKit.P256.Signing.ECDSASignature()
        }
      }
    }
  }
}
