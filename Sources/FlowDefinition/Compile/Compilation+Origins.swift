import FlowMachine
import Statechart

// Where secrets may go (SEC "Flows as data"): to operations, capabilities and the app itself,
// and by HTTP only to an origin that the author has listed.

extension Compilation {
  /// What a URL begins with, so that two of one origin are equal.
  enum URLOrigin: Hashable {
    case fixed(String)
    /// The configuration value that holds it.
    case configured(FactID)
  }

  /// Refuses what is no origin in `origins`.
  func checkOrigins(of scope: Scope) {
    for source in scope.document.origins {
      guard let parts = try? TemplateParser.parse(source), let first = parts.first else {
        report(.badURL, at: source.position, "The origin is empty", "Write `https://host`")
        continue
      }
      switch first {
      case .reference(let name, let position):
        let name = Name(name, at: position)
        guard parts.count == 1 else {
          reportNoOrigin(source)
          continue
        }
        guard let fact = fact(name, scope, of: [.text]) else { continue }
        if builder.tables.facts[Int(fact)].place != .configuration {
          report(
            .badURL, at: position, "An origin must be literal text or a configuration value",
            "Write out the origin, or declare \(quoted(name.value)) under `configuration` as `text`"
          )
        } else {
          checkDefault(of: fact, opens: false)
        }
      case .moment: reportNoOrigin(source)
      case .literal(let text):
        if let refusal = Origin.refusal(of: text, isWhole: parts.count == 1) {
          report(.badURL, at: source.position, refusal.problem, refusal.remedy)
        } else if parts.count > 1 || Origin.normal(text) != Origin.normal(whole: text) {
          reportNoOrigin(source)
        }
      }
    }
  }

  /// Refuses a default with which a URL would begin as none may.
  ///
  /// - Parameter opens: the URL is opened outside the app: it may be a mail address or a telephone number, and there need
  ///   be none.
  func checkDefault(of fact: FactID, opens: Bool) {
    guard !ignoresTexts, checkedDefaults[opens, default: []].insert(fact).inserted,
      let declaration = scopes.lazy.compactMap({ scope in
        scope.document.configuration.first { scope.facts[$0.name.value] == fact }
      }).first,
      case .text(let text) = declaration.initial.value,
      let refusal = Origin.refusal(of: text, isWhole: true)
    else { return }
    if opens, text.isEmpty || ["mailto:", "tel:"].contains(where: text.hasPrefix) { return }
    let hasScheme = ["https://", "http://"].contains(where: text.hasPrefix)
    report(
      .badURL, at: declaration.initial.position,
      "With the default of \(quoted(declaration.name.value)), \(refusal.problem.prefix(1).lowercased())\(refusal.problem.dropFirst())",
      hasScheme ? refusal.remedy : "Write `https://` and the host")
  }

  private func reportNoOrigin(_ source: Name) {
    report(
      .badURL, at: source.position, "\(quoted(source.value)) contains more than an origin",
      "Write only `https://host`, with the port if it is not the default, or `{server}`")
  }

  /// Refuses a secret in a header or body that would go to an origin which is not listed.
  ///
  /// Each document lists its own, and those around a sub-flow have to agree: the outermost one is
  /// the app's word.
  func checkSecrets(of call: CallDeclaration.HTTP, _ scope: Scope) {
    let sent = call.headers.map(\.value) + (call.body ?? []).map(\.value)
    let secrets = (sent.flatMap { references($0) } + [call.bearer].compactMap { $0 }).filter {
      name in
      scope.facts[name.value].map { builder.tables.facts[Int($0)].type == .secret } ?? false
    }
    guard !secrets.isEmpty, let origin = origin(of: call.url, scope),
      let document = documents(around: scope).first(where: { !origins(of: $0).contains(origin) })
    else { return }
    let place = document === scope ? "`origins`" : "the `origins` of \(quoted(document.file))"
    for name in secrets {
      report(
        .unlistedOrigin, at: name.position,
        "The secret \(quoted(name.value)) would be sent to an origin that is not listed in \(place)",
        "Add \(quoted(written(origin))) to the list, or use an `operation`")
    }
  }

  private func written(_ origin: URLOrigin) -> String {
    switch origin {
    case .fixed(let text): return text
    case .configured(let fact):
      let name = builder.tables.blobs[Int(builder.tables.facts[Int(fact)].name)]
      return "{\(String(decoding: name, as: UTF8.self))}"
    }
  }

  private func documents(around scope: Scope) -> [Scope] {
    var documents = [scope]
    while let around = documents.last?.around { documents.append(around) }
    return documents
  }

  private func origins(of scope: Scope) -> Set<URLOrigin> {
    if let known = scope.origins { return known }
    let origins = Set(scope.document.origins.compactMap { origin(of: $0, scope) })
    scope.origins = origins
    return origins
  }

  /// Nil for what is no URL; that is said elsewhere.
  func origin(of url: Name, _ scope: Scope) -> URLOrigin? {
    switch (try? TemplateParser.parse(url))?.first {
    case .reference(let name, _): scope.facts[name].map { .configured($0) }
    case .literal(let text): Origin.normal(text).map { .fixed($0) }
    case .moment, nil: nil
    }
  }

  /// The facts that stand in what is sent.
  func references(_ value: TemplateValue) -> [Name] {
    switch value {
    case .literal: return []
    case .map(let entries): return entries.flatMap { references($0.value) }
    case .list(let values): return values.flatMap { references($0) }
    case .text(let source):
      return ((try? TemplateParser.parse(source)) ?? []).compactMap { part in
        if case .reference(let name, let position) = part { Name(name, at: position) } else { nil }
      }
    }
  }
}

extension Origin {
  /// The origin that a URL begins with, in small letters and without the usual port; nil for what
  /// begins otherwise.
  static func normal(_ url: String) -> String? {
    guard let rest = url.after("https://") ?? url.after("http://") else { return nil }
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let scheme = url.hasPrefix("https://") ? "https://" : "http://"
    return normal(whole: scheme + authority)
  }

  /// The same of a text that is nothing but an origin.
  static func normal(whole text: String) -> String {
    let text = text.lowercased()
    let port = text.hasPrefix("https://") ? ":443" : ":80"
    return text.hasSuffix(port) ? String(text.dropLast(port.count)) : text
  }
}
