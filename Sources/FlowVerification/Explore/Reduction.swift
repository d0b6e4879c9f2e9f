import FlowMachine
import Statechart

/// Drops from each state what nothing can read there any more, so that states which differ by
/// nothing else become one.
final class Reduction {
  /// What is dropped at one place.
  struct Places {
    /// Offsets of codes.
    var dropped: [Int]
    /// Requests whose end is as good as none.
    var settled: [Settled]
    /// By fact.
    var isTold: [Bool]
    /// Held signals that decide nothing, and that no transition waits for here.
    var passedOver: Set<SignalID>
    /// What a relaunch from here may read at once of what the device tells.
    var atRelaunch: [FactID]
  }

  struct Settled {
    var offset: Int
    var running: UInt8
    var idle: UInt8
  }

  private let liveness: Liveness
  private let projection: Projection
  private let symmetry: Symmetry
  /// Places by what stands in a state of where it is, and what back leads to.
  private let keys: StateStore
  private var places: [Places] = []
  private let key: UnsafeMutableRawPointer
  /// The states from which something may lead back to what lies on the stack, as bits.
  private var backReaders: [UInt64]
  /// Held signals that decide nothing.
  private let inert: Set<SignalID>
  /// Where the first of them stands in a state.
  private let heldOffset: Int
  /// Whether it is a fact of the flow whether the app is in front.
  private let isForegroundTold: Bool
  /// Where codes of timers stand that stop in the background, with the code of one that runs.
  private var standing: [(offset: Int, running: UInt8)] = []

  init(_ liveness: Liveness, _ projection: Projection) {
    self.liveness = liveness
    self.projection = projection
    symmetry = Symmetry(liveness.flow, projection, needs: liveness.needs)
    heldOffset = projection.heldOffset
    isForegroundTold = liveness.flow.fact(named: Names.foreground) != nil
    inert = InertSignals(liveness.flow, kept: projection.keptCells).signals
    backReaders = [UInt64](repeating: 0, count: liveness.flow.chart.wordCount)
    for state in 0..<StateID(liveness.flow.chart.states.count) where liveness.readsBack(state) {
      backReaders[Int(state >> 6)] |= 1 << UInt64(state & 63)
    }
    let stride = 8 * liveness.flow.chart.wordCount + Self.behindStride
    keys = StateStore(stride: stride)
    key = .allocate(byteCount: stride, alignment: 16)
    key.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
    for (index, kept) in projection.kept.enumerated() {
      let isStanding = liveness.flow.tables.timers.contains {
        $0.cell == kept.cell && $0.standsInBackground
      }
      guard isStanding else { continue }
      standing.append(
        (projection.cellOffset + index, kept.codes[Int(TimerStatus.running)]))
    }
  }

  deinit { key.deallocate() }

  private static let behindBytes = 2 + 2 * FlowLimits.backStack
  private static let behindStride = (behindBytes + 7) / 8 * 8

  /// Where a projected state is.
  func place(of bytes: UnsafeRawPointer) -> Int {
    let count = 8 * liveness.flow.chart.wordCount
    key.copyMemory(from: bytes, byteCount: count)
    (key + count).copyMemory(
      from: bytes + projection.screenOffset, byteCount: Self.behindBytes)
    let (place, isNew) = keys.insert(key)
    if isNew { places.append(makePlace()) }
    return place
  }

  /// What of a state says which facts it holds.
  struct Stop {
    var place = 0
    var isForegroundRead = true
  }

  func stop(at bytes: UnsafeRawPointer) -> Stop {
    Stop(place: place(of: bytes), isForegroundRead: isForegroundRead(bytes))
  }

  /// Whether something may lead back to what lies on the stack, from a set of active states on.
  func isBackRead(active: [UInt64]) -> Bool {
    backReaders.indices.contains { active[$0] & backReaders[$0] != 0 }
  }

  /// Drops what depends on no place: held signals that decide nothing, and the back stack where nothing
  /// leads back any more before it is emptied.
  func dropPassing(_ bytes: UnsafeMutableRawPointer) {
    if !inert.isEmpty { projection.drop(held: inert, from: bytes, at: heldOffset) }
    dropBack(bytes)
  }

  private func dropBack(_ bytes: UnsafeMutableRawPointer) {
    for word in backReaders.indices
    where bytes.load(fromByteOffset: 8 * word, as: UInt64.self) & backReaders[word] != 0 { return }
    let back = projection.screenOffset + 2
    (bytes + back).initializeMemory(
      as: UInt8.self, repeating: 0, count: 2 * FlowLimits.backStack)
    // Whether the screen is put on the stack when it is left, is as good as what lies there.
    let flags = bytes.load(fromByteOffset: projection.flagOffset, as: UInt8.self)
    bytes.storeBytes(of: flags | 2, toByteOffset: projection.flagOffset, as: UInt8.self)
  }

  /// Makes a projected state the one that stands for all that nothing tells from it.
  func reduce(_ bytes: UnsafeMutableRawPointer) {
    dropPassing(bytes)
    let place = place(of: bytes)
    for offset in places[place].dropped {
      bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
    symmetry.reduce(bytes)
    for row in places[place].settled
    where bytes.load(fromByteOffset: row.offset, as: UInt8.self) != row.running {
      bytes.storeBytes(of: row.idle, toByteOffset: row.offset, as: UInt8.self)
    }
    if !isForegroundRead(bytes) {
      let flags = bytes.load(fromByteOffset: projection.flagOffset, as: UInt8.self)
      bytes.storeBytes(of: flags | 4, toByteOffset: projection.flagOffset, as: UInt8.self)
    }
  }

  /// Whether it matters in a state whether the app is in front.
  ///
  /// A step reads it only for timers that run at its end, and telling it then comes to the same.
  func isForegroundRead(_ bytes: UnsafeRawPointer) -> Bool {
    isForegroundTold
      || standing.contains {
        bytes.load(fromByteOffset: $0.offset, as: UInt8.self) == $0.running
      }
  }

  /// Whether a step from a place can read a fact that the device tells.
  func isTold(_ fact: FactID, at place: Int) -> Bool { places[place].isTold[Int(fact)] }

  /// Whether a signal changes nothing at a place: it is held, and decides nothing when it is taken.
  func isPassedOver(_ signal: SignalID, at place: Int) -> Bool {
    !inert.isEmpty && places[place].passedOver.contains(signal)
  }

  /// What a relaunch from a place may read at once of what the device tells.
  func readByRelaunch(from place: Int) -> [FactID] { places[place].atRelaunch }

  /// Whether the end of a request stands in no state at a place.
  func isForgotten(_ cell: CellID, at place: Int) -> Bool {
    guard let index = projection.kept.firstIndex(where: { $0.cell == cell }) else { return false }
    return places[place].settled.contains { $0.offset == projection.cellOffset + index }
  }

  private func makePlace() -> Places {
    let flow = liveness.flow
    let words = flow.chart.wordCount
    let active = (0..<StateID(flow.chart.states.count)).filter {
      key.load(fromByteOffset: 8 * Int($0 >> 6), as: UInt64.self) & 1 << UInt64($0 & 63) != 0
    }
    var behind: [StateID] = []
    for index in 0...FlowLimits.backStack {
      let state = key.loadUnaligned(fromByteOffset: 8 * words + 2 * index, as: UInt16.self)
      // 0 is no entry behind, since no screen is the chart itself.
      if UInt16(littleEndian: state) != noID, state != 0 {
        behind.append(StateID(littleEndian: state))
      }
    }
    let needed = liveness.needed(active: active, behind: behind)
    let relaunched = liveness.readByRelaunch(active: active)
    var dropped: [Int] = []
    for (index, kept) in projection.kept.enumerated()
    where Int(kept.cell) < flow.tables.facts.count && !needed.contains(kept.cell) {
      dropped.append(projection.cellOffset + index)
    }
    for (index, form) in projection.forms.enumerated()
    where !form.members.contains(where: { needed.contains($0.fact) }) {
      dropped.append(projection.formOffset + index)
    }
    for (index, fact) in projection.validity.enumerated() where !needed.contains(fact) {
      dropped.append(projection.validityOffset + index)
    }
    var settled: [Settled] = []
    for row in liveness.droppableRequests where !needed.contains(row.cell) {
      guard let index = projection.kept.firstIndex(where: { $0.cell == row.cell }) else { continue }
      let codes = projection.kept[index].codes
      settled.append(
        Settled(
          offset: projection.cellOffset + index, running: codes[Int(RequestStatus.running)],
          idle: codes[Int(RequestStatus.idle)]))
    }
    let heard = Set(
      active.flatMap { flow.chart.states[$0].transitions.indices }.map {
        flow.chart.transitions[$0].event
      })
    return Places(
      dropped: dropped, settled: settled,
      isTold: flow.tables.facts.indices.map { needed.contains(FactID($0)) },
      passedOver: inert.filter { !heard.contains(flow.tables.signals[Int($0)].event) },
      atRelaunch: flow.tables.facts.indices.map { FactID($0) }.filter {
        liveness.told.contains($0) && relaunched.contains($0)
      })
  }
}
