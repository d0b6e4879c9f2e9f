/// The words of the service and of the account, as they may occur in a password (DEC-9; NIST SP
/// 800-63B-4 section 3.1.1.2: "context-specific words").
///
/// For each text: the whole without separators, its parts, and for digits, such as those of a phone
/// number, each run of six.
package struct OwnWords: Equatable, Sendable {
  /// Folded, without duplicates.
  private let words: [[FoldedPassword.Character]]

  /// - Parameters:
  ///   - service: names and hosts, as people write them; as many as the operator sets.
  ///   - account: addresses, numbers, names; only the first 64 parts count.
  package init(service: Set<String> = [], account: [String] = []) {
    var words: [[FoldedPassword.Character]] = []
    for word in service.flatMap(Self.words) where !words.contains(word) { words.append(word) }
    let most = words.count + Self.mostOfAccount
    for word in account.flatMap(Self.words) where words.count < most && !words.contains(word) {
      words.append(word)
    }
    self.words = words
  }

  /// Bounds the time of the search.
  private static let mostOfAccount = 64
  private static let least = 3
  /// A shorter word counts only if it stands alone: `ann` occurs in many others.
  private static let leastInside = 4
  private static let digitsInside = 6

  private static func words(of text: String) -> [[FoldedPassword.Character]] {
    let sides = text.split(separator: "@").map { FoldedPassword(String($0)).parts }
    let local = sides.first ?? []
    var words = [sides.joined().flatMap(\.characters), local.flatMap(\.characters)]
    for part in local { words += [part.characters, withoutDigits(part.characters)] }
    // The last label of the host identifies only the country or the kind of owner.
    for host in sides.dropFirst() { words += host.dropLast().map(\.characters) }
    let numbers = words.filter { $0.allSatisfy { $0.kind == .digit } }
    for digits in numbers where digits.count > digitsInside {
      words += (0...digits.count - digitsInside).map { Array(digits[$0..<$0 + digitsInside]) }
    }
    return words.filter { size($0[...]) >= least }
  }

  /// The name in `ann1984`.
  private static func withoutDigits(
    _ word: [FoldedPassword.Character]
  ) -> [FoldedPassword.Character] {
    let others = word.indices.filter { word[$0].kind != .digit }
    guard let first = others.first, let last = others.last else { return [] }
    return Array(word[first...last])
  }

  /// An ideograph carries as much information as two letters.
  private static func size(_ word: ArraySlice<FoldedPassword.Character>) -> Int {
    word.count + word.count { $0.kind == .ideograph }
  }

  /// Where one of them occurs, forwards or backwards.
  package func places(in password: FoldedPassword, steps: inout Int) -> [Range<Int>] {
    let characters = password.characters
    let folded = characters.map(\.folded)
    var places: [Range<Int>] = []
    for word in words where word.count <= folded.count {
      let forwards = word.map(\.folded)
      for wanted in [forwards, forwards.reversed()] {
        for start in 0...folded.count - wanted.count {
          var length = 0
          while length < wanted.count, folded[start + length] == wanted[length] { length += 1 }
          steps += length + 1
          guard length == wanted.count else { continue }
          let place = start..<start + length
          let isLong = Self.size(characters[place]) >= Self.leastInside
          if isLong || Self.isAlone(place, characters) { places.append(place) }
        }
      }
    }
    return places
  }

  private static func isAlone(
    _ place: Range<Int>, _ characters: [FoldedPassword.Character]
  ) -> Bool {
    let around = [place.lowerBound - 1, place.upperBound].filter(characters.indices.contains)
    return around.allSatisfy { !characters[$0].isLetter }
  }

  /// How many characters of a password remain besides them: the letters, and more digits and marks
  /// than are commonly appended to a word.
  ///
  /// - Returns: nil if it contains none of them.
  package func rest(of password: FoldedPassword) -> Int? {
    var steps = 0
    let places = places(in: password, steps: &steps)
    guard !places.isEmpty else { return nil }
    var isOwn = Array(repeating: false, count: password.characters.count)
    for place in places { for index in place { isOwn[index] = true } }
    let left = zip(password.characters, isOwn).filter { !$0.1 }.map(\.0)
    let letters = left.count { $0.isLetter }
    return letters + max(0, left.count - letters - PasswordSearch.mostAffix)
  }
}
