import FlowMachine
import FlowRuntime
import FlowSimulation
import TestSupport
import Testing

/// A payment with a PIN whose answer was lost: typed again, it is the same payment; another PIN is another one.
@Suite struct RetypedSecretTests {
  private static let flow = Result {
    try TestFlow.compile(
      """
      flow: paying
      version: 1
      languages: [en]
      facts: {pin: {type: secret}, note: {type: text, place: memory}}
      requests:
        pay: {app: pay, with: {pin: "{pin}", note: "{note}"}, repeat: keyed}
        check: {app: check, with: {pin: "{pin}"}, repeat: safe}
      initial: start
      screens:
        start: {elements: [{button: go, label: t}], on: {go: paying}}
        paying:
          elements:
            - {field: pin, fact: pin, label: t, kind: password, validate: [least: 4]}
            - {field: note, fact: note, label: t}
            - {button: submit, label: t}
            - {button: check, label: t}
            - {text: t, when: pay.failed}
          on: {submit: {do: [{request: pay}]}, check: {do: [{request: check}]}}
          always: [{when: pay.succeeded, to: done}]
        done: {elements: [{button: again, label: t}], on: {again: paying}}
      goals: [done]
      texts: {en: {t: T, invalid.least: L}}
      """)
  }

  private static let mark = SecretName(markOf: "pin".bytes)

  /// A payment whose answer was lost.
  private func lost() throws -> Rig {
    let rig = Rig(try Self.flow.get())
    try rig.launch()
    try rig.tap("go")
    try pay("CANARYx1234", on: rig)
    try rig.answer("pay", .timedOut)
    #expect(try rig.status("pay").hasPrefix("failed"))
    return rig
  }

  private func pay(_ pin: String, on rig: Rig) throws {
    try rig.type("pin", pin)
    try rig.tap("submit")
  }

  private func keys(of rig: Rig) throws -> [Text] {
    try rig.calls.map { try #require($0.idempotencyKey) }
  }

  @Test("The same PIN typed again has the same key, however it was typed")
  func again() throws {
    let rig = try lost()
    for text in ["", "C", "CANARYx12", "CANARYx12345", "CANARYx1234"] { try rig.type("pin", text) }
    try rig.tap("submit")
    let keys = try keys(of: rig)
    #expect(keys.count == 2)
    #expect(keys[0] == keys[1])
  }

  @Test("Another PIN, and another note beside the same one, are another payment")
  func other() throws {
    let rig = try lost()
    try pay("CANARYx9999", on: rig)
    try rig.answer("pay", .timedOut)
    // What was sent last counts, not what was sent before it.
    try pay("CANARYx1234", on: rig)
    try rig.answer("pay", .timedOut)
    try rig.type("note", "another")
    try pay("CANARYx1234", on: rig)
    #expect(Set(try keys(of: rig)).count == 4)
  }

  @Test("A request that may be repeated freely does not make the PIN another one")
  func unkeyed() throws {
    let rig = try lost()
    try rig.type("pin", "CANARYx9999")
    try rig.tap("check")
    try rig.answer("check", "{}")
    try pay("CANARYx1234", on: rig)
    let keys = rig.calls.filter { $0.request == "pay".bytes }.map(\.idempotencyKey)
    #expect(keys.count == 2)
    #expect(keys[0] != nil && keys[0] == keys[1])
  }

  @Test("A PIN that was typed and not sent between is no other payment")
  func between() throws {
    let rig = try lost()
    try rig.type("pin", "CANARYx9999")
    try pay("CANARYx1234", on: rig)
    try rig.answer("pay", .timedOut)
    try pay("CANARYx5555", on: rig)
    let keys = try keys(of: rig)
    #expect(keys[0] == keys[1])
    #expect(keys[1] != keys[2])
  }

  @Test(
    "ENT-3: after a kill the PIN that is typed again has the same key, and another one has not",
    arguments: [true, false])
  func kill(isSame: Bool) throws {
    let rig = try lost()
    try rig.launch()
    try pay(isSame ? "CANARYx1234" : "CANARYx1235", on: rig)
    let keys = try keys(of: rig)
    #expect((keys[0] == keys[1]) == isSame)
  }

  @Test("Neither the journal nor a trace or recording has the PIN or its mark")
  func hidden() throws {
    let rig = try lost()
    try pay("CANARYx1234", on: rig)
    let mark = try #require(rig.secrets.values[Self.mark])
    for text in rig.trace + rig.recording {
      #expect(!text.string.contains("CANARY") && !text.string.contains(mark.string))
    }
    let journal = String(decoding: try rig.journal.read(), as: UTF8.self)
    #expect(!journal.contains("CANARY") && !journal.contains(mark.string))
    #expect(rig.recording.contains { $0.string.contains(#""repeated":true"#) })
  }

  @Test("After a success the same PIN pays again, and nothing is kept of it")
  func success() throws {
    let rig = try lost()
    try pay("CANARYx1234", on: rig)
    #expect(rig.secrets.values[Self.mark] != nil)
    try rig.answer("pay", "{}")
    #expect(rig.secrets.values.isEmpty)
    try rig.tap("again")
    try pay("CANARYx1234", on: rig)
    let keys = try keys(of: rig)
    #expect(keys[1] != keys[2])
  }

  @Test("A refusal ends the intent, and with it the mark")
  func refusal() throws {
    let rig = try lost()
    try pay("CANARYx1234", on: rig)
    try rig.answer("pay", "{}", status: 400)
    #expect(rig.secrets.values.isEmpty)
  }

  @Test(
    "Without its mark a PIN counts as another one: unreadable storage, a mark that is gone, a new installation"
  )
  func unknown() throws {
    let unreadable = try lost()
    unreadable.secrets.fault = StorageFault(.locked)
    try unreadable.launch()
    unreadable.secrets.fault = StorageFault()
    try pay("CANARYx1234", on: unreadable)
    #expect(Set(try keys(of: unreadable)).count == 2)

    let gone = try lost()
    gone.secrets.values = [:]
    try gone.launch()
    try pay("CANARYx1234", on: gone)
    #expect(Set(try keys(of: gone)).count == 2)
  }

  @Test("A mark that no intent needs is erased at the next launch")
  func unwanted() throws {
    let rig = Rig(try Self.flow.get())
    rig.secrets.values[Self.mark] = "left".bytes
    try rig.launch()
    #expect(rig.secrets.values.isEmpty)
  }

  @Test("Seal and mark are written together, before the record and the request")
  func order() throws {
    let rig = Rig(try Self.flow.get())
    try rig.launch()
    try rig.tap("go")
    rig.log = []
    try pay("CANARYx1234", on: rig)
    let wanted = ["store pin for pay", "store mark of pin", "forced record", "send pay"]
    #expect(rig.log.filter { wanted.contains($0) } == wanted, "\(rig.log)")
  }

  @Test("Names of marks can be told from all other names")
  func names() throws {
    for name in [Self.mark, SecretName(fact: "pin".bytes)] {
      #expect(SecretName(name.text) == name)
    }
    #expect(SecretName("pin/other".bytes) == nil)
  }
}
