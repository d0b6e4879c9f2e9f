// PorticoLive: the capabilities of a real device.
//
// Owns: secure storage, the lock between processes of one app, the device key, the clock, HTTP, and
// the mark that identifies a new installation. On Linux these are files and swift-crypto; on
// Apple's platforms the Keychain, the Secure Enclave and CryptoKit. Must not: decide anything.
