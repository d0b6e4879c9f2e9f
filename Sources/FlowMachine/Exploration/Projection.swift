import Statechart

/// Which parts of a running flow a verifier distinguishes, and their encoding in a fixed number of
/// bytes.
///
/// The verifier says which cells matter and which of their values affect some decision. All else is
/// dropped, and values that nothing distinguishes become one. Times, tickets, keys and plans of
/// requests are not included: a timer either runs or does not, and what is sent affects no
/// decision.
package final class Projection: Sendable {
  package let flow: Flow
  package let kept: [Kept]
  /// The same as flat rows, so that reading them retains nothing.
  let rows: Table<KeptRow>
  let values: Table<Int64>
  /// The cells of `blank`.
  let blankCells: Table<Int64>
  let codes: Table<UInt8>
  package let forms: [Form]
  /// The members of `forms`, flat.
  let members: Table<MemberRow>
  /// Whether being in the foreground affects any decision.
  package let keepsForeground: Bool
  /// Secret facts whose validity affects a decision.
  package let validity: [FactID]
  /// For each signal, which of its values are distinguished while it is held.
  let held: [Held]
  /// Secrets that can be in secure storage. A relaunch finds no others there.
  let storable: [FactID]
  /// Requests that choose between several calls.
  let variants: [RequestID]
  /// A machine that has not been launched; it provides the values of whatever is dropped.
  let blank: FlowMachine
  /// For each call, a minimal plan that has what the machine needs.
  let plans: [[UInt8]]
  /// For each call, whether it can send secrets.
  let sendsSecrets: [Bool]
  /// The size of a projected state in bytes, a multiple of 8.
  package let stride: Int
  let offsets: Offsets

  struct Offsets: Sendable {
    var cells = 0
    var forms = 0
    var flags = 0
    var validity = 0
    var variants = 0
    var held = 0
    var screen = 0
    var back = 0
  }

  /// The current time of every projected state, in milliseconds since 1970: that at which play scripts begin, so that
  /// a day that is valid here is valid there.
  static let now: Int64 = 1_700_000_000_000
  /// When every running timer of a projected state elapses, unless it is chosen to elapse first.
  static let later: Int64 = now + 3_600_000

  /// - Parameters:
  ///   - kept: the cells that matter, including those of requests, timers and overlays.
  ///   - forms: facts of forms that are kept by validity only; none of them is in `kept`.
  ///   - held: for each signal, which of its values are distinguished.
  ///   - storable: secrets that can be in secure storage.
  package init(
    flow: Flow, kept: [Kept], forms: [Form], keepsForeground: Bool, validity: [FactID],
    held: [Held], storable: [FactID]
  ) {
    self.flow = flow
    self.storable = storable
    self.held = held
    self.kept = kept
    var rows: [KeptRow] = []
    var values: [Int64] = []
    var codes: [UInt8] = []
    for kept in kept {
      rows.append(
        KeptRow(
          cell: kept.cell, slot: kept.slot, value: values.count, valueCount: kept.values.count,
          code: codes.count, codeCount: kept.codes.count,
          isSecret: Int(kept.cell) < flow.tables.facts.count
            && flow.tables.facts[Int(kept.cell)].type == .secret))
      values += kept.values
      codes += kept.codes
    }
    self.rows = Table(copying: rows)
    self.values = Table(copying: values)
    blankCells = Table(copying: flow.chart.initialCells)
    self.codes = Table(copying: codes)
    self.forms = forms
    members = Table(
      copying: forms.indices.flatMap { form in
        forms[form].members.enumerated().map { MemberRow($1, place: $0, form: form) }
      })
    self.keepsForeground = keepsForeground
    self.validity = validity
    variants = flow.tables.requests.indices.map { RequestID($0) }.filter {
      flow.tables.requests[Int($0)].calls.count > 1
    }
    var blank = FlowMachine(flow: flow, runID: RunID(high: 0, low: 0))
    blank.memory.now = Self.now
    self.blank = blank
    plans = flow.tables.calls.map { RequestPlan.minimal($0, in: flow) }
    sendsSecrets = flow.tables.calls.map { !$0.secrets(in: flow).isEmpty }
    var next = 8 * (flow.chart.wordCount * (1 + flow.chart.historyCount))
    var offsets = Offsets()
    func place(_ count: Int) -> Int {
      defer { next += count }
      return next
    }
    offsets.cells = place(kept.count)
    offsets.forms = place(forms.count)
    offsets.flags = place(1)
    offsets.validity = place(validity.count)
    offsets.variants = place(variants.count)
    offsets.held = place(3 * flow.tables.signals.filter { $0.isHeld }.count)
    offsets.screen = place(2)
    offsets.back = place(2 * FlowLimits.backStack)
    self.offsets = offsets
    stride = (next + 7) / 8 * 8
  }

  deinit {
    rows.deallocate()
    values.deallocate()
    blankCells.deallocate()
    codes.deallocate()
    members.deallocate()
  }

  /// An entry of `kept`, with its offsets in `values` and `codes`.
  struct KeptRow: BitwiseCopyable, Sendable {
    var cell: CellID
    var slot: UInt16
    var value: Int
    var valueCount: Int
    var code: Int
    var codeCount: Int
    var isSecret: Bool
  }

  struct MemberRow: BitwiseCopyable, Sendable {
    var form: Int
    var place: Int
    var fact: FactID
    var slot: UInt16
    /// Its bit in the code of its form that says it was submitted.
    var submitted: UInt8
    /// Whether a valid form has a text here, and whether an invalid one has.
    var isThere: (ready: Bool, unready: Bool)

    init(_ member: Form.Member, place: Int, form: Int) {
      self.form = form
      self.place = place
      fact = member.fact
      slot = member.slot
      submitted = 2 << UInt8(place % 7)
      isThere = (!(member.valid.first ?? []).isEmpty, !member.invalid.isEmpty)
    }
  }

  /// The code of a typed secret that was submitted, and so is kept when its screen is left.
  static let submitted: UInt8 = 4

  @inline(__always) func code(_ value: Int64, _ row: KeptRow) -> UInt8 {
    guard value != absent else { return 0 }
    if row.codeCount > 0 { return codes[row.code + Int(value)] }
    var place = 0
    while place + 1 < row.valueCount, values[row.value + place + 1] <= value { place += 1 }
    return UInt8(truncatingIfNeeded: place + 1)
  }

  /// The code of a kept cell in a projected state, by its index in `kept`.
  package func code(_ index: Int, at bytes: UnsafeRawPointer) -> UInt8 {
    bytes.load(fromByteOffset: offsets.cells + index, as: UInt8.self)
  }

  func code(_ text: Text?, of signal: SignalID) -> UInt8 {
    let texts = held[Int(signal)].texts
    guard let text, !texts.isEmpty else { return 0 }
    return UInt8(truncatingIfNeeded: (texts.firstIndex(of: text) ?? texts.count - 1) + 1)
  }

  /// 0 if the signal had no number, or none matters.
  func code(_ number: Int64, of signal: SignalID) -> UInt8 {
    let numbers = held[Int(signal)].numbers
    guard number != absent, let first = numbers.first, number >= first else {
      return number == absent || numbers.isEmpty ? 0 : 1
    }
    return UInt8(truncatingIfNeeded: numbers.lastIndex { $0 <= number }! + 1)
  }

  /// A machine into which projected states can be loaded.
  package var machine: FlowMachine { blank }
}

// The layout of a projected state, as byte offsets. The active states come first, as in
// `ChartState`.
extension Projection {
  /// The codes of `kept`.
  package var cellOffset: Int { offsets.cells }
  /// The codes of `forms`.
  package var formOffset: Int { offsets.forms }
  /// A flag for each entry of `validity`, set if it is invalid.
  package var validityOffset: Int { offsets.validity }
  /// The current screen in two bytes, then the back stack, the next screen to go back to last.
  package var screenOffset: Int { offsets.screen }
}

extension Projection {
  /// The code of a value of a kept fact, by its index in `kept`.
  package func code(_ value: FactValue, _ index: Int) -> UInt8 {
    switch value {
    case .absent: 0
    case .number(let number): code(number, rows[index])
    case .text(let text): kept[index].code(text)
    }
  }
}
