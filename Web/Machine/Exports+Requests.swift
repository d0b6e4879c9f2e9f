import FlowMachine
import Statechart
import WireText

/// The simulated responses that the flow declares for a request's last call: a list of
/// `{"status":200,"delay":800,"body":text}`, to be used in turn; empty if it declares none.
@_expose(wasm, "portico_simulated") @_cdecl("portico_simulated")
public func simulated(_ nameCount: Int32) -> Int32 {
  guard let machine = instance.process?.machine else { return instance.misused(noProcess) }
  guard let name = instance.part(count: nameCount) else { return instance.misused(outside) }
  let flow = machine.flow
  guard let request = flow.request(named: name) else {
    return instance.fail(InputError.unknownName)
  }
  var writer = JSONWriter()
  writer.open("[")
  for row in flow.tables.simulated[machine.call(of: request).simulated.indices] {
    writer.open("{")
    writer.member("status", Int64(row.status))
    writer.member("delay", Int64(row.delay))
    writer.member("body", flow.blob(row.body))
    writer.close("}")
  }
  writer.close("]")
  return instance.done(writer.bytes)
}

// MARK: Screens

/// The screen at a time in milliseconds, in the language whose tag is the input
/// (`ScreenValue.json`).
@_expose(wasm, "portico_screen") @_cdecl("portico_screen")
public func screen(_ now: Double, _ languageCount: Int32) -> Int32 {
  // A replay shows its screens too.
  guard let machine = instance.process?.machine ?? instance.machine else {
    return instance.misused(noProcess)
  }
  guard let tag = instance.part(count: languageCount) else { return instance.misused(outside) }
  guard now >= 0, now < Double(LaunchLine.times.upperBound) else {
    return instance.fail(InputError.wrongValue)
  }
  return instance.done(machine.screen(at: Int64(now), language: machine.flow.language(tag)).json)
}
