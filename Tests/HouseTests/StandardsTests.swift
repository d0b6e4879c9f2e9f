import Foundation
import Testing

/// `docs/asvs.md` says of each item of three standards what proves it, or why nothing does.
@Suite("The standards, item by item")
struct StandardsTests {
  private func document() throws -> StandardsDocument {
    let url = repository.appendingPathComponent("docs/asvs.md")
    return StandardsDocument(try String(contentsOf: url, encoding: .utf8))
  }

  @Test("Every item appears once, with an existing proof or a gap that the list names")
  func complete() throws {
    #expect(try document().complaints(items: StandardItems.all, in: repository) == [])
  }

  @Test("No proof is outstanding")
  func promised() throws {
    #expect(try document().promised == [])
  }

  @Test("The standards' ids are complete, and none appears twice")
  func items() {
    #expect(StandardItems.asvs.count == 253)
    #expect(Set(StandardItems.all).count == StandardItems.all.count)
  }

  @Test("A good document causes no complaints")
  func good() {
    let document = StandardsDocument(
      """
      | item | what it asks | how it is met | proof |
      |---|---|---|---|
      | V1 | This. | So. | `HouseTests/StandardsTests.swift#good` |
      | V2 (one) | This. | So. | `docs/asvs.md#Named gaps` gap: time, because it is short |
      | V2 (two) | That. | Not. | gap: time, because it is short; gap: `money`, because so |

      Does not apply:

      - V3, V4: there
        is none: of both.

      ## Named gaps

      - **time**: It is short.
      - **`money`**: It is short.
      """)
    let items = ["V1", "V2", "V3", "V4"]
    #expect(document.complaints(items: items, in: repository) == [])
    #expect(document.promised == [])
  }

  @Test("Whatever is wrong with a document is reported with its line")
  func bad() {
    let document = StandardsDocument(
      """
      | item | what it asks | how it is met | proof |
      |---|---|---|---|
      | V1 | This. | So. | `HouseTests/StandardsTests.swift#nothing` |
      | V2 | This. | So. | `HouseTests/StandardsTests.swift#document` |
      | V3 | This. | So. | It is met. |
      | V4 | This. | So. | gap: time |
      | V5 | This. | | `HouseTests/StandardsTests.swift#bad` |
      | V6 | This. | So. |
      | V1 | This. | So. | `HouseTests/StandardsTests.swift#bad` |
      | V7 | This. | So. | soon: more |
      | V8 | This. | So. | `HouseTests/StandardsTests.swift#bad` soon: more |

      Does not apply:

      - V4, V9: there is none.
      - V10

      | item | proof |
      |---|---|
      | V11 | `HouseTests/StandardsTests.swift#bad` |

      ## Named gaps

      - **money**: It is short.
      """)
    let items = (1...12).map { "V\($0)" }.filter { $0 != "V9" }
    #expect(
      document.complaints(items: items, in: repository) == [
        "18: the columns are not those of every table",
        "3: Tests/HouseTests/StandardsTests.swift has no func nothing",
        "4: func document of Tests/HouseTests/StandardsTests.swift is no test",
        "5: V3 has neither a proof nor a gap",
        "6: V4 has a gap without a reason",
        "7: not all cells are filled",
        "8: not all cells are filled",
        "20: not all cells are filled",
        "16: there is no reason",
        "9: V1 stands here twice",
        "15: V4 stands here twice",
        "15: V9 is no item of the standards",
        "V12 is missing",
        "6: the list has no gap 'time'",
        "24: no row has the gap 'money'",
      ])
    #expect(document.promised == ["V7", "V8"])
  }
}
