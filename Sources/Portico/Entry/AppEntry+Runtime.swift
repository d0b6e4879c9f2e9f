import FlowMachine
import FlowRuntime

/// What the runtime is given: its initial values, and the receivers of what the flow does.
extension AppEntry {
  func runtimeParts(
    _ parts: EntryParts, _ journal: any JournalStorage & Sendable, _ commands: EntryCommands
  ) -> RuntimeParts {
    var result = RuntimeParts(
      journal: journal, secrets: parts.secrets, preferences: parts.preferences,
      perform: { await parts.handlers.answer($0, http: parts.http) },
      app: outlet(parts.app, commands),
      clock: parts.clock, entropy: parts.entropy)
    result.notice = { parts.app.report(.notice("\($0)")) }
    result.trace = parts.trace
    result.moments = parts.moments
    return result
  }

  func outlet(_ app: AppHooks, _ commands: EntryCommands) -> AppOutlet {
    let opensAccount = opener?.opensAccount == true
    return AppOutlet(
      startService: { name in
        do {
          try app.startService(name.string)
        } catch {
          // PHN-6: it blocks nothing, and is reported.
          return app.report(.serviceFailed(name.string, error))
        }
        commands.post { entry in
          if !entry.services.contains(name.string) { entry.services.append(name.string) }
        }
      },
      stopService: { name in
        app.stopService(name.string)
        commands.post { entry in entry.services.removeAll { $0 == name.string } }
      },
      toast: { text in commands.post { $0.toasts.append(text.string) } },
      open: { app.open?($0.string) },
      tell: { name, body in
        let (name, values) = (name.string, JSONValue(body) ?? .null)
        guard opensAccount, name == "openFlow", values["flow"] == "settings" else {
          return app.tell(name, values)
        }
        commands.post { $0.account?.isWanted = true }
      })
  }

  func launchFacts(_ parts: EntryParts, told: [String: JSONValue]) -> LaunchFacts {
    var facts: [FactChange] = []
    for (name, value) in configuration.sorted(by: { $0.key < $1.key }) {
      guard let id = fact(name, .configuration), let value = flow.factValue(value.bytes, of: id)
      else { continue }
      facts.append(FactChange(id, value))
    }
    for (name, value) in told.sorted(by: { $0.key < $1.key }) {
      guard case .told(let id, let value) = flow.input(.fact(name, value)) else { continue }
      facts.append(FactChange(id, value))
    }
    return LaunchFacts(facts: facts, isUpdated: parts.isUpdated)
  }

  func fact(_ name: String, _ place: FactPlace) -> FactID? {
    flow.fact(named: Array(name.utf8)).flatMap {
      flow.tables.facts[Int($0)].place == place ? $0 : nil
    }
  }
}
