/// Whether no object of a JSON text has a duplicate member (RFC 7515 section 4, RFC 7519 section
/// 4): decoders differ in which one they take, so one could be checked and the other used.
///
/// Examines names only; the decoder refuses invalid JSON. A name with an escape is refused, since
/// it may be another name in disguise and there is no legitimate reason to write one.
package enum UniqueMembers {
  /// Deeper than any header or payload, and bounded.
  private static let mostDepth = 8

  package static func hold(in json: [UInt8]) -> Bool {
    /// For each open object the names so far; nil for an array.
    var open: [Set<ArraySlice<UInt8>>?] = []
    var isName = false
    var place = 0
    while place < json.count {
      let byte = json[place]
      place += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < mostDepth else { return false }
        isName = byte == UInt8(ascii: "{")
        open.append(isName ? [] : nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.popLast() != nil else { return false }
        isName = false
      case UInt8(ascii: ","):
        isName = open.last.map { $0 != nil } ?? false
      case UInt8(ascii: "\""):
        guard let end = endOfString(json, from: place) else { return false }
        if isName {
          let name = json[place..<end]
          guard !name.contains(UInt8(ascii: "\\")),
            open[open.count - 1]?.insert(name).inserted ?? false
          else { return false }
          isName = false
        }
        place = end + 1
      default: break
      }
    }
    return open.isEmpty
  }

  private static func endOfString(_ json: [UInt8], from start: Int) -> Int? {
    var place = start
    while place < json.count {
      switch json[place] {
      case UInt8(ascii: "\""): return place
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }
}
