import Synchronization

/// Something that a test turns off while a sender asks for it.
final class Switch: Sendable {
  private let state: Mutex<Bool>
  init(_ isOn: Bool) { state = Mutex(isOn) }
  var isOn: Bool { state.withLock { $0 } }
  func turn(_ isOn: Bool) { state.withLock { $0 = isOn } }
}
