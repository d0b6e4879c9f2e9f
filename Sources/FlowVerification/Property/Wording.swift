import FlowMachine
import Statechart

/// What the texts of a flow say, in each language, as far as one can be told from another.
struct Wording: Sendable {
  /// For each language and text the first text with the same words, where what is inserted is absent.
  private let classes: [[TextID]]
  /// For each language and text whether it consists of values alone.
  private let isBare: [[Bool]]
  /// For each language and text whether it consists of spaces alone.
  private let isBlank: [[Bool]]
  /// For each text the values without which it can be empty.
  private let needed: [[FactID]]

  var languages: Range<Int> { classes.indices }

  init(_ flow: Flow) {
    let texts = (0..<Int(flow.tables.textCount)).map { TextID($0) }
    classes = flow.tables.languages.indices.map { language in
      var known: [[[Text]]: TextID] = [:]
      return texts.map { text in
        let words = flow.wordsWithoutValues(of: text, in: language)
        if let first = known[words] { return first }
        known[words] = text
        return text
      }
    }
    isBare = flow.tables.languages.indices.map { language in
      texts.map { flow.isBare($0, in: language) }
    }
    isBlank = flow.tables.languages.indices.map { language in
      texts.map { flow.words(of: $0, in: language).dropFirst().allSatisfy(\.isEmpty) }
    }
    needed = texts.map { flow.factsNeeded(toShow: $0) }
  }

  /// A text's number in a language: equal ones have the same words.
  func words(_ text: TextID, in language: Int) -> TextID {
    text == noID ? noID : classes[language][Int(text)]
  }

  /// Whether a text says nothing in a language, whatever its values are.
  func isBlank(_ text: TextID, in language: Int) -> Bool {
    text != noID && isBlank[language][Int(text)]
  }

  /// Whether a text is empty in a language where its values are absent.
  func isBare(_ text: TextID, in language: Int) -> Bool {
    text != noID && isBare[language][Int(text)]
  }

  /// Whether all values of a text that may be empty are absent.
  func isMissing(_ text: TextID, at machine: inout FlowMachine) -> Bool {
    guard text != noID, !needed[Int(text)].isEmpty else { return false }
    for fact in needed[Int(text)] {
      switch machine.value(of: fact) {
      case .absent: continue
      case .text(let text): if !text.isEmpty { return false }
      case .number: return false
      }
    }
    return true
  }

  /// The texts that are empty or the same as another in some language, as numbers: what a proof depends on of the words.
  var summary: [TextID] {
    classes.flatMap { $0 } + (isBare + isBlank).flatMap { $0.map { $0 ? 1 : 0 } }
  }
}

extension Flow {
  /// The facts of a text that consists of nothing else in some language.
  func factsNeeded(toShow text: TextID) -> [FactID] {
    guard text != noID, tables.languages.indices.contains(where: { isBare(text, in: $0) }) else {
      return []
    }
    return facts(inText: text).sorted()
  }

  /// The values without which an element says nothing of a failure.
  func factsNeeded(toTellBy row: ElementRow) -> [FactID] {
    guard row.kind.isWords else { return [] }
    return asksForFailure(row.shown, of: Set(tables.requests.map(\.cell)))
      ? factsNeeded(toShow: row.text) : []
  }

  /// Whether a guard asks for more of a request than whether it runs or has succeeded.
  ///
  /// - Parameter statuses: the cells of the requests.
  func asksForFailure(_ condition: UInt16, of statuses: Set<CellID>) -> Bool {
    guardSteps(of: condition).contains { step in
      guard step.test == .cellToConstant, statuses.contains(step.a) else { return false }
      let isEquality = step.comparison == .equal || step.comparison == .notEqual
      return !isEquality
        || ![RequestStatus.running, RequestStatus.succeeded].contains(chart.constants[step.b])
    }
  }

  fileprivate func isBare(_ text: TextID, in language: Int) -> Bool {
    let row = tables.texts[language * Int(tables.textCount) + Int(text)]
    return row.forms.contains { form in
      form != noID
        && tables.segments[tables.templates[Int(form)].indices].allSatisfy { segment in
          switch segment.kind {
          case .literal: blob(segment.operand).allSatisfy(\.isSpace)
          case .secondsLeft: false
          default: true
          }
        }
    }
  }

  /// The plural forms of a text without what is inserted: what they say if nothing is. One that consists of it says
  /// what that is.
  fileprivate func wordsWithoutValues(of text: TextID, in language: Int) -> [[Text]] {
    let words = words(of: text, in: language)
    guard !isBare(text, in: language) else { return words }
    return words.prefix(1)
      + words.dropFirst().map { form in
        let literals = form.filter { $0.first == 0 }.flatMap { $0.dropFirst() }
        return [literals.split(separator: 0x20).joined(separator: [0x20]).map { $0 }]
      }
  }

  /// The plural forms of a text, each as what is written, and what is inserted. How many spaces stand between words, and
  /// whether some stand around all of them, nobody sees.
  fileprivate func words(of text: TextID, in language: Int) -> [[Text]] {
    let row = tables.texts[language * Int(tables.textCount) + Int(text)]
    let count = [Text("\(row.countKind) \(row.countKind == 0 ? 0 : row.count)".utf8)]
    return [count]
      + row.forms.map { form in
        guard form != noID else { return [] }
        var words: [Text] = []
        var isAfterSpace = true
        for segment in tables.segments[tables.templates[Int(form)].indices] {
          guard segment.kind == .literal else {
            words.append([1 + segment.kind.rawValue] + Text("\(segment.operand)".utf8))
            isAfterSpace = false
            continue
          }
          var literal: Text = [0]
          for byte in blob(segment.operand) where !byte.isSpace || !isAfterSpace {
            literal.append(byte.isSpace ? 0x20 : byte)
            isAfterSpace = byte.isSpace
          }
          if literal.count > 1 { words.append(literal) }
        }
        if var last = words.popLast() {
          if last[0] == 0, last.last == 0x20 { last.removeLast() }
          if last.count > 1 { words.append(last) }
        }
        return words
      }
  }
}

extension UInt8 {
  /// Whether it is a space, a tab or the end of a line.
  fileprivate var isSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
