import FlowMachine
import Statechart

// Where a box is found again, joined with another one, or added.

extension Boxes {
  /// Divides a box by what a step from it may read, and finds or adds each part.
  func divide(
    _ bytes: UnsafeMutableRawPointer, _ box: [UInt8]
  ) -> [(target: (index: Int, isNew: Bool), part: [UInt8])] {
    let place = explorer.reduction?.place(of: bytes) ?? 0
    let isRead = read(at: place)
    var result: [(target: (index: Int, isNew: Bool), part: [UInt8])] = []
    for part in parts(of: box, by: offsets.indices.filter { isRead[$0] }) {
      piece.copyMemory(from: bytes, byteCount: explorer.store.stride)
      for index in offsets.indices where isRead[index] {
        put(UInt8(part[index].trailingZeroBitCount), index, piece)
      }
      result.append((insert(piece, part, isRead), part))
    }
    return result
  }

  private func read(at place: Int) -> [Bool] {
    while readAt.count <= place { readAt.append(nil) }
    if let known = readAt[place] { return known }
    let facts = cells.map { explorer.reduction?.isReadByStep($0, from: place) ?? true }
    readAt[place] = facts
    return facts
  }

  private func insert(
    _ bytes: UnsafeRawPointer, _ box: [UInt8], _ isRead: [Bool]
  ) -> (index: Int, isNew: Bool) {
    key.copyMemory(from: bytes, byteCount: explorer.store.stride)
    for index in offsets.indices where !isRead[index] { put(0, index, key) }
    let (group, isNew) = groups.insert(key)
    if isNew { members.append([]) }
    for state in members[group] where isInside(box, state) { return (state, false) }
    // What is not expanded yet can still grow, by what differs from it in one fact only.
    for state in members[group].reversed() where state > current && canJoin(box, state) {
      for index in offsets.indices { sets[state * count + index] |= box[index] }
      return (state, false)
    }
    let state = explorer.store.append(bytes)
    sets += box
    members[group].append(state)
    return (state, true)
  }

  private func isInside(_ box: [UInt8], _ state: Int) -> Bool {
    box.indices.allSatisfy { box[$0] & ~sets[state * count + $0] == 0 }
  }

  /// Whether the union of a box and a state's is a box: they differ in one fact, or one has the other.
  private func canJoin(_ box: [UInt8], _ state: Int) -> Bool {
    let differing = box.indices.filter { box[$0] != sets[state * count + $0] }
    return differing.count <= 1
      || differing.allSatisfy { sets[state * count + $0] & ~box[$0] == 0 }
  }
}
