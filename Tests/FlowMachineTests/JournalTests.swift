import FlowMachine
import Statechart
import TestSupport
import Testing

@Suite("The journal's bytes")
struct JournalTests {
  private static func record(_ number: Int, length: Int = 40) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: number &+ $0 &* 7) }
  }

  private static func journal(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { Journal.frame(record($0)) }
  }

  @Test("The last of several records is read")
  func last() {
    #expect(Journal.read([]).record == nil)
    #expect(Journal.read([]).damagedBytes == 0)
    let reading = Journal.read(Self.journal(3))
    #expect(reading.record == Self.record(2))
    #expect(reading.recordCount == 3)
    #expect(reading.damagedBytes == 0)
    #expect(Journal.read(Journal.frame([])).record == [])
  }

  @Test("A torn record costs only itself, wherever it was torn")
  func torn() {
    let whole = Self.journal(2)
    let last = Journal.frame(Self.record(2))
    for length in 0..<last.count {
      let reading = Journal.read(whole + last.prefix(length))
      #expect(reading.record == Self.record(1))
      #expect(reading.recordCount == 2)
      #expect(reading.damagedBytes == length)
    }
  }

  @Test("A changed bit costs only the record that contains it")
  func flipped() {
    let bytes = Self.journal(3)
    let size = bytes.count / 3
    for bit in 0..<bytes.count * 8 {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let reading = Journal.read(changed)
      let lost = bit / 8 / size
      #expect(reading.recordCount == 2, "bit \(bit)")
      #expect(reading.record == Self.record(lost == 2 ? 1 : 2), "bit \(bit)")
      #expect(reading.damagedBytes == size)
    }
  }

  @Test("Garbage before, between and after records is skipped")
  func garbage() {
    var random = SeededGenerator(announcing: "journal garbage", seed: 41)
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      var garbage = 0
      let count = 1 + random.below(4)
      for number in 0..<count {
        let noise = (0..<random.below(30)).map { _ in UInt8(random.below(256)) }
        garbage += noise.count
        bytes += noise + Journal.frame(Self.record(number))
      }
      let tail = [UInt8](repeating: 0x50, count: random.below(20))
      let reading = Journal.read(bytes + tail)
      #expect(reading.record == Self.record(count - 1))
      #expect(reading.recordCount == count)
      #expect(reading.damagedBytes == garbage + tail.count)
    }
  }

  @Test("A record that contains a whole frame is one record")
  func frameInside() {
    let inner = Journal.frame(Self.record(1))
    #expect(Journal.read(Journal.frame(inner)).record == inner)
    var torn = Journal.frame(inner)
    torn[torn.count - 1] ^= 1
    #expect(Journal.read(torn).record == nil)
  }

  @Test("Marks that claim long records cannot cause the journal to be read repeatedly")
  func linear() {
    // 32,768 heads that each claim all that follows: reading each in full would take eight billion
    // bytes.
    var writer = ByteWriter()
    let count = 32_768
    for number in 0..<count {
      writer.put(0x314A_5250 as UInt32)
      writer.put(UInt32((count - number - 1) * 16))
      writer.put(0 as UInt64)
    }
    let reading = Journal.read(writer.bytes)
    #expect(reading.recordCount == 0)
    #expect(reading.damagedBytes == writer.bytes.count)
  }

  @Test("A length beyond every limit is not a record")
  func hugeLength() {
    var bytes = Journal.frame(Self.record(1))
    bytes.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(Journal.read(bytes + Journal.frame(Self.record(2))).record == Self.record(2))
  }

  @Test("ENT-3: The record of a running flow is read back from its journal")
  func ofAFlow() throws {
    var play = try Play(Fixture.onboarding.get())
    play.answer("rFetchExperiments", 200, #""screenB2""#)
    let bytes = Journal.frame(play.record) + Journal.frame(play.record).prefix(30)
    let record = try #require(Journal.read(bytes).record)
    let machine = try FlowMachine.launch(play.flow, play.context, record: record)
    #expect(machine.screenState == play.flow.state(named: Text("screenB2")))
  }
}
