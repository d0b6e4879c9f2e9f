package import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import Portico
import WireText

/// A person at a terminal in front of a flow: draws its screens, takes lines, and can kill and
/// relaunch the app.
package final class TerminalSession: Sendable {
  package let flow: Flow
  private let facts: [FactChange]
  private let language: String
  private let folder: String
  private let usesServer: Bool
  private let outside: (any LiveOutside)?
  private let storage = TerminalStorage()
  private let clock: RuntimeClock
  private let network = TerminalNetwork()
  private let lines: AsyncStream<String>
  private let output: TerminalOutput
  private let downloads: String

  /// - Parameters:
  ///   - facts: the flow's configuration.
  ///   - language: a BCP 47 tag.
  ///   - folder: where the journal lies; made if it is not there.
  ///   - usesServer: whether plain HTTP calls are sent; else they get the answers declared as simulated.
  ///   - outside: who performs operations; nil: the simulated answers do.
  package init(
    _ flow: Flow, facts: [FactChange], language: String, folder: String, usesServer: Bool,
    outside: (any LiveOutside)?, parts: Parts
  ) {
    self.outside = outside
    self.flow = flow
    self.facts = facts
    self.language = language
    self.folder = folder
    self.usesServer = usesServer
    lines = parts.lines
    output = parts.output
    downloads = parts.downloads
    clock = parts.clock
  }

  /// The words around the screens.
  private var words: FrameWords {
    let shown = flow.languageTag(flow.language(Array(language.utf8)))
    return FrameWords.words(in: shown).replaced(by: flow.words(in: shown))
  }

  private var name: String { String(decoding: flow.name, as: UTF8.self) }

  /// Takes away what the app has stored, as removing it from a device does.
  func reinstall() throws {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
    for file in files ?? [] where file.hasPrefix("\(name).journal") && !file.hasSuffix(".lock") {
      try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
    }
    try outside?.reinstall()
  }

  /// How a life of the app ends.
  private enum Ending { case killed, relaunched, quit, left(Departure) }

  /// Where the flow leads when it asks the app for another one (docs/capabilities.md).
  package enum Departure: Equatable, Sendable {
    case opens(String)
    case closes
    /// The same flow in another language, a BCP 47 tag.
    case speaks(String)
  }

  /// Runs until the person quits, the input ends, or the flow leads to another one. One journal for all
  /// lives: the process owns the flow until it ends.
  ///
  /// - Returns: where the flow leads; nil where the person has quit.
  package func run() async throws -> Departure? {
    let journal = try journal()
    while true {
      switch try await live(journal) {
      case .quit: return nil
      case .left(let departure): return departure
      case .relaunched: break
      case .killed:
        output.say("The app was killed. Press Enter to relaunch it.")
        guard let line = await lines.first(where: { _ in true }), !Self.quits(line) else {
          return nil
        }
      }
    }
  }

  private static func quits(_ line: some StringProtocol) -> Bool { line == "q" || line == "quit" }

  /// One life of the app. When it returns nothing of it goes on: no timer, no call, no client.
  private func live(_ journal: LiveFileJournal) async throws -> Ending {
    output.clear()
    let calls = CallsUnderWay()
    let offset = TimeZone.autoupdatingCurrent.secondsFromGMT() / 60
    let found =
      [OutsideEvent.fact(name: Array("utcOffset".utf8), value: Array("\(offset)".utf8))]
      + (await outside?.launch() ?? [])
    let result: Result<Ending, any Error>
    do {
      result = .success(try await launch(journal, found, calls))
    } catch {
      result = .failure(error)
    }
    await outside?.end()
    await calls.settled()
    return try result.get()
  }

  private func launch(
    _ journal: LiveFileJournal, _ found: [OutsideEvent], _ calls: CallsUnderWay
  ) async throws -> Ending {
    let told = found.compactMap { item -> FactChange? in
      guard case .told(let fact, let value) = flow.input(item) else { return nil }
      return FactChange(fact, value)
    }
    let (departures, leave) = AsyncStream.makeStream(of: Departure.self)
    let (drawings, drawn) = AsyncStream.makeStream(of: Void.self)
    let runtime = FlowRuntime(
      flow, parts(journal, calls, leave), facts: LaunchFacts(facts: facts + told),
      language: Array(language.utf8))
    return try await withThrowingTaskGroup(of: Ending?.self) { group in
      group.addTask {
        do throws(LaunchFailure) {
          try await runtime.run()
        } catch {
          throw LaunchFailed(failure: error)
        }
        return nil
      }
      group.addTask { [self] in
        for await screen in await runtime.screens() {
          var secrets: [ElementID: Text] = [:]
          let shown = screen.overlays.last ?? screen.screen
          for element in shown?.elements ?? [] where element.kind == .secret {
            secrets[element.id] = await runtime.secret(of: element.id)
          }
          output.draw(screen, secrets: secrets, words: words, hint: await hint(runtime))
          drawn.yield()
        }
        return nil
      }
      group.addTask { [self] in
        guard let outside else { return nil }
        for await item in await outside.news() {
          if case .signal(let name, _) = item, name.text == "federationReturned" {
            output.showPage(nil)
          }
          if let input = flow.input(item) { runtime.send(input) }
        }
        return nil
      }
      group.addTask { [self] in
        // Nobody answers what was not shown, not even a script whose lines are all there at once.
        _ = await drawings.first { _ in true }
        return await follow(runtime)
      }
      group.addTask { await departures.first { _ in true }.map { .left($0) } }
      defer { group.cancelAll() }
      while let result = try await group.next() {
        if let ending = result { return ending }
      }
      return .quit
    }
  }

  /// The keys that always do something; the screen itself shows `b` where there is a way back.
  private func hint(_ runtime: FlowRuntime) async -> String {
    let hasEnded = await runtime.read { [clock] in $0.hasEnded(at: clock.now()) }
    let ended = hasEnded == true ? "The flow has ended. Run it with --fresh to start again.\n" : ""
    let source = usesServer ? "" : " · simulated responses"
    let network = network.isOnline ? "go offline" : "go online"
    let signals = flow.tables.signals.isEmpty ? "" : "s signal · "
    return ended + "k kill · r relaunch · o \(network) · \(signals)q quit\(source)"
  }

  /// Takes lines until the app dies by one.
  private func follow(_ runtime: FlowRuntime) async -> Ending {
    for await line in lines {
      output.takeLine()
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      switch words.first ?? "" {
      case "": output.redraw(hint: await hint(runtime))
      case let word where Self.quits(word): return .quit
      case "b", "back": report(await runtime.perform(.back))
      case "o":
        network.toggle()
        if let fact = flow.fact(named: Array("network".utf8)),
          flow.tables.facts[Int(fact)].place == .device
        {
          runtime.send(.told(fact, .number(network.isOnline ? 1 : 0)))
        }
        output.redraw(hint: await hint(runtime))
      case "s", "signal":
        switch TypedSignal(words.count > 1 ? words[1] : "", of: flow) {
        case .signal(let signal, let number, let text):
          report(await runtime.perform(.signal(signal, number: number, text: text)))
        case .complaint(let complaint): output.remark(complaint)
        }
      case "k", "kill": return .killed
      case "r", "relaunch": return .relaunched
      case let word where word.contains("?") && word.contains("state="):
        await outside?.returned(String(word.drop { $0 != "?" }.dropFirst()))
      case let word:
        guard let number = Int(word), let choice = output.choice(number) else {
          let back = output.hasBack ? "b, " : ""
          output.remark(
            "`\(word)` cannot be tapped here. Type one of the numbers, or \(back)k, r, o, q.")
          continue
        }
        let text = words.count > 1 ? words[1] : ""
        if case .input = choice, !text.isEmpty {
          output.remark("`\(word)` is no field, so it takes no text. Type `\(word)` alone.")
          continue
        }
        await perform(choice, text, runtime)
      }
    }
    return .quit
  }

  private func perform(
    _ choice: TerminalScreen.Choice, _ text: String, _ runtime: FlowRuntime
  ) async {
    switch choice {
    case .input(let input): report(await runtime.perform(input))
    case .field(let element, isSecret: true):
      runtime.type(Array(text.utf8), into: element)
      await rate(text, for: element)
    case .field(let element, isSecret: false):
      report(await runtime.perform(.type(element, Array(text.utf8))))
    }
  }

  /// Whoever sits at the terminal opens the page.
  private static func show(_ call: OutgoingCall, _ output: TerminalOutput) -> Answer {
    guard let page = JSON(call.body)?.root.text("url")?.text else {
      return .received(status: 404, body: Array(#"{"code":"unavailable"}"#.utf8))
    }
    output.showPage(page)
    return .received(status: 200, body: Array("{}".utf8))
  }

  /// PAS-6: a terminal has no authenticator. Of what nobody has asked for nothing is said.
  private static func withoutPasskeys(_ call: OutgoingCall, _ output: TerminalOutput) -> Answer {
    if PasskeyCalls.asked.contains(call.name.text) {
      output.say("This terminal has no passkeys (\(call.name.text)).")
    }
    return .received(status: 404, body: Array(#"{"code":"unavailable"}"#.utf8))
  }

  /// CTR-4: says how strong a new password is.
  private func rate(_ password: String, for element: ElementID) async {
    let row = flow.tables.elements[Int(element)]
    guard row.kind == .field, row.style == ElementKind.newPasswordStyle, !password.isEmpty,
      let strength = await outside?.strength(of: password)
    else { return }
    output.say("Strength of the password: \(strength.words).")
  }

  private func report(_ report: StepReport?) {
    // What is missing stands at the fields.
    guard let refusal = report?.refusal, let words = refusal.words else { return }
    output.remark(words)
  }

  private func journal() throws -> LiveFileJournal {
    do {
      return try LiveFileJournal(folder: folder, name: name)
    } catch {
      throw LaunchFailed(failure: .unreadable(.journal, error))
    }
  }

  private func parts(
    _ journal: LiveFileJournal, _ calls: CallsUnderWay,
    _ leave: AsyncStream<Departure>.Continuation
  ) -> RuntimeParts {
    let answers = SimulatedAnswers(flow, clock)
    let http = LiveHTTP()
    let output = output
    var parts = RuntimeParts(
      journal: journal, secrets: outside?.secrets ?? storage,
      preferences: outside?.preferences ?? storage,
      perform: { [usesServer, network, outside, downloads] call in
        guard network.isOnline else { return .notSent }
        let answer = await calls.perform {
          switch call.kind {
          case .http where usesServer: await http.perform(call)
          case .operation:
            if let outside {
              await outside.perform(call)
            } else {
              await answers.answer(call)
            }
          case .capability where call.name.text == "openProvider" && outside != nil:
            Self.show(call, output)
          case .capability where call.name.text == "saveExport" && outside != nil:
            await DownloadedFile.export(call, outside, in: downloads)
          // A server would refuse one that is only simulated.
          case .capability where PasskeyCalls.all.contains(call.name.text) && outside != nil:
            Self.withoutPasskeys(call, output)
          default: await answers.answer(call)
          }
        }
        return network.isOnline ? answer : .lost
      },
      app: AppOutlet(
        startService: { output.say("starts \($0.text)") },
        stopService: { output.say("stops \($0.text)") }, toast: { output.say($0.text) },
        open: { output.say("opens \($0.text)") },
        tell: { name, body in
          guard let departure = Departure(name, body) else {
            return output.say("calls the app: \(name.text)")
          }
          leave.yield(departure)
        }),
      clock: clock, entropy: LiveEntropy.next)
    parts.notice = { output.say($0.sentence) }
    parts.moments = .live()
    return parts
  }
}

extension TerminalSession.Departure {
  fileprivate init?(_ name: Text, _ body: Text) {
    switch name.text {
    case "openFlow":
      guard let flow = JSON(body)?.root.text("flow")?.text else { return nil }
      self = .opens(flow)
    case "closeFlow": self = .closes
    case "changeLanguage":
      guard let language = JSON(body)?.root.text("language")?.text else { return nil }
      self = .speaks(language)
    default: return nil
    }
  }
}

extension Text {
  /// Text for a terminal, without controls.
  fileprivate var text: String {
    String(decoding: filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
  }
}
