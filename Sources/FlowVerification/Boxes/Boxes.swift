import FlowMachine
import Statechart

/// States that hold for some facts a set of values, in place of one state for each combination.
///
/// Such a state stands for a box: all combinations of the values in its sets. No step that is possible
/// in it reads these facts, so all of the box take the same steps. Where one may be read, the box is
/// divided as it is found.
final class Boxes {
  unowned let explorer: Explorer
  /// The facts, by where their codes stand in a state.
  let offsets: [Int]
  let cells: [CellID]
  /// Of them those that a relaunch may read where it leads.
  private let atRelaunch: [Int]
  var count: Int { offsets.count }

  /// By state its sets, one byte for each fact, one bit for each code.
  var sets: [UInt8] = []
  /// States that differ in nothing but what no step from them reads.
  let groups: StateStore
  var members: [[Int]] = []
  private(set) var edges: [Edge] = []
  /// Where launches led.
  private(set) var beginnings: [(state: Int, codes: [UInt8], number: Int)] = []
  /// By place which facts a step from there may read.
  var readAt: [[Bool]?] = []
  /// A step has read what it should not: then nothing is proven.
  private(set) var hasFailed = false
  /// By place of a violation a member that it concerns.
  private var blamed: [Violation.Place: [UInt8]] = [:]

  /// What is expanded: a state, or a part of it.
  private(set) var current = -1
  private(set) var source: [UInt8] = []
  private var twin: FlowMachine
  private let twinBytes: UnsafeMutableRawPointer
  let piece: UnsafeMutableRawPointer
  let key: UnsafeMutableRawPointer

  /// A step of all members of a part of a box.
  struct Edge {
    var from: UInt32
    var to: UInt32
    var step: UInt32
    var isWayOut: Bool
    /// By fact the values before.
    var before: [UInt8]
    /// By fact the values behind it: those that are carried over, or the one that was written.
    var behind: [UInt8]
    /// Whether they are carried over.
    var isCarried: [Bool]

    /// The members that a step takes into a box.
    func members(into box: [UInt8]) -> [UInt8]? {
      var result = before
      for index in before.indices {
        let meeting = behind[index] & box[index]
        guard meeting != 0 else { return nil }
        if isCarried[index] { result[index] &= meeting }
        guard result[index] != 0 else { return nil }
      }
      return result
    }
  }

  /// - Returns: nil where no fact can be held so.
  init?(_ explorer: Explorer) {
    guard let reduction = explorer.reduction else { return nil }
    let (flow, projection) = (explorer.flow, explorer.projection)
    var offsets: [Int] = []
    var cells: [CellID] = []
    for (index, kept) in projection.kept.enumerated() where Int(kept.cell) < flow.tables.facts.count
    {
      let row = flow.tables.facts[Int(kept.cell)]
      guard row.type == .flag || row.type == .choice, kept.slot == noID,
        row.place == .memory || row.place == .preferences, kept.values.count < 8,
        !reduction.isPinned(kept.cell)
      else { continue }
      offsets.append(projection.cellOffset + index)
      cells.append(kept.cell)
    }
    guard offsets.count > 1 else { return nil }
    self.explorer = explorer
    self.offsets = offsets
    self.cells = cells
    atRelaunch = cells.indices.filter { reduction.isReadByRelaunch(cells[$0]) }
    groups = StateStore(stride: explorer.store.stride)
    twin = projection.machine
    let stride = explorer.store.stride
    twinBytes = .allocate(byteCount: stride, alignment: 16)
    piece = .allocate(byteCount: stride, alignment: 16)
    key = .allocate(byteCount: stride, alignment: 16)
  }

  deinit {
    twinBytes.deallocate()
    piece.deallocate()
    key.deallocate()
  }

  var memory: Int { groups.memory + sets.capacity + edges.capacity * (48 + 3 * (32 + count)) }

  func box(of state: Int) -> [UInt8] { Array(sets[state * count..<(state + 1) * count]) }

  private func code(_ index: Int, _ bytes: UnsafeRawPointer) -> UInt8 {
    bytes.load(fromByteOffset: offsets[index], as: UInt8.self)
  }

  func put(_ code: UInt8, _ index: Int, _ bytes: UnsafeMutableRawPointer) {
    bytes.storeBytes(of: code, toByteOffset: offsets[index], as: UInt8.self)
  }

  func codes(_ bytes: UnsafeRawPointer) -> [UInt8] { offsets.indices.map { code($0, bytes) } }

  // MARK: Expanding

  func begin(_ state: Int) {
    current = state
    source = box(of: state)
  }

  /// Calls for each part of a state that a relaunch cannot divide any more, with its bytes.
  func forEachPartAtRelaunch(_ state: Int, _ body: (UnsafeRawPointer) -> Void) {
    let whole = box(of: state)
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: explorer.store.stride, alignment: 16)
    defer { bytes.deallocate() }
    for part in parts(of: whole, by: atRelaunch) {
      bytes.copyMemory(from: explorer.store[state], byteCount: explorer.store.stride)
      for index in atRelaunch { put(UInt8(part[index].trailingZeroBitCount), index, bytes) }
      source = part
      body(UnsafeRawPointer(bytes))
    }
    source = whole
  }

  /// A box divided so that it holds one value of each of some facts.
  func parts(of box: [UInt8], by facts: [Int]) -> [[UInt8]] {
    var parts = [box]
    for index in facts where box[index].nonzeroBitCount > 1 {
      parts = parts.flatMap { part in
        (0..<8).filter { box[index] & 1 << $0 != 0 }.map { code in
          var part = part
          part[index] = 1 << UInt8(code)
          return part
        }
      }
      guard parts.count <= Self.mostParts else {
        hasFailed = true
        return [box]
      }
    }
    return parts
  }

  private static let mostParts = 1 << 12

  /// Finds or adds the states that a launch leads to.
  func start(_ bytes: UnsafeMutableRawPointer, _ number: Int) -> [(index: Int, isNew: Bool)] {
    let landed = divide(bytes, offsets.indices.map { 1 << code($0, bytes) })
    for (target, part) in landed {
      beginnings.append(
        (target.index, part.map { UInt8($0.trailingZeroBitCount) }, number))
    }
    return landed.map { $0.target }
  }

  /// Finds or adds the states that a step leads to, which was made from one member of `source`; it is
  /// made once more from another one, of which every fact with several values has another value.
  func land(
    _ bytes: UnsafeMutableRawPointer, _ step: Int, _ move: Move, _ told: [FactChange],
    at start: UnsafeRawPointer, isWayOut: Bool
  ) -> [(index: Int, isNew: Bool)] {
    guard !hasFailed else { return [] }
    var behind = offsets.indices.map { UInt8(1) << code($0, bytes) }
    var isCarried = [Bool](repeating: false, count: count)
    if source.contains(where: { $0.nonzeroBitCount > 1 }) {
      twinBytes.copyMemory(from: start, byteCount: explorer.store.stride)
      for index in offsets.indices where source[index].nonzeroBitCount > 1 {
        put(other(index, start), index, twinBytes)
      }
      let before = codes(twinBytes)
      takeTwinStep(move, told, like: bytes)
      for index in offsets.indices {
        let (mine, others) = (code(index, bytes), code(index, twinBytes))
        put(mine, index, twinBytes)
        if source[index].nonzeroBitCount > 1, mine == code(index, start), others == before[index] {
          behind[index] = source[index]
          isCarried[index] = true
        } else if mine != others {
          hasFailed = true
        }
      }
      if !isSame(bytes, twinBytes) { hasFailed = true }
      guard !hasFailed else { return [] }
    }
    let landed = divide(bytes, behind)
    for (target, part) in landed {
      edges.append(
        Edge(
          from: UInt32(current), to: UInt32(target.index), step: UInt32(step), isWayOut: isWayOut,
          before: source, behind: part, isCarried: isCarried))
    }
    return landed.map { $0.target }
  }

  private func other(_ index: Int, _ bytes: UnsafeRawPointer) -> UInt8 {
    let lowest = UInt8(source[index].trailingZeroBitCount)
    return code(index, bytes) == lowest
      ? UInt8(7 - source[index].leadingZeroBitCount) : lowest
  }

  private func takeTwinStep(_ move: Move, _ told: [FactChange], like bytes: UnsafeRawPointer) {
    let projection = explorer.projection
    twin.load(projection, from: twinBytes)
    for change in told { twin.assume(change) }
    _ = twin.perform(move, projection)
    twin.project(projection, into: twinBytes)
    let rest = explorer.store.stride - projection.stride
    (twinBytes + projection.stride).copyMemory(
      from: bytes + projection.stride, byteCount: rest)
    explorer.slice?.settle(twinBytes)
    explorer.reduction?.reduce(twinBytes)
  }

  private func isSame(_ bytes: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    for offset in stride(from: 0, to: explorer.store.stride, by: 8)
    where bytes.load(fromByteOffset: offset, as: UInt64.self)
      != other.load(fromByteOffset: offset, as: UInt64.self)
    {
      return false
    }
    return true
  }

  // MARK: Whom a violation concerns

  func blame(_ place: Violation.Place, _ codes: [UInt8]) {
    if blamed[place] == nil { blamed[place] = codes }
  }

  func member(at place: Violation.Place, of state: Int) -> [UInt8] {
    blamed[place] ?? codes(explorer.store[state])
  }
}
