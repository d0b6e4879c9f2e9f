import Foundation
import IdentityDomain

/// What a body has to be before a decoder sees it: UTF-8, one JSON object, no deeper than it needs
/// to be, each member once. A single pass that allocates only the names of the members.
///
/// It is no parser. What is no JSON may pass here; the decoder refuses it then.
struct BodyShape {
  enum Flaw: Error, Equatable {
    case notUTF8
    case notObject
    case tooDeep
    case twice(String)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// - Throws: the first flaw.
  static func check(_ body: [UInt8]) throws(Flaw) {
    guard String(validating: body, as: UTF8.self) != nil, !body.contains(0) else {
      throw .notUTF8
    }
    guard body.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else { throw .notObject }
    var names: Set<String> = []
    var depth = 0
    var expectsName = false
    var place = 0
    while place < body.count {
      switch body[place] {
      case quote:
        let end = endOfString(body, from: place)
        if depth == 1, expectsName {
          expectsName = false
          // A name that cannot be read is no JSON either; the decoder says so.
          if let name = name(body[place..<end]), !names.insert(name).inserted {
            throw .twice(name)
          }
        }
        place = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        guard depth <= SecurityRules.bodyDepth else { throw .tooDeep }
        expectsName = depth == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): if depth == 1 { expectsName = true }
      default: break
      }
      place += 1
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9 || byte == 10 || byte == 13
  }

  /// Behind the quote that closes the string that begins here.
  private static func endOfString(_ body: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < body.count, body[place] != quote {
      place += body[place] == backslash ? 2 : 1
    }
    return min(place + 1, body.count)
  }

  /// The value of a literal, so that two spellings of one name are the same.
  private static func name(_ literal: ArraySlice<UInt8>) -> String? {
    if !literal.contains(backslash) {
      return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
    }
    return try? JSONDecoder().decode([String].self, from: Data([91] + literal + [93])).first
  }
}
