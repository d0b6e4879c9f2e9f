/// A pattern as a deterministic automaton: each byte of a text leads from one state to the next, and the last state says
/// whether the text matches. It is made when a flow is compiled, and looks at each byte once.
///
/// As bytes, numbers of two bytes with the lower one first: the number of states in two bytes, the number of byte classes,
/// the class of each of the 256 bytes, then for each state its next states by class in two bytes each, then for each
/// state whether it accepts.
package struct PatternTable: Hashable, Sendable {
  package let bytes: Text

  package static let mostStates = 1_024
  package static let mostBytes = 32_768
  private static let header = 259

  /// - Parameters:
  ///   - classes: the class of each byte.
  ///   - next: the next state by state and class; the first state is the initial one.
  package init(classes: [UInt8], next: [[Int]], isAccepting: [Bool]) {
    func two(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
    var bytes: Text = two(next.count) + [UInt8(next.first?.count ?? 0)] + classes
    for row in next {
      for state in row { bytes += two(state) }
    }
    for accepts in isAccepting { bytes.append(accepts ? 1 : 0) }
    self.bytes = bytes
  }

  /// - Parameter bytes: sound ones, as `FlowCheck` requires them of a flow.
  package init(_ bytes: Text) { self.bytes = bytes }

  private func number(at place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

  package var states: Int { number(at: 0) }
  private var columns: Int { Int(bytes[2]) }

  package func next(_ state: Int, _ byte: UInt8) -> Int {
    number(at: Self.header + 2 * (state * columns + byteClass(byte)))
  }

  package func accepts(_ state: Int) -> Bool {
    bytes[Self.header + 2 * states * columns + state] == 1
  }

  @inline(never)
  package func matches(_ text: Text) -> Bool {
    var state = 0
    for byte in text { state = next(state, byte) }
    return accepts(state)
  }

  /// Bytes of one class lead to the same states.
  package func byteClass(_ byte: UInt8) -> Int { Int(bytes[3 + Int(byte)]) }

  /// Whether every text leads through states that there are.
  static func isSound(_ bytes: Text) -> Bool {
    guard bytes.count > header else { return false }
    let table = PatternTable(bytes)
    let (states, columns) = (table.states, table.columns)
    guard states > 0, bytes.count == header + states * (2 * columns + 1) else { return false }
    return bytes[3..<header].allSatisfy { $0 < columns }
      && (0..<states * columns).allSatisfy { table.number(at: header + 2 * $0) < states }
  }
}
