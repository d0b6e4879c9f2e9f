import IdentityDomain
import IdentityKeys
import Testing

@Suite("The machine's clock and randomness")
struct SystemTests {
  @Test("The clock returns milliseconds of this century")
  func clock() {
    let now = SystemClock().now()
    #expect(now > Timestamp(milliseconds: 1_577_836_800_000))
    #expect(now < Timestamp(milliseconds: 4_102_444_800_000))
  }

  @Test("Random bytes have the requested length, every value, and are new each time")
  func random() {
    let source = SystemRandomBytes()
    for count in [0, 1, 12, 32] { #expect(source.bytes(count).count == count) }
    #expect(Set((0..<1_000).map { _ in source.bytes(16) }).count == 1_000)
    // That one of 256 values is missing among 16,384 has a chance of one in 10^25.
    #expect(Set(source.bytes(16_384)).count == 256)
  }
}
