/// Finds what the author most likely meant.
package enum Suggestion {
  /// The candidate that is nearest to `word`, if one is near enough to be a slip of the fingers.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    // A longer word is no slip, and the distance below costs time by the length of both.
    guard word.utf8.count <= 64 else { return nil }
    let letters = Array(word.lowercased().utf8)
    // More slips than that make another word.
    let allowed = max(1, min(3, letters.count / 4))
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where candidate.utf8.count <= 64 {
      let distance = distance(letters, Array(candidate.lowercased().utf8))
      if distance <= allowed, distance < (best?.distance ?? .max) {
        best = (distance, candidate)
      }
    }
    return best?.candidate
  }

  /// How many letters must be put in, left out, replaced, or swapped with their neighbour.
  package static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        var cost = min(
          last[column] + (left[row] == right[column] ? 0 : 1),
          last[column + 1] + 1,
          current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
