/// A parsed JSON text: nodes in the order of the text, each with the span of its bytes.
///
/// RFC 8259, UTF-8 only, bounded in depth and size; takes time linear in the length. Numbers that
/// are not 64-bit integers keep their text and have no integer value.
package final class JSON: Sendable {
  package enum Kind: UInt8, Sendable { case null, flag, number, text, list, object }

  struct Node: Sendable {
    var kind: Kind
    /// The bytes between the quotes for a text, otherwise all.
    var start: Int
    var end: Int
    /// The node after the last descendant.
    var next: Int
  }

  /// The maximum nesting depth.
  package static let mostDepth = 32
  /// The maximum length, unless a reader specifies another.
  package static let mostBytes = 1 << 20

  package let bytes: [UInt8]
  let nodes: [Node]

  /// - Returns: nil if the bytes are not a JSON text, are deeper than `mostDepth` or longer than
  ///   `most`.
  package init?(_ bytes: [UInt8], most: Int = JSON.mostBytes) {
    guard bytes.count <= most else { return nil }
    var parser = JSONParser(bytes)
    parser.skipSpace()
    guard parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    guard parser.position == bytes.count, UTF8Check.isValid(bytes) else { return nil }
    self.bytes = bytes
    nodes = parser.nodes
  }

  /// One value inside the text.
  package struct Value: Sendable {
    package let json: JSON
    let index: Int
  }

  package var root: Value { Value(json: self, index: 0) }
}

extension JSON.Value {
  private var node: JSON.Node { json.nodes[index] }
  package var kind: JSON.Kind { node.kind }
  package var isNull: Bool { node.kind == .null }

  /// The bytes of the value as they are in the text.
  package var source: ArraySlice<UInt8> { json.bytes[node.start..<node.end] }

  package var flag: Bool? {
    node.kind == .flag ? json.bytes[node.start] == UInt8(ascii: "t") : nil
  }

  /// An integer within 64 bits, written without fraction or exponent.
  package var integer: Int64? {
    node.kind == .number ? Decimal.parse(source) : nil
  }

  package var text: [UInt8]? {
    node.kind == .text ? JSONParser.unescaped(source) : nil
  }

  package subscript(name: [UInt8]) -> JSON.Value? {
    guard node.kind == .object else { return nil }
    var child = index + 1
    while child < node.next {
      let value = child + 1
      if JSON.Value(json: json, index: child).text == name {
        return JSON.Value(json: json, index: value)
      }
      child = json.nodes[value].next
    }
    return nil
  }

  // Not inlined, because they have many callers.

  /// The member with an ASCII name.
  @inline(never) package subscript(name: StaticString) -> JSON.Value? { self[[UInt8](ascii: name)] }

  /// A member's text.
  @inline(never) package func text(_ name: StaticString) -> [UInt8]? { self[name]?.text }

  /// A member's integer.
  @inline(never) package func integer(_ name: StaticString) -> Int64? { self[name]?.integer }

  /// A member's flag.
  @inline(never) package func flag(_ name: StaticString) -> Bool? { self[name]?.flag }

  /// The elements of a member's list.
  @inline(never) package func elements(_ name: StaticString) -> [JSON.Value] {
    self[name]?.elements ?? []
  }

  package subscript(position: Int) -> JSON.Value? {
    guard node.kind == .list else { return nil }
    var child = index + 1
    var left = position
    while child < node.next {
      if left == 0 { return JSON.Value(json: json, index: child) }
      left -= 1
      child = json.nodes[child].next
    }
    return nil
  }

  /// The members of an object, in order.
  package var members: [(name: [UInt8], value: JSON.Value)] {
    guard node.kind == .object else { return [] }
    var result: [(name: [UInt8], value: JSON.Value)] = []
    var child = index + 1
    while child < node.next {
      let value = JSON.Value(json: json, index: child + 1)
      result.append((JSON.Value(json: json, index: child).text ?? [], value))
      child = json.nodes[child + 1].next
    }
    return result
  }

  /// The elements of a list, in order.
  package var elements: [JSON.Value] {
    guard node.kind == .list else { return [] }
    var result: [JSON.Value] = []
    var child = index + 1
    while child < node.next {
      result.append(JSON.Value(json: json, index: child))
      child = json.nodes[child].next
    }
    return result
  }
}
