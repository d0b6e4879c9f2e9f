/// Something that an app or its client tells a flow without being asked. What the flow does not have
/// is left alone.
public enum DeviceNews: Equatable, Sendable {
  /// A fact of place `device`; `null` takes it away.
  case fact(String, JSONValue)
  /// A signal, with its number or text if it has one.
  case signal(String, JSONValue = .null)
}
