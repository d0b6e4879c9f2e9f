/// An HTTP/1.1 response with a `Content-Length`, as far as received.
struct HTTPAnswer: Equatable {
  let status: Int
  /// The head with its first line, without the empty one.
  let head: Range<Int>
  let body: Range<Int>

  enum Reading: Equatable {
    case incomplete
    case whole(HTTPAnswer)
    /// Neither this server nor a ceiling responds like this.
    case unreadable
  }

  /// - Parameter bytes: from the first byte of the response.
  static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
    guard let end = endOfHead(bytes) else {
      return bytes.count > 64 * 1024 ? .unreadable : .incomplete
    }
    let head = bytes.startIndex..<end
    // "HTTP/1.1 200"
    guard head.count >= 12,
      let status = number(bytes[(head.lowerBound + 9)..<(head.lowerBound + 12)])
    else { return .unreadable }
    let length: Int
    if let text = value(of: "content-length", in: bytes[head]) {
      guard let read = number(text) else { return .unreadable }
      length = read
    } else {
      guard status == 204 else { return .unreadable }
      length = 0
    }
    let start = end + 4
    guard bytes.endIndex - start >= length else { return .incomplete }
    return .whole(HTTPAnswer(status: status, head: head, body: start..<(start + length)))
  }

  /// The value of a header field; the name in lower case.
  static func value(of name: StaticString, in head: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    var place = head.startIndex
    while let line = head[place...].firstIndex(of: 10) {
      place = line + 1
      let colon = place + wanted.count
      guard colon < head.endIndex else { return nil }
      guard head[colon] == 58, zip(head[place..<colon], wanted).allSatisfy({ $0 | 32 == $1 })
      else { continue }
      let end = head[colon...].firstIndex(of: 13) ?? head.endIndex
      return head[(colon + 1)..<end].drop { $0 == 32 }
    }
    return nil
  }

  /// The text of a member of a flat JSON object, which has no escapes.
  static func text(of name: String, in body: ArraySlice<UInt8>) -> String? {
    let wanted = Array("\"\(name)\":\"".utf8)
    // By hand: the library's lookup of a part costs more than the server's response.
    return body.withUnsafeBufferPointer { bytes in
      var start = 0
      while start + wanted.count <= bytes.count {
        var place = 0
        while place < wanted.count, bytes[start + place] == wanted[place] { place += 1 }
        if place == wanted.count {
          let value = bytes[(start + place)...].prefix { $0 != UInt8(ascii: "\"") }
          return String(decoding: value, as: UTF8.self)
        }
        start += 1
      }
      return nil
    }
  }

  private static func endOfHead(_ bytes: ArraySlice<UInt8>) -> Int? {
    var place = bytes.startIndex
    while let line = bytes[place...].firstIndex(of: 13) {
      guard line + 3 < bytes.endIndex else { return nil }
      if bytes[line + 1] == 10, bytes[line + 2] == 13, bytes[line + 3] == 10 { return line }
      place = line + 1
    }
    return nil
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(digits.count) else { return nil }
    var number = 0
    for digit in digits {
      guard (48...57).contains(digit) else { return nil }
      number = number * 10 + Int(digit - 48)
    }
    return number
  }
}
