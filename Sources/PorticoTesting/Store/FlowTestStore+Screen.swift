import FlowMachine
import FlowRuntime
import FlowSimulation
public import Portico

/// What a test can look at.
extension FlowTestStore {
  /// What is visible now, as a view would draw it.
  public var scene: EntryScene {
    guard let driver = device.driver else { return EntryScene() }
    let screen = driver.machine.screen(at: device.now, language: driver.language)
    return EntryScene(screen.writing(.universal, language: ""))
  }

  /// An element of the topmost screen or overlay by its id, with its text, problem and options.
  public func element(_ name: ElementName) -> Element? { scene.top?[name] }
}

extension Portico.Screen {
  /// What people read on it, from top to bottom.
  var texts: [String] {
    var texts = [title]
    for element in elements {
      texts += [element.text, element.hint] + element.kind.options.map(\.text)
    }
    return texts.filter { !$0.isEmpty }
  }
}
