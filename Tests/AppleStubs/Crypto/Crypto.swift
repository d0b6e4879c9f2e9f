// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// On Apple's platforms swift-crypto is CryptoKit by another name.

@_exported public import CryptoKit
