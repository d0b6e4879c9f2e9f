package import FlowMachine

/// An earlier version of a flow as an app has it that is not updated yet, for those who play it.
package enum LockedVersion {
  /// Why there is none, and what to do.
  package struct Refusal: Error, CustomStringConvertible {
    package var description: String
  }

  /// Compiles a version from its kept copy, in the numbers of the lock file. Its texts are not kept, so each text is its key.
  ///
  /// - Parameters:
  ///   - number: a version before that of the document.
  ///   - file: the path of the document.
  package static func flow(
    _ number: Int, of file: String, phones: PhoneRules?, files: @escaping FlowCompiler.Files
  ) throws(Refusal) -> Flow {
    let path = FlowLock.path(of: file)
    guard let bytes = files(path) else {
      throw Refusal(
        description: "version \(number) was never locked: there is no file \(quoted(path)). "
          + "`portico lock \(file)` makes it when a version is shipped")
    }
    let reading = FlowLock.read(bytes: bytes, file: path)
    guard let lock = reading.lock else { throw refusal(reading.diagnostics, number) }
    guard lock.versions[number] != nil else {
      let known = lock.versions.keys.sorted().map { "\($0)" }.joined(separator: ", ")
      throw Refusal(
        description: "version \(number) was never locked; \(quoted(path)) has \(known)")
    }
    let found = EarlierVersion.all(
      of: file, supporting: number, below: number + 1, files: files)
    guard let version = found.versions.first else { throw refusal(found.diagnostics, number) }
    do {
      return try Flow(decoding: version.flow.bytes, phones: phones)
    } catch {
      throw Refusal(description: "version \(number) cannot be loaded: \(error)")
    }
  }

  private static func refusal(_ diagnostics: [Diagnostic], _ number: Int) -> Refusal {
    let problem = diagnostics.first.map { "\($0)" } ?? "nothing was compiled"
    return Refusal(description: "version \(number) cannot be played: \(problem)")
  }
}
