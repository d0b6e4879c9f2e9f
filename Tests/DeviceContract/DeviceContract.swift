// DeviceContract: what every secure storage, source of device keys, location and notification of a device must keep.
//
// Owns: the checks, once, for the fakes and files on this machine and for Apple's systems, where `DeviceHost.swiftpm` runs them in
// a signed app (.github/workflows/apple.yml). Must not: know any implementation but in `report`, or a test library.

package import IdentityClient

/// The checks of a device's parts; each returns what is wrong, and nothing if all is well.
package enum DeviceContract {
  /// Collects what is wrong.
  struct Findings {
    var problems: [String] = []
    let subject: String

    mutating func expect(_ holds: Bool, _ problem: String) {
      if !holds { problems.append("\(subject): \(problem)") }
    }

    mutating func attempt(_ what: String, _ body: (inout Findings) throws -> Void) {
      do { try body(&self) } catch { problems.append("\(subject): \(what) throws \(error)") }
    }
  }
}

extension DeviceContract {
  /// - Parameter open: opens the same storage once more, as another process of the app does. What is in it is removed.
  package static func secureStore(_ open: () throws -> any SecureStore) -> [String] {
    var findings = Findings(subject: "secure storage")
    findings.attempt("emptying it") { _ in try open().empty() }
    findings.attempt("reading what is absent") { findings in
      let store = try open()
      findings.expect(try store.names().isEmpty, "is not empty after `empty`")
      findings.expect(try store.read("a") == nil, "an absent value is not nil")
    }
    findings.attempt("writing") { findings in
      let store = try open()
      try store.write([SecureChange("b", []), SecureChange("a", [1]), SecureChange("c", [3])])
      try store.write([SecureChange("a", [9]), SecureChange("c", nil), SecureChange("d", nil)])
      findings.expect(try store.names() == ["a", "b"], "names are wrong or in no order")
      findings.expect(try store.read("a") == [9], "a replaced value is the old one")
      findings.expect(try store.read("b") == [], "an empty value is not kept")
      findings.expect(try store.read("c") == nil, "a removed value is still there")
    }
    findings.attempt("reading in another process") { findings in
      findings.expect(try open().read("a") == [9], "another process does not see what was written")
    }
    findings.attempt("writing every byte") { findings in
      let value = (0..<65_536).map { UInt8(truncatingIfNeeded: $0) }
      try open().write([SecureChange("flow/large/1", value)])
      findings.expect(try open().read("flow/large/1") == value, "a large value is not the same")
    }
    findings.attempt("an exclusive body") { findings in
      let store = try open()
      try store.exclusively { () throws(SecureStoreFailure) in
        let found = try store.read("a") ?? []
        try store.write([SecureChange("a", found + [1])])
      }
      findings.expect(try open().read("a") == [9, 1], "an exclusive body does not write")
      do throws(SecureStoreFailure) {
        try store.exclusively { () throws(SecureStoreFailure) in throw .full }
        findings.expect(false, "an error of an exclusive body is lost")
      } catch {
        findings.expect(error == .full, "an error of an exclusive body changes")
      }
      try store.write([SecureChange("a", [2])])
      findings.expect(try store.read("a") == [2], "is not usable after an error")
    }
    findings.attempt("setting aside") { findings in
      let store = try open()
      try store.setAside()
      findings.expect(try store.read("a") == [2], "readable data does not stay when set aside")
      try store.empty()
      findings.expect(try open().names().isEmpty, "emptying leaves something behind")
    }
    return findings.problems
  }

  /// - Parameters:
  ///   - open: opens the same storage once more, as another process of the app does. What is in it is removed.
  ///   - keys: the source of keys in a storage.
  ///   - verify: whether a signature (r and s) is one of ES256 over these bytes by a public key (x and y).
  package static func deviceKeys(
    _ open: () throws -> any SecureStore, _ keys: (any SecureStore) -> any DeviceKeySource,
    verify: (_ signature: [UInt8], _ bytes: [UInt8], _ key: [UInt8]) -> Bool
  ) -> [String] {
    var findings = Findings(subject: "device keys")
    findings.attempt("starting without a key") { findings in
      try open().empty()
      findings.expect(try keys(open()).load() == nil, "there is a key in empty storage")
    }
    findings.attempt("creating") { findings in
      let made = try keys(open()).create()
      findings.expect(made.publicBytes.count == 64, "a public key is not 64 bytes")
      let again = try keys(open()).load()
      findings.expect(
        again?.publicBytes == made.publicBytes, "another process does not find the key")
      findings.expect(
        try keys(open()).create().publicBytes == made.publicBytes, "a second key is created")
    }
    findings.attempt("signing") { findings in
      guard let key = try keys(open()).load() else { return }
      let bytes = Array("a call".utf8)
      let signature = try key.signature(for: bytes)
      findings.expect(signature.count == 64, "a signature is not 64 bytes")
      findings.expect(verify(signature, bytes, key.publicBytes), "a signature is not valid")
      findings.expect(
        !verify(signature, Array("a cal1".utf8), key.publicBytes), "any bytes verify")
    }
    findings.attempt("removing") { findings in
      let before = try keys(open()).load()?.publicBytes
      try open().empty()
      findings.expect(try keys(open()).load() == nil, "the key outlives its storage")
      findings.expect(try keys(open()).create().publicBytes != before, "an old key comes back")
      try open().empty()
    }
    return findings.problems
  }
}
