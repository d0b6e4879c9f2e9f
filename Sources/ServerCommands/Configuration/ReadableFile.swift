import Foundation
import IdentityKeys
import PorticoCommands

/// A file that an operator named, read at once and bounded.
struct ReadableFile: Sendable {
  let path: String
  let bytes: [UInt8]
  /// The permission bits.
  let mode: UInt32
  let owner: UInt32

  static let most = 1 << 20

  /// - Parameters:
  ///   - name: of the setting that names the file, for the refusal.
  ///   - most: bytes.
  init(_ path: String, named name: String, most: Int = Self.most) throws(ServeRefusal) {
    func refusal(_ what: String) -> ServeRefusal { ServeRefusal("\(name): \(path) \(what)") }
    let file: OpenedFile
    do throws(PrivateFile.Failure) {
      file = try OpenedFile(path, most: most + 1)
    } catch {
      guard case .unreadable(let reason) = error else {
        throw refusal("is not a file; give the path of a file")
      }
      let question = PathSpelling.question(path)
      guard question.isEmpty else { throw refusal("does not exist\(question)") }
      throw refusal("cannot be read (\(reason)); give a file that this user can read")
    }
    guard file.bytes.count <= most else {
      throw refusal("is larger than \(most) bytes; remove what does not belong in it")
    }
    self.init(path: path, bytes: file.bytes, mode: file.mode, owner: file.owner)
  }

  /// For tests.
  init(path: String, bytes: [UInt8], mode: UInt32 = 0o644, owner: UInt32 = geteuid()) {
    (self.path, self.bytes, self.mode, self.owner) = (path, bytes, mode, owner)
  }

  /// Why it is not believed: every user could have written what stands in it.
  var refusalOfOthers: ServeRefusal? {
    guard mode & 0o002 != 0 else { return nil }
    return ServeRefusal(
      "\(path): anyone can change it (mode 0\(String(mode, radix: 8))); set its mode to 0644 (chmod 644 "
        + "'\(path)')")
  }

  /// Without the name; nil for one in the working folder.
  var folder: String? {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
  }
}
