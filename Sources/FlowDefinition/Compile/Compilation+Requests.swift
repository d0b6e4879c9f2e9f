import FlowMachine
import Statechart

extension Compilation {
  func writeHeader(_ document: FlowDocument) {
    builder.tables.name = builder.blob(document.name.value)
    builder.tables.version = UInt16(clamping: document.version.value)
    builder.tables.main = scopes[0].container
  }

  func writeRequests(of scope: Scope) {
    for declaration in scope.document.requests {
      guard let id = scope.requests[declaration.name.value] else { continue }
      var row = builder.tables.requests[Int(id)]
      let timeout = length(declaration.timeout, scope)
      row.timeout = UInt32(clamping: timeout.milliseconds)
      row.timeoutFact = timeout.fact
      row.retries = UInt8(clamping: declaration.retries)
      row.backoffFirst = UInt32(clamping: declaration.backoff.first)
      row.backoffFactor = UInt16(clamping: declaration.backoff.factor)
      row.backoffMost = UInt32(clamping: declaration.backoff.most)
      row.isOnce = declaration.once
      row.isFinal = declaration.isFinal
      row.survives = declaration.survives
      row.failureSaves = saves(declaration.failure.saves, scope, allowsSecrets: false)
      if let show = declaration.failure.show, let overlay = overlay(show, scope) {
        row.overlay = overlay
      }
      row.dismissal = declaration.failure.dismissal == .retry ? .retry : .stay
      row.unless = eventlessGuard(declaration.failure.unless, scope)
      let calls = declaration.variants.map { call($0, of: declaration, scope) }
      row.calls = builder.append(calls, to: \.calls)
      builder.tables.requests[Int(id)] = row
      if declaration.once { checkOnce(declaration) }
    }
  }

  /// What a request of `once` brings is how it is known to have succeeded.
  private func checkOnce(_ declaration: RequestDeclaration) {
    for variant in declaration.variants
    where (variant.saves ?? declaration.saves).allSatisfy(\.isOptional) {
      report(
        .onceWithoutSave, at: declaration.name.position,
        "The request \(quoted(declaration.name.value)) has `once`, but saves no fact that shows it has succeeded",
        "Save a fact that is not optional, or remove `once`")
      return
    }
  }

  private func call(
    _ variant: CallVariant, of declaration: RequestDeclaration, _ scope: Scope
  ) -> CallRow {
    var row = CallRow.blank
    row.condition = eventlessGuard(variant.guardExpression, scope)
    switch variant.call {
    case .http(let http):
      row.kind = .http
      row.name = builder.blob(http.method.value)
      row.url = url(http.url, scope)
      row.headers = headers(of: http, scope)
      row.isForm = http.isForm
      if let body = http.body {
        row.body = http.isForm ? formBody(body, scope) : jsonBody(body, scope)
      }
      checkSecrets(of: http, scope)
    case .operation(let name, let entries):
      setNamed(.operation, name, entries, &row, scope)
    case .capability(let name, let entries):
      setNamed(.capability, name, entries, &row, scope)
    case .app(let name, let entries):
      setNamed(.app, name, entries, &row, scope)
    }
    // The reader lets only a GET leave it out.
    row.repetition =
      switch (variant.repetition ?? declaration.repetition)?.value ?? .safe {
      case .safe: .safe
      case .keyed: .keyed
      case .never: .never
      }
    row.saves = saves(variant.saves ?? declaration.saves, scope, allowsSecrets: true)
    row.classes = classes(variant.classes ?? declaration.classes, of: declaration, scope)
    row.simulated = builder.append(
      (variant.simulated ?? declaration.simulated).map {
        SimulatedRow(
          status: UInt16(clamping: $0.status), delay: UInt32(clamping: $0.delay),
          body: builder.blob($0.body))
      }, to: \.simulated)
    return row
  }

  private func setNamed(
    _ kind: CallKind, _ name: Name, _ entries: [TemplateEntry], _ row: inout CallRow,
    _ scope: Scope
  ) {
    row.kind = kind
    row.name = builder.blob(name.value)
    if !entries.isEmpty { row.body = jsonBody(entries, scope) }
  }

  private func headers(of call: CallDeclaration.HTTP, _ scope: Scope) -> RowRange {
    var rows: [HeaderRow] = []
    if let bearer = call.bearer, let fact = fact(bearer, scope, of: [.secret]) {
      let value = [builder.literal("Bearer "), SegmentRow(.fact, fact)]
      rows.append(HeaderRow(name: builder.blob("Authorization"), value: builder.template(value)))
    }
    for entry in call.headers {
      let value: TemplateID
      switch entry.value {
      case .text(let source): value = template(source, scope, .header)
      case .literal(let literal):
        value = builder.template([builder.literal(JSONText.plain(literal.value))])
      case .map, .list:
        report(
          .wrongType, at: entry.key.position, "A header must be a text",
          "Write a text; it may contain `{names}`")
        continue
      }
      rows.append(HeaderRow(name: builder.blob(entry.key.value), value: value))
    }
    return builder.append(rows, to: \.headers)
  }

  private func saves(
    _ declarations: [SaveDeclaration], _ scope: Scope, allowsSecrets: Bool
  ) -> RowRange {
    var rows: [SaveRow] = []
    for declaration in declarations {
      let types: [FactType] = declaration.key == nil ? [] : [.list]
      guard let fact = ownFact(declaration.fact, scope, of: types) else { continue }
      if !allowsSecrets, builder.tables.facts[Int(fact)].type == .secret {
        report(
          .secretInTemplate, at: declaration.fact.position,
          "A secret cannot be saved from an error response", "Save it in a fact of another type")
      }
      rows.append(
        SaveRow(
          fact: fact, path: path(declaration.path), isOptional: declaration.isOptional,
          key: declaration.key.flatMap { column($0, of: fact) }.map {
            builder.tables.facts[Int(fact)].columns.start + $0
          } ?? noID))
    }
    return builder.append(rows, to: \.saves)
  }

  private func path(_ path: Name) -> RowRange {
    guard let steps = try? PathSyntax.parse(path.value) else { return RowRange() }
    return builder.append(
      steps.map { step in
        switch step {
        case .member(let name): PathRow(isIndex: false, operand: builder.blob(name))
        case .index(let index): PathRow(isIndex: true, operand: UInt16(clamping: index))
        }
      }, to: \.paths)
  }

  private func classes(
    _ declarations: [FailureClassDeclaration], of request: RequestDeclaration, _ scope: Scope
  ) -> RowRange {
    let names = scope.classes[request.name.value] ?? []
    let rows = declarations.map { declaration in
      var row = ClassRow.blank
      row.name = builder.blob(declaration.name.value)
      row.place = UInt16(names.firstIndex(of: declaration.name.value) ?? 0)
      row.statuses = builder.list(
        declaration.statuses.flatMap {
          [UInt16(clamping: $0.lowerBound), UInt16(clamping: $0.upperBound)]
        })
      row.path = path(declaration.path)
      switch declaration.code?.value {
      case .number(let number): (row.codeKind, row.codeNumber) = (1, number)
      case .text(let text): (row.codeKind, row.codeText) = (2, builder.blob(text))
      case .flag, nil: break
      }
      return row
    }
    return builder.append(rows, to: \.classes)
  }
}
