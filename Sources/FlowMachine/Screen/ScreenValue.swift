import Statechart
import WireText

/// Everything visible, as values: the screen and its overlays. A host draws this and nothing else.
package struct ScreenValue: Equatable, Sendable {
  /// The screen under modal screens, or nil.
  package var root: Root?
  package var screen: Surface?
  /// From the bottom to the top.
  package var overlays: [Surface]
  package var isRightToLeft: Bool

  package struct Root: Equatable, Sendable {
    package var view: Text
    package var showsContent: Bool
  }

  package struct Surface: Equatable, Sendable {
    /// The state's or overlay's name.
    package var name: Text
    /// The id for an app's own view.
    package var view: Text
    package var style: Style
    package var title: Text
    package var hasBack: Bool
    /// Whether the platform's gesture can dismiss the modal screen.
    package var isDismissable: Bool
    /// False between two screens: the visible screen takes no input.
    package var isActive: Bool
    package var elements: [Element]
  }

  package enum Style: UInt8, Sendable { case screen, modal, overlay, alert, sheet }

  package struct Element: Equatable, Sendable {
    package var id: ElementID
    package var name: Text
    package var kind: ElementKind
    /// Field kind, or style of a choice, picker or button.
    package var style: UInt8
    /// Text or label.
    package var text: Text
    package var hint: Text
    package var value: Value
    /// What is wrong with the value, for people; empty if nothing is.
    package var problem: Text
    package var isEnabled: Bool
    package var isBusy: Bool
    package var isSearchable: Bool
    package var isSubmitting: Bool
    /// Fields: whether typed text is a secret, even while the field is empty.
    package var isSecret: Bool
    /// Fields: the maximum length, 0 for any.
    package var length: UInt16
    /// Dates: the first and the last valid day, empty for any.
    package var least: Text
    package var most: Text
    package var options: [Option]
    /// The name of an image, or of the app's view that draws the element.
    package var appName: Text
    /// Phone numbers: the country chosen beside them, or empty.
    package var country: Text
  }

  package struct Option: Equatable, Sendable {
    /// Empty for a row that does not have the action that the picker is.
    package var text: Text
    package var detail: Text
    /// The name of an image.
    package var image: Text = []
  }
}

extension FlowMachine {
  /// The screen at a time, in one of the flow's languages.
  ///
  /// - Parameter now: milliseconds since 1970; affects only countdowns, and what is judged by the day.
  package func screen(at now: Int64, language: Int) -> ScreenValue {
    var drawing = ScreenDrawing(self, at: now, language: language)
    return drawing.screen()
  }

  /// A text with its values filled in, in one of the flow's languages.
  package func text(_ id: TextID, language: Int) -> Text {
    TextRendering(flow, memory, chartState.cells, language: language).text(id)
  }
}

extension Flow {
  /// The index of a language among the flow's languages: the requested one, one with the same
  /// primary language, or the first.
  package func language(_ tag: Text) -> Int {
    let tags = tables.languages.map { blob($0) }
    if let exact = tags.firstIndex(of: tag) { return exact }
    let primary = Array(tag.prefix { $0 != UInt8(ascii: "-") })
    return tags.firstIndex { Array($0.prefix { $0 != UInt8(ascii: "-") }) == primary } ?? 0
  }
}

struct ScreenDrawing {
  let flow: Flow
  private(set) var memory: FlowMemory
  let state: ChartState
  private let language: Int
  private let machine: FlowMachine

  init(_ machine: FlowMachine, at now: Int64, language: Int) {
    self.machine = machine
    flow = machine.flow
    memory = machine.memory
    memory.now = max(now, memory.now)
    state = machine.chartState
    self.language = language
  }

  mutating func screen() -> ScreenValue {
    var value = ScreenValue(
      root: nil, screen: nil, overlays: [],
      isRightToLeft: Plural.isRightToLeft(
        language < flow.tables.languages.count ? flow.blob(flow.tables.languages[language]) : []))
    if memory.root != noID {
      value.root = ScreenValue.Root(
        view: flow.blob(flow.tables.screens[Int(flow.screenOfState[Int(memory.root)])].view),
        showsContent: memory.showsRootContent && !memory.lacksSession(memory.root, state))
    }
    if memory.screen != noID {
      let row = flow.tables.screens[Int(flow.screenOfState[Int(memory.screen)])]
      value.screen = ScreenValue.Surface(
        name: flow.stateName(memory.screen), view: flow.blob(row.view),
        style: row.isModal ? .modal : .screen, title: text(row.title),
        hasBack: machine.canGoBack, isDismissable: machine.canDismissScreen,
        isActive: state.isActive(memory.screen),
        elements: elements(row.elements))
    }
    for row in flow.tables.overlays where state.cells[Int(row.cell)] == 1 {
      let style: ScreenValue.Style =
        switch row.style {
        case .screen: .overlay
        case .alert: .alert
        case .sheet: .sheet
        }
      value.overlays.append(
        ScreenValue.Surface(
          name: flow.blob(row.name), view: flow.blob(row.name), style: style,
          title: text(row.title), hasBack: false, isDismissable: false, isActive: true,
          elements: elements(row.elements)))
    }
    return value
  }

  private func text(_ id: TextID) -> Text {
    TextRendering(flow, memory, state.cells, language: language).text(id)
  }

  private mutating func elements(_ range: RowRange) -> [ScreenValue.Element] {
    var result: [ScreenValue.Element] = []
    for index in range.indices {
      let row = flow.tables.elements[index]
      guard memory.holds(row.shown, state), field(about: row, within: range) == nil else {
        continue
      }
      result.append(
        ScreenValue.Element(
          id: identity(of: index, within: range), name: name(row), kind: row.kind, style: row.style,
          text: row.isTappedRows ? [] : text(row.text),
          hint: row.isTappedRows ? [] : text(row.hint), value: value(row),
          problem: problem(row, within: range),
          isEnabled: memory.isEnabled(row, state),
          isBusy: memory.isBusy(row, state), isSearchable: row.isSearchable,
          isSubmitting: row.submits, isSecret: isSecret(row), length: row.length,
          least: bound(.least, of: row), most: bound(.most, of: row), options: options(row),
          appName: flow.blob(row.appName),
          country: row.country == noID
            ? [] : memory.text(of: row.country, cells: state.cells)))
    }
    return result
  }

  /// A number by which a host knows the element again when it shows another of its labels: the first of the rows for them.
  private mutating func identity(of index: Int, within range: RowRange) -> ElementID {
    var first = index
    let rows = flow.tables.elements
    while first > range.indices.lowerBound, rows[first].kind.takesInput,
      rows[first - 1].id == rows[first].id, !memory.holds(rows[first - 1].shown, state)
    {
      first -= 1
    }
    return UInt16(first)
  }

  /// Its id; for a secret that is shown, the name under which the host stores it.
  private func name(_ row: ElementRow) -> Text {
    row.kind == .secret && row.fact != noID
      ? flow.blob(flow.tables.facts[Int(row.fact)].name) : flow.blob(row.id)
  }

  func isSecret(_ row: ElementRow) -> Bool {
    row.fact != noID && flow.tables.facts[Int(row.fact)].type == .secret
  }

  func rows(of row: ElementRow) -> [[Text]] {
    guard case .text(let bytes) = memory.value(of: row.list, cells: state.cells) else { return [] }
    return ListValue.decode(bytes, columns: Int(flow.tables.facts[Int(row.list)].columns.count))
  }

  /// What is wrong with a field: of what was typed, or of an empty field once its form was
  /// submitted; otherwise what a text of the screen says about it.
  private mutating func problem(_ row: ElementRow, within range: RowRange) -> Text {
    guard row.takesValue else { return [] }
    if let index = memory.firstProblem(of: row, cells: state.cells) {
      let validator = flow.tables.validators[index]
      // A switch that is off may just not have been reached yet, and more options may still be chosen.
      let isFilled =
        row.takesText ? state.cells[Int(row.fact)] != absent : validator.rule == .most
      if isFilled || memory.revealedForm == range.start { return text(validator.message) }
    }
    guard row.fact != noID else { return [] }
    for index in range.indices {
      let other = flow.tables.elements[index]
      if other.kind == .text, other.fact == row.fact, memory.holds(other.shown, state) {
        return text(other.text)
      }
    }
    return []
  }

  /// The shown field that a text is about: there it stands as the field's problem.
  private mutating func field(about text: ElementRow, within range: RowRange) -> Int? {
    guard text.kind == .text, text.fact != noID else { return nil }
    for index in range.indices {
      let row = flow.tables.elements[index]
      if row.takesText, row.fact == text.fact, memory.holds(row.shown, state) { return index }
    }
    return nil
  }

  private func bound(_ rule: ValidatorRule, of row: ElementRow) -> Text {
    guard row.kind == .date else { return [] }
    for validator in flow.tables.validators[row.validators.indices] where validator.rule == rule {
      return CalendarDate.text(memory.today(validator, cells: state.cells).value)
    }
    return []
  }

  private func options(_ row: ElementRow) -> [ScreenValue.Option] {
    guard row.kind == .picker else {
      return flow.tables.options[row.options.indices].map {
        ScreenValue.Option(text: text($0.text), detail: [])
      }
    }
    return rows(of: row).map { columns in
      let label = columns[Int(row.labelColumn)]
      let detail = row.detailColumn == noID ? [] : columns[Int(row.detailColumn)]
      guard row.isTappedRows else {
        return ScreenValue.Option(text: Moment.unmarked(label), detail: Moment.unmarked(detail))
      }
      guard row.isOffered(in: columns) else { return ScreenValue.Option(text: [], detail: []) }
      // In the text of a row the facts are what a tap would make them, the picker's own by its label.
      var rendering = TextRendering(flow, memory, state.cells, language: language)
      rendering.replaced = [(row.fact, label)]
      for pick in flow.tables.picks[row.sets.indices] {
        rendering.replaced.append((pick.fact, columns[Int(pick.column)]))
      }
      return ScreenValue.Option(
        text: row.text == noID ? Moment.unmarked(label) : rendering.text(row.text),
        detail: !row.isRows
          ? []
          : row.hint == noID || detail.isEmpty
            ? Moment.unmarked(detail) : rendering.text(row.hint),
        image: row.isButtons ? detail : [])
    }
  }
}
