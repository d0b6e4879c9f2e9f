// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's CryptoKit that the client uses, as their documentation gives their signatures,
// so that its code can be type-checked elsewhere. Nothing here is ever run, and nothing here computes.

public import Foundation

public enum P256 {
  public enum Signing {
    public struct PublicKey: Sendable {
      public var rawRepresentation: Data { Data() }
    }

    public struct ECDSASignature: Sendable {
      public var rawRepresentation: Data { Data() }
    }

    public struct PrivateKey: Sendable {
      public init() {}
      public init<D: ContiguousBytes>(rawRepresentation: D) throws {}
      public var rawRepresentation: Data { Data() }
      public var publicKey: PublicKey { PublicKey() }
      public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
        ECDSASignature()
      }
    }
  }
}

public struct SHA256Digest: Sequence, Sendable {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

public enum SHA256 {
  public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { SHA256Digest() }
}

public enum SecureEnclave {
  public static var isAvailable: Bool { false }

  public enum P256 {
    public enum Signing {
      public struct PrivateKey: Sendable {
        public init() throws {}
        public init(dataRepresentation: Data) throws {}
        public var dataRepresentation: Data { Data() }
        public var publicKey: CryptoKit.P256.Signing.PublicKey {
          CryptoKit.P256.Signing.PublicKey()
        }
        public func signature<D: DataProtocol>(
          for data: D
        ) throws -> CryptoKit.P256.Signing.ECDSASignature {
          CryptoKit.P256.Signing.ECDSASignature()
        }
      }
    }
  }
}
