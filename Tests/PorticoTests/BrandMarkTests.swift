import Portico
import Testing

@Suite("The marks on the buttons of sign-in providers")
struct BrandMarkTests {
  @Test(
    "FED-1: every provider that the server knows by name has its mark, inside its square",
    arguments: ["apple", "github", "google"])
  func marks(name: String) throws {
    let mark = try #require(BrandMark.named(name))
    for shape in mark.shapes {
      #expect(shape.path.segments.first.map(isMove) == true)
      #expect(shape.path.segments.count > 4)
      for segment in shape.path.segments {
        for point in points(segment) {
          #expect((-0.1...mark.side + 0.1).contains(point.x))
          #expect((-0.1...mark.side + 0.1).contains(point.y))
        }
      }
    }
  }

  @Test("Any other image is the app's own")
  func own() {
    #expect(BrandMark.named("acme") == nil)
  }

  @Test("Numbers that stand without a gap, and commands with several sets of them, are read")
  func notation() {
    #expect(
      VectorPath("M1 2l.5.5-1-1h2v-1z")?.segments == [
        .move(.init(1, 2)), .line(.init(1.5, 2.5)), .line(.init(0.5, 1.5)), .line(.init(2.5, 1.5)),
        .line(.init(2.5, 0.5)), .close,
      ])
  }

  @Test("A curve that names one control mirrors that of the curve before it")
  func mirrored() {
    #expect(
      VectorPath("M0 0C0 1 1 2 2 2s2 1 2 2")?.segments == [
        .move(.init(0, 0)), .curve(.init(2, 2), control1: .init(0, 1), control2: .init(1, 2)),
        .curve(.init(4, 4), control1: .init(3, 2), control2: .init(4, 3)),
      ])
  }

  @Test(
    "What is no such path is refused", arguments: ["A1 1 0 0 0 2 2", "M1", "x", "M1 1q2 2 3 3"])
  func refuses(text: String) {
    #expect(VectorPath(text) == nil)
  }

  private func isMove(_ segment: VectorPath.Segment) -> Bool {
    if case .move = segment { true } else { false }
  }

  private func points(_ segment: VectorPath.Segment) -> [VectorPath.Point] {
    switch segment {
    case .move(let point), .line(let point): [point]
    case .curve(let point, let one, let two): [point, one, two]
    case .close: []
    }
  }
}
