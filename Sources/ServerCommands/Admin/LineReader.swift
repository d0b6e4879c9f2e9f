import Foundation
import PorticoCommands

/// A file line by line, whatever its size.
final class LineReader {
  /// No account is longer; what is, is no line of this form.
  static let mostBytes = 64 * 1024

  /// One line without its end; nil where it is longer than `mostBytes`.
  typealias Line = [UInt8]?

  private let handle: FileHandle
  private let name: String
  private var held: [UInt8] = []
  private var place = 0
  private var isAtEnd = false

  /// - Parameter path: `-` is the standard input.
  /// - Throws: `ServeRefusal`
  init(path: String) throws {
    name = path == "-" ? "the standard input" : path
    if path == "-" {
      handle = .standardInput
    } else if let file = FileHandle(forReadingAtPath: path) {
      handle = file
    } else {
      let question = PathSpelling.question(path)
      throw ServeRefusal(
        "\(path) cannot be read"
          + (question.isEmpty ? "; give a file with one JSON object per line" : question))
    }
    if path != "-", Self.isFolder(path) {
      throw ServeRefusal("\(name) is a folder; give a file with one JSON object per line")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// - Returns: nil at the end.
  /// - Throws: what reading throws.
  func next() throws -> Line? {
    var isTooLong = false
    while true {
      if let end = held[place...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { place = end + 1 }
        return .some(isTooLong || end - place > Self.mostBytes ? nil : trimmed(held[place..<end]))
      }
      if isAtEnd {
        guard place < held.count || isTooLong else { return .none }
        defer { place = held.count }
        return .some(isTooLong ? nil : trimmed(held[place...]))
      }
      held.removeSubrange(..<place)
      place = 0
      if held.count > Self.mostBytes {
        isTooLong = true
        held = []
      }
      let more: Data
      do { more = try handle.read(upToCount: Self.mostBytes) ?? Data() } catch {
        throw ServeRefusal("\(name) cannot be read any further: \(plainWords(error))")
      }
      if more.isEmpty { isAtEnd = true }
      held += more
    }
  }

  private func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}
