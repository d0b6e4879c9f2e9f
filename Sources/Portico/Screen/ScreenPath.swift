/// The screens of a flow as a platform's navigation has them: one at the bottom, and those that were pushed over it.
///
/// A flow shows one screen at a time and says whether it offers a way back; where that leads is inferred from the screens
/// shown before. The back gesture shows the earlier screen at once, and the flow follows.
package struct ScreenPath: Equatable, Sendable {
  /// The screen at the bottom; nil before the first.
  package private(set) var root: Screen?
  /// From the bottom to the top.
  package private(set) var pushed: [Screen] = []
  /// Changes wherever there is no way back: the platform then replaces the old screens by the new one, without moving
  /// forward or back.
  package private(set) var generation = 0

  package init() {}

  /// The names of the pushed screens, which is what the platform's navigation goes by.
  package var names: [String] { pushed.map(\.name) }

  /// The screen that is visible.
  package var top: Screen? { pushed.last ?? root }

  /// A screen of the path, as it was shown last.
  package subscript(name: String) -> Screen? {
    pushed.last { $0.name == name } ?? (root?.name == name ? root : nil)
  }

  /// The flow shows a screen.
  package mutating func show(_ screen: Screen) {
    if let place = pushed.lastIndex(where: { $0.name == screen.name }) {
      pushed.removeSubrange((place + 1)...)
      pushed[place] = screen
      return
    }
    guard let root else { return begin(with: screen) }
    if root.name == screen.name {
      pushed = []
      self.root = screen
      return
    }
    if screen.hasBack {
      leaveTransient()
      // If no earlier screen was shown here, the screen draws its own back button.
      if self.root == nil { begin(with: screen) } else { pushed.append(screen) }
    } else if screen.isTransient, top?.isTransient == false {
      // Something is loading; what comes next may lead back to what was there before.
      pushed.append(screen)
    } else {
      begin(with: screen)
    }
  }

  /// The platform went back, by its button or its gesture.
  ///
  /// - Parameter count: how many pushed screens are left.
  /// - Returns: how many times the flow has to go back.
  package mutating func pop(to count: Int) -> Int {
    let steps = max(0, pushed.count - count)
    pushed.removeLast(steps)
    return steps
  }

  /// The flow shows what the platform's navigation does not draw, such as a view of the app's own.
  package mutating func clear() {
    root = nil
    pushed = []
  }

  private mutating func begin(with screen: Screen) {
    root = screen
    pushed = []
    generation += 1
  }

  /// There is no way back to a screen that only showed that something was loading.
  private mutating func leaveTransient() {
    guard top?.isTransient == true else { return }
    if pushed.isEmpty { root = nil } else { pushed.removeLast() }
  }
}

extension Element {
  fileprivate var isProgress: Bool {
    if case .progress = kind { true } else { false }
  }
}

extension Screen {
  /// Whether it is shown only until something has happened: it shows progress, and there is nothing to tap or type.
  fileprivate var isTransient: Bool {
    guard !hasBack, elements.contains(where: \.isProgress) else { return false }
    return elements.allSatisfy { element in
      // A secret is there to be read.
      if case .secret = element.kind { false } else { !element.kind.takesInput }
    }
  }
}
