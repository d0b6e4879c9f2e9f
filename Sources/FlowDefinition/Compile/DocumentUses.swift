import FlowMachine

/// What the parts of a document name, gathered in one walk over it.
struct DocumentUses {
  /// A look at the status of a request or timer.
  struct Look {
    var status: GuardExpression.Status
    var failureClass: String?
  }

  /// Facts and configuration values that something reads or writes.
  var facts: Set<String> = []
  /// Facts that a guard reads.
  var guardFacts: Set<String> = []
  /// Of them those that it compares with something.
  var comparedFacts: Set<String> = []
  /// Facts that a field of the document fills.
  var fieldFacts: Set<String> = []
  var startedRequests: Set<String> = []
  var shownOverlays: Set<String> = []
  var startedTimers: Set<String> = []
  /// By the names of requests and timers. What says whether a failure shows is no reaction to it,
  /// and not here.
  var looks: [String: [Look]] = [:]
  /// Timers that anything looks at, texts too.
  var watchedTimers: Set<String> = []
  var startedServices: Set<String> = []
  var startsAllServices = false
  var hasModalScreens = false
  /// Ids of buttons and links.
  var ownEvents: [String: Position] = [:]
  /// Ids of other elements.
  var otherElements: Set<String> = []
  var raised: [String: Position] = [:]
  /// The keys of all `on` of states.
  var handled: [String: Position] = [:]
  /// Declared by the document itself.
  var signals: Set<String> = []
  /// Outcomes that final states tell.
  var outcomes: Set<String> = []

  init(of document: FlowDocument) {
    visit(document.root)
    signals = Set(document.signals.map(\.name.value))
    for overlay in document.overlays {
      visit(overlay.elements)
      for (_, actions) in overlay.on { visit(actions) }
    }
    for request in document.requests { visit(request) }
    for timer in document.timers { visit(timer) }
    for signal in document.signals { visit(signal.saves) }
    for value in document.facts.flatMap(\.values) { facts.formUnion(value.words) }
    for table in document.texts + (document.extends?.texts ?? []) {
      for entry in table.entries {
        visit(countOf: entry)
        for (_, template) in entry.forms { visit(template: template) }
      }
    }
  }

  private mutating func visit(_ fact: Name?) {
    if let fact { facts.insert(fact.value) }
  }

  // MARK: States

  private mutating func visit(_ state: StateDeclaration) {
    for handler in state.on where handled[handler.event.value] == nil {
      handled[handler.event.value] = handler.event.position
    }
    for handler in state.on {
      if let fact = handler.event.value.after("changed.") { facts.insert(fact) }
    }
    visit(state.enter)
    visit(state.exit)
    for transition in state.allTransitions {
      visit(transition.condition)
      visit(transition.actions)
    }
    for after in state.after { visit(after.duration) }
    for timer in state.timers {
      visit(timer)
      startedTimers.insert(timer.name.value)
    }
    if let outcome = state.final { outcomes.insert(outcome.value) }
    if let subflow = state.subflow {
      for (_, value) in subflow.inputs { visit(value.value) }
      for (_, outer) in subflow.bindings { visit(outer) }
    }
    if let screen = state.screen {
      hasModalScreens = hasModalScreens || screen.isModal
      visit(screen.elements)
      if let visibility = screen.visibleFor { visit(visibility.least) }
    }
    for child in state.children { visit(child) }
    for region in state.regions { visit(region.state) }
  }

  private mutating func visit(_ duration: DurationDeclaration) {
    if case .configured(let name) = duration { facts.insert(name.value) }
  }

  private mutating func visit(_ timer: TimerDeclaration) {
    switch timer.length {
    case .after(let duration): visit(duration)
    case .until(let fact): visit(fact)
    }
  }

  // MARK: Elements

  private mutating func visit(_ elements: [ElementDeclaration]) {
    for element in elements {
      for shown in element.shownGuards { visit(shown.expression) }
      visit(element.isEnabledWhen)
      if element.isTapped {
        ownEvents[element.id.value] = ownEvents[element.id.value] ?? element.id.position
      } else if !element.id.value.isEmpty {
        otherElements.insert(element.id.value)
      }
      for row in element.table.keys { visit(row, of: element) }
    }
  }

  private mutating func visit(_ row: KeyRow, of element: ElementDeclaration) {
    switch row.part {
    case .fact, .typedFact:
      let fact = element.name(row.name)
      visit(fact)
      if let fact, element.takesValidators {
        fieldFacts.insert(fact.value)
      }
    case .readFact: visit(element.name(row.name))
    case .picks, .flags: for (fact, _) in element.names(row.name) { visit(fact) }
    case .url: visit(template: element.name(row.name))
    default: break
    }
  }

  // MARK: Requests

  private mutating func visit(_ request: RequestDeclaration) {
    if let overlay = request.failure.show { shownOverlays.insert(overlay.value) }
    visit(request.failure.unless, isReaction: false)
    visit(request.timeout)
    visit(request.saves)
    visit(request.failure.saves)
    for variant in request.variants {
      visit(variant.guardExpression)
      visit(variant.saves ?? [])
      switch variant.call {
      case .http(let call):
        visit(template: call.url)
        visit(call.headers)
        visit(call.bearer)
        visit(call.body ?? [])
      case .operation(_, let entries), .capability(_, let entries), .app(_, let entries):
        visit(entries)
      }
    }
  }

  private mutating func visit(_ saves: [SaveDeclaration]) {
    for save in saves { visit(save.fact) }
  }

  private mutating func visit(_ entries: [TemplateEntry]) {
    for entry in entries { visit(entry.value) }
  }

  private mutating func visit(_ value: TemplateValue) {
    switch value {
    case .text(let template): visit(template: template)
    case .literal: break
    case .map(let entries): visit(entries)
    case .list(let values): for value in values { visit(value) }
    }
  }

  private mutating func visit(template: Name?) {
    guard let template, let parts = try? TemplateParser.parse(template) else { return }
    for part in parts {
      switch part {
      case .literal: break
      case .reference(let name, _), .moment(let name, _, _): visit(reference: name)
      }
    }
  }

  private mutating func visit(countOf entry: TextEntry) {
    if let count = entry.count { visit(reference: count.value) }
  }

  private mutating func visit(reference name: String) {
    if name.hasSuffix(".left") {
      watchedTimers.insert(String(name.dropLast(5)))
    } else {
      facts.insert(name)
    }
  }
}

// MARK: Actions and guards

extension DocumentUses {
  private mutating func visit(_ actions: [ActionDeclaration]) {
    for action in actions {
      visit(action.condition)
      visit(action)
    }
  }

  private mutating func visit(_ action: ActionDeclaration) {
    switch (action.part, action.name) {
    case (.assign, let fact):
      visit(fact)
      if let value = action.value { visit(value.value) }
    case (.named(_, .request), let name?): startedRequests.insert(name.value)
    case (.named(_, .show), let name?): shownOverlays.insert(name.value)
    case (.named(_, .startTimer), let name?): startedTimers.insert(name.value)
    case (.services(.startService), let name):
      startedServices.formUnion(action.names.map(\.value))
      startsAllServices = startsAllServices || name?.value == "all"
    case (.url, let template): visit(template: template)
    case (.raise, let name?): raised[name.value] = raised[name.value] ?? name.position
    case (.perform, _): visit(action.parameters)
    // What takes something away is no use of it.
    default: break
    }
  }

  private mutating func visit(_ value: ValueExpression) {
    switch value {
    case .name(let name), .sum(let name, _): facts.insert(name)
    case .literal, .now, .fromNow, .event: break
    }
  }

  private mutating func visit(_ condition: Located<GuardExpression>?, isReaction: Bool = true) {
    if let condition { visit(condition.value, isReaction) }
  }

  private mutating func visit(_ expression: GuardExpression, _ isReaction: Bool) {
    switch expression {
    case .flag(let word), .presence(let word, _):
      facts.insert(word.text)
      guardFacts.insert(word.text)
    case .compare(let word, _, let operand):
      facts.insert(word.text)
      guardFacts.insert(word.text)
      comparedFacts.insert(word.text)
      if case .name(let other) = operand { facts.insert(other.text) }
    case .status(let word, let status, let failureClass):
      watchedTimers.insert(word.text)
      guard isReaction else { return }
      looks[word.text, default: []].append(
        Look(status: status, failureClass: failureClass?.text))
    case .not(let inner): visit(inner, isReaction)
    case .and(let left, let right), .or(let left, let right):
      visit(left, isReaction)
      visit(right, isReaction)
    case .event, .inState, .shown: break
    }
  }
}
