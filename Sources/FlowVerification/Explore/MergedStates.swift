import FlowMachine

/// States that differ in the values of some facts alone, kept as one.
///
/// A state that is found is widened by what is known beside it, so it never stands for one that has not been found.
/// Where a wider one comes later, the narrower one is not expanded any more: its steps are among those of the wider
/// one.
final class MergedStates {
  let sets: ValueSets
  let reads: StepReads
  /// States without the facts that are merged, and which states they stand for that no wider one covers.
  private let skeletons: StateStore
  private var members: [[Int]] = []
  private let skeleton: UnsafeMutableRawPointer
  /// By state a wider one that was found later.
  private var covers: [Int: Int] = [:]
  /// Room for the state that a step is made from, and for one that is looked at.
  let source: UnsafeMutableRawPointer
  let reading: UnsafeMutableRawPointer
  /// Whether a step depends on too many facts at once for merging to help.
  var isTooWide = false
  /// The step that is being made, and the codes of the facts before it.
  var step = MergedStep()
  private var codes: [UInt8] = []
  /// What edges ask of a merged state; the first one asks for nothing.
  private(set) var conditions: [[Condition]] = [[]]
  private var conditionNumbers: [[Condition]: UInt32] = [[]: 0]
  /// The codes of the facts behind it.
  private var image: [UInt8] = []

  /// That a fact has one value.
  struct Condition: Hashable {
    var row: Int
    var code: UInt8
  }

  /// - Returns: nil where there is nothing to merge.
  init?(_ liveness: Liveness, _ projection: Projection, _ symmetry: Symmetry, stride: Int) {
    sets = ValueSets(liveness, projection, except: symmetry.offsets)
    guard !sets.facts.isEmpty else { return nil }
    reads = StepReads(liveness, sets)
    image = [UInt8](repeating: 0, count: sets.facts.count)
    skeletons = StateStore(stride: stride)
    skeleton = .allocate(byteCount: stride, alignment: 16)
    source = .allocate(byteCount: stride, alignment: 16)
    reading = .allocate(byteCount: stride, alignment: 16)
  }

  deinit {
    skeleton.deallocate()
    source.deallocate()
    reading.deallocate()
  }

  /// A wider state that covers one, if it is known.
  func cover(of index: Int) -> Int? { covers[index] }

  /// Finds a state that covers one, or adds it, widened.
  func insert(_ bytes: UnsafeMutableRawPointer, into store: StateStore) -> (index: Int, isNew: Bool)
  {
    skeleton.copyMemory(from: bytes, byteCount: store.stride)
    sets.clear(skeleton)
    let (place, isFirst) = skeletons.insert(skeleton)
    if isFirst { members.append([]) }
    if let known = members[place].last(where: { sets.covers(store[$0], bytes) }) {
      return (known, false)
    }
    while members[place].contains(where: { sets.widen(bytes, by: store[$0]) }) {}
    let (index, isNew) = store.insert(bytes)
    for member in members[place] where sets.covers(bytes, store[member]) { covers[member] = index }
    members[place].removeAll { covers[$0] != nil }
    members[place].append(index)
    return (index, isNew)
  }

  // MARK: What a step depends on

  /// Stands in for some of the states that one stands for.
  ///
  /// - Returns: the facts of which there are several values.
  func stand(_ bytes: UnsafeRawPointer, with codes: [UInt8], _ stride: Int) -> ValueSets.Rows {
    source.copyMemory(from: bytes, byteCount: stride)
    for row in codes.indices { sets.set(row, codes[row], at: source) }
    let several = sets.several(at: source)
    sets.single(source)
    self.codes = codes
    return several
  }

  /// One of the states that one stands for.
  func read(_ bytes: UnsafeRawPointer, with codes: [UInt8], _ stride: Int) -> UnsafeRawPointer {
    reading.copyMemory(from: bytes, byteCount: stride)
    for row in codes.indices { sets.set(row, codes[row], at: reading) }
    return UnsafeRawPointer(reading)
  }

  /// What is left of some values where a step has read some facts, and so was made for their first values.
  func rest(of codes: [UInt8]) -> [[UInt8]] {
    var (known, rest) = (codes, [[UInt8]]())
    for row in codes.indices where step.read & step.several & 1 << ValueSets.Rows(row) != 0 {
      let single = ValueSets.single(codes[row])
      for code in single.dropFirst() {
        var other = known
        other[row] = code
        rest.append(other)
      }
      known[row] = single[0]
    }
    return rest
  }

  /// Whatever has another value behind a step than before, the step has written.
  func checkUnread(_ bytes: UnsafeRawPointer) {
    for row in sets.facts.indices
    where step.unread & 1 << ValueSets.Rows(row) != 0
      && sets.code(row, at: bytes) != sets.code(row, at: source)
    {
      step.read |= 1 << ValueSets.Rows(row)
    }
  }

  /// Gives a state all values of what the step has neither read nor written.
  func carry(into bytes: UnsafeMutableRawPointer) {
    for row in sets.facts.indices where step.unread & 1 << ValueSets.Rows(row) != 0 {
      sets.set(row, codes[row], at: bytes)
    }
  }

  /// The number of what the step asks of the state that is being expanded; 0 for nothing.
  func condition() -> UInt32 {
    step.isForAll ? 0 : number(of: values(of: step.decided | step.read & step.several, at: source))
  }

  /// Remembers what a step has led to, before it is widened.
  func note(image bytes: UnsafeRawPointer) {
    for row in image.indices { image[row] = sets.code(row, at: bytes) }
  }

  /// The number of where in a state the step has ended; 0 for all of it.
  func landing(in target: UnsafeRawPointer) -> UInt32 {
    number(
      of: image.indices.filter {
        image[$0] == ValueSets.first(image[$0]) && image[$0] != sets.code($0, at: target)
      }.map { Condition(row: $0, code: image[$0]) })
  }

  /// That of one state in a wider one.
  func landing(of bytes: UnsafeRawPointer, in target: UnsafeRawPointer) -> UInt32 {
    note(image: bytes)
    return landing(in: target)
  }

  private func values(of rows: ValueSets.Rows, at bytes: UnsafeRawPointer) -> [Condition] {
    sets.facts.indices.filter { rows & 1 << ValueSets.Rows($0) != 0 }.map {
      Condition(row: $0, code: sets.code($0, at: bytes))
    }
  }

  private func number(of condition: [Condition]) -> UInt32 {
    if let known = conditionNumbers[condition] { return known }
    let number = UInt32(conditions.count)
    conditions.append(condition)
    conditionNumbers[condition] = number
    return number
  }

  /// From which part of a state a step leads to a part of its target: what the step has not decided is what it was.
  ///
  /// - Returns: nil where it leads there from none.
  func origin(
    of part: [Condition], _ landing: [Condition], _ condition: [Condition]
  ) -> [Condition]? {
    var origin = condition
    for wanted in part {
      if let landed = landing.first(where: { $0.row == wanted.row }) {
        if landed.code != wanted.code { return nil }
      } else if let own = condition.first(where: { $0.row == wanted.row }) {
        if own.code != wanted.code { return nil }
      } else {
        origin.append(wanted)
      }
    }
    return origin.sorted { $0.row < $1.row }
  }

  /// Whether some conditions leave no value out of those that a state has.
  func isCovered(_ bytes: UnsafeRawPointer, by conditions: [[Condition]]) -> Bool {
    guard let first = conditions.first else { return false }
    if conditions.contains([]) { return true }
    let row = first[0].row
    return ValueSets.single(sets.code(row, at: bytes)).allSatisfy { code in
      isCovered(
        bytes,
        by: conditions.compactMap { condition in
          guard let own = condition.first(where: { $0.row == row }) else { return condition }
          return own.code == code ? condition.filter { $0.row != row } : nil
        })
    }
  }
}

/// What a step out of a merged state is made for, by the facts of which there may be several values.
struct MergedStep {
  /// Those of which it is made for several values.
  var several: ValueSets.Rows = 0
  /// Those of which the state has several values, and it is made for one.
  var decided: ValueSets.Rows = 0
  /// What it has read, or may have written, so that it holds for the first value only.
  var read: ValueSets.Rows = 0
  /// What it has written, whatever was there.
  var written: ValueSets.Rows = 0

  /// What it has left as it was, whatever that is.
  var unread: ValueSets.Rows { several & ~read & ~written }

  /// Whether the step holds for all that the expanded state stands for.
  var isForAll: Bool { decided == 0 && read & several == 0 }
}
