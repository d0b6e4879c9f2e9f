import FlowMachine
import Statechart

extension Projection.Form {
  func holds(_ fact: FactID) -> Bool { members.contains { $0.fact == fact } }
}

extension Projection.Form.Member {
  /// What is typed so that the member holds, or does not.
  func input(to element: ElementID, isValid: Bool) -> Input {
    guard slot != noID else { return .typeSecret(element, isValid: isValid ? true : nil) }
    return .type(element, isValid ? valid.first ?? [] : invalid)
  }
}

/// All moves of a flow by what makes them possible; a move's number is its place in `all`.
struct MoveTable: Sendable {
  var all: [Move] = []
  /// By row of `screens` and of `overlays`: what a person can do there.
  private(set) var ofScreen: [Range<Int>] = []
  private(set) var ofOverlay: [Range<Int>] = []
  /// By row of `calls`: the outcomes, those of them that come of a secret that cannot be read, and the secrets that are sent.
  private(set) var ofCall: [Range<Int>] = []
  private(set) var interrupted: [Range<Int>] = []
  private(set) var secrets: [[FactID]] = []
  /// By timer.
  private(set) var ofTimer: [Int] = []
  /// What can come at any time.
  private(set) var always: Range<Int> = 0..<0
  private(set) var kills: Range<Int> = 0..<0
  /// By kind of kill the first one, with all that the device tells as it was; behind it stand those
  /// with each combination of what a relaunch may read, in the order of `SurroundingFacts`.
  var killKinds: [Int] = []
  /// Kills by which one fact changed that no relaunch reads at once.
  var firstOtherKill = 0
  /// Of them those by which only what the device tells can have changed.
  var quietKills: Range<Int> = 0..<0
  /// By which the host tells whether the app is in front.
  private(set) var foregrounds: Range<Int> = 0..<0
  /// By which secure storage becomes readable.
  private(set) var readables: Range<Int> = 0..<0
  /// By move the fact that the device tells by it, else `noID`.
  private(set) var toldFacts: [FactID] = []

  /// By fact of which only changes matter: the move by which the host takes its value back.
  private(set) var untelling: [FactID: Int] = [:]

  let domain: Domain
  var tables: FlowTables { domain.flow.tables }

  init(
    _ domain: Domain, _ surroundings: SurroundingFacts, keepsForeground: Bool
  ) throws(DomainError) {
    self.domain = domain
    for row in tables.screens { ofScreen.append(range { $0.addElements(row.elements, of: row) }) }
    for (index, row) in tables.overlays.enumerated() {
      ofOverlay.append(
        range {
          $0.addElements(row.elements, of: nil)
          $0.add(.dismiss(OverlayID(index)))
        })
    }
    var owners: [Int: RequestID] = [:]
    for (request, row) in tables.requests.enumerated() {
      for call in row.calls.indices { owners[call] = RequestID(request) }
    }
    for call in tables.calls.indices {
      let first = all.count
      interrupted.append(try addOutcomes(of: call, owners[call]))
      ofCall.append(first..<all.count)
      secrets.append(tables.calls[call].secrets(in: domain.flow))
    }
    for timer in tables.timers.indices {
      ofTimer.append(all.count)
      all.append(.elapse(TimerID(timer)))
    }
    always = range {
      $0.addSignals()
      $0.addTold()
      if !domain.storable.isEmpty {
        $0.readables = $0.all.count..<$0.all.count + 2
        $0.add(.secretsReadable(domain.storable))
        $0.add(.secretsReadable([]))
      }
      guard keepsForeground else { return }
      $0.foregrounds = $0.all.count..<$0.all.count + 2
      $0.add(.foreground(false))
      $0.add(.foreground(true))
    }
    kills = range { $0.addKills(surroundings) }
    // What a real machine is told where the same move comes again; no state is left by it.
    for fact in domain.onlyChanged {
      untelling[fact] = all.count
      add(.told(fact, .absent))
    }
    toldFacts = all.map { if case .input(.told(let fact, _)) = $0 { fact } else { noID } }
  }

  /// Whether a move itself says what the value of a fact is.
  func tells(_ move: Int, _ fact: FactID) -> Bool {
    switch all[move] {
    case .input(.told(fact, _)): true
    case .relaunch(let surroundings): surroundings.changes.contains { $0.fact == fact }
    default: false
    }
  }

  /// A relaunch with all around it as it was.
  var plainKill: Int { kills.lowerBound }

  /// The move by which the device tells a value.
  func telling(_ fact: FactID, _ value: FactValue) -> Int? {
    always.first {
      if case .input(.told(fact, value)) = all[$0] { true } else { false }
    }
  }

  mutating func range(_ body: (inout MoveTable) -> Void) -> Range<Int> {
    let first = all.count
    body(&self)
    return first..<all.count
  }

  mutating func add(_ input: Input) { all.append(.input(input)) }

  mutating func addElements(_ range: RowRange, of screen: ScreenRow?) {
    for index in range.indices {
      let element = ElementID(index)
      let row = tables.elements[index]
      switch row.kind.input {
      case .tap: if row.takesInput { add(.tap(element)) }
      case .text:
        if !domain.forms.contains(where: { $0.holds(row.fact) }) { addTexts(element, row) }
      default: addValues(element, row)
      }
    }
    addForm(range)
    guard let screen else { return }
    if screen.hasBack || tables.backEvent != noID { add(.back) }
    if screen.isDismissable { add(.dismissScreen) }
  }

  /// A form is filled so that it is ready, or spoiled by its first field.
  mutating func addForm(_ range: RowRange) {
    let fields = range.indices.filter { tables.elements[$0].takesText }
    for form in domain.forms {
      let members = form.members.compactMap { member in
        fields.first { tables.elements[$0].fact == member.fact }
          .map { (element: ElementID($0), member: member) }
      }
      guard let first = members.first else { continue }
      all.append(.fill(members.map { $0.member.input(to: $0.element, isValid: true) }))
      all.append(.fill([first.member.input(to: first.element, isValid: false)]))
    }
  }

  mutating func addTexts(_ element: ElementID, _ row: ElementRow) {
    guard domain.isRelevant[Int(row.fact)] else { return }
    let type = tables.facts[Int(row.fact)].type
    guard type != .secret else {
      if !domain.unfillable.contains(element) { add(.typeSecret(element, isValid: true)) }
      add(.typeSecret(element, isValid: nil))
      if domain.validity.contains(row.fact), row.validators.count > 0 {
        add(.typeSecret(element, isValid: false))
      }
      return
    }
    add(.type(element, []))
    for value in domain.typed[Int(row.fact)] {
      switch value {
      case .text(let text): if !text.isEmpty, row.lets(text) { add(.type(element, text)) }
      case .number(let number):
        let text = Text(String(number).utf8)
        if row.lets(text) { add(.type(element, text)) }
      case .absent: break
      }
    }
  }

  mutating func addValues(_ element: ElementID, _ row: ElementRow) {
    let values = tables.values(of: row, rows: mostRows(of: row))
    let offered = values.compactMap { tables.change(by: $0, row)?.value }
    // Options that no guard tells apart are one: the first of them.
    var isOtherDone = false
    for value in values {
      // What the row of a list brings is known only with the list.
      if let change = tables.change(by: value, row) {
        guard domain.isRelevant[Int(change.fact)] else { continue }
        let wanted = domain.typed[Int(change.fact)]
        if tables.facts[Int(change.fact)].type == .choice, !wanted.contains(change.value) {
          guard !isOtherDone, !offered.contains(where: { wanted.contains($0) && isOther($0, row) })
          else { continue }
          isOtherDone = true
        }
      }
      add(.set(element, value))
    }
  }

  /// Whether a value is the one that stands for all that are compared with nothing.
  func isOther(_ value: FactValue, _ row: ElementRow) -> Bool {
    guard case .number(let number) = value else { return false }
    guard let kept = domain.kept.first(where: { $0.cell == row.fact }), !kept.codes.isEmpty else {
      return false
    }
    return kept.codes.filter { $0 == kept.codes[Int(number)] }.count > 1
  }

  /// How many rows the list of a picker has at most, and at least one.
  private func mostRows(of row: ElementRow) -> Int {
    guard row.list != noID else { return 0 }
    let columns = Int(tables.facts[Int(row.list)].columns.count)
    var most = 1
    for case .text(let bytes) in domain.values[Int(row.list)] {
      most = max(most, ListValue.decode(bytes, columns: columns).count)
    }
    return most
  }
}
