import IdentityDomain

extension MasterKey {
  /// The variable that contains the key if no file is named.
  package static let variable = "PORTICO_MASTER_KEY"

  /// The master key of a server that is not started for development.
  ///
  /// - Parameters:
  ///   - path: that of the named file, if any.
  ///   - value: that of the environment variable, if it is set; an empty one counts as not set.
  package static func find(
    file path: String?, environment value: String?
  ) throws(MasterKeyFailure) -> MasterKey {
    let value = value.flatMap { $0.isEmpty ? nil : $0 }
    switch (path, value) {
    case (let path?, nil): return try MasterKey(file: path)
    case (nil, let value?): return try MasterKey(environment: value)
    case (let path?, _?): throw .twice(path: path, variable: variable)
    case (nil, nil): throw .missing(variable: variable)
    }
  }

  /// - Parameter value: 64 hex digits or 43 characters of base64url.
  package init(
    environment value: String, variable: String = MasterKey.variable
  ) throws(MasterKeyFailure) {
    try self.init(text: Array(value.utf8), origin: .environment(variable: variable))
  }

  /// Reads the file, which must belong to this user and be inaccessible to all others.
  package init(file path: String) throws(MasterKeyFailure) {
    try self.init(text: try Self.contents(of: path), origin: .file(path: path))
  }

  private init(text: [UInt8], origin: Origin) throws(MasterKeyFailure) {
    var digits = text[...]
    if digits.last == UInt8(ascii: "\n") { digits.removeLast() }
    if digits.last == UInt8(ascii: "\r") { digits.removeLast() }
    guard let bytes = Self.hex(digits) ?? Self.base64URL(digits) else {
      let found = digits.isEmpty ? "nothing" : "\(digits.count) bytes that are neither"
      throw .malformed(origin, found: found)
    }
    guard Set(bytes).count > 1 else { throw .placeholder(origin) }
    self.init(bytes: bytes, origin: origin)
  }

  private static func hex(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count == 2 * byteCount else { return nil }
    let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard values.count == digits.count else { return nil }
    return stride(from: 0, to: values.count, by: 2).map {
      UInt8(values[$0] << 4 | values[$0 + 1])
    }
  }

  private static func base64URL(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    // 32 bytes and one `=`, if padded.
    let digits = digits.count == 44 && digits.last == UInt8(ascii: "=") ? digits.dropLast() : digits
    guard digits.count == 43, digits.allSatisfy({ $0 < 0x80 }) else { return nil }
    let bytes = Base64URL.bytes(String(decoding: digits, as: UTF8.self))
    return bytes?.count == byteCount ? bytes : nil
  }

  private static func contents(of path: String) throws(MasterKeyFailure) -> [UInt8] {
    // Far more bytes than any form has.
    do { return try PrivateFile.bytes(of: path, most: 4_096) } catch {
      throw switch error {
      case .unreadable(let reason): .unreadable(path: path, reason: reason)
      case .notAFile: .notAFile(path: path)
      case .foreignOwner(let owner, let user):
        .foreignOwner(path: path, owner: owner, user: user)
      case .openToOthers(let mode): .openToOthers(path: path, mode: mode)
      }
    }
  }
}
