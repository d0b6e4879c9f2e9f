import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import TestSupport
import Testing

/// 2026-01-04 at 00:30 UTC.
private let moment = "1767486600000"

@Suite("Moments as a device writes them")
struct MomentFormatTests {
  private struct Place: Sendable, CustomTestStringConvertible {
    var language: String
    var own: [String]
    var zone: String
    var day: String
    var time: String
    var testDescription: String { "\(language) at \(zone)" }
  }

  private func text(_ marked: String, _ place: Place) -> String {
    let zone = TimeZone(identifier: place.zone) ?? .gmt
    let format = MomentFormat.live(languages: { [own = place.own] in own }, zone: { zone })
    return format.text(marked.bytes, language: place.language).string
  }

  @Test(
    "CTR-5: moments are in the language of the text, in the user's variant of it, and in local time",
    arguments: [
      Place(
        language: "de", own: [], zone: "Pacific/Kiritimati", day: "4. Januar 2026", time: "14:30"),
      Place(
        language: "de", own: ["fr", "de-AT"], zone: "America/New_York", day: "3. Jänner 2026",
        time: "19:30"),
      Place(language: "en", own: ["en-GB"], zone: "UTC", day: "4 January 2026", time: "0:30"),
      Place(language: "en", own: ["fr-FR"], zone: "UTC", day: "January 4, 2026", time: ":30"),
      Place(language: "ar", own: ["ar-EG"], zone: "Africa/Cairo", day: "2026", time: "2:30"),
    ])
  private func places(place: Place) {
    let day = text("On \u{1}\(moment)\u{1}.", place)
    #expect(day.hasPrefix("On ") && day.hasSuffix(".") && day.contains(place.day))
    #expect(!day.contains(place.time))
    let both = text("\u{2}\(moment)\u{2}", place)
    #expect(both.contains(place.day) && both.contains(place.time), "\(both)")
  }

  @Test("For plays and tests: in UTC, the same in every language")
  func universal() {
    let format = MomentFormat.universal
    #expect(format.text("\u{1}\(moment)\u{1}".bytes, language: "de").string == "2026-01-04")
    #expect(
      format.text("\u{2}\(moment)\u{2}".bytes, language: "ar").string == "2026-01-04 00:30 UTC")
  }

  @Test("A value that is not a moment stays unchanged, and is never lost")
  func foreign() {
    for text in [
      "", "plain", "\u{1}", "\u{1}12", "\u{1}soon\u{1}", "\u{2}9223372036854775807\u{2}",
    ] {
      let written = MomentFormat.universal.text(text.bytes, language: "en").string
      #expect(written == text.filter { $0 != "\u{1}" && $0 != "\u{2}" })
    }
  }
}
