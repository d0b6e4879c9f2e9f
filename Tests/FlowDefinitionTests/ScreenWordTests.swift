import FlowDefinition
import FlowMachine
import Testing

/// What hosts read in the JSON of a screen is spelt as the language spells it, in the same order:
/// the compiled form has numbers only.
@Suite struct ScreenWordTests {
  private static func words(_ words: [StaticString]) -> [String] {
    words.map { String(describing: $0) }
  }

  @Test("The kinds of fields are those of the document model")
  func fieldKinds() {
    let kinds = ElementDeclaration.FieldKind.allCases.map(\.rawValue)
    #expect(Self.words(ElementKind.field.styles) == kinds)
  }

  @Test("The kinds of elements are the keys that a document begins them with")
  func elementKinds() {
    let numbers = 0..<UInt8(ObjectKind.elements.count)
    let kinds = numbers.compactMap { ElementKind(rawValue: $0).map { String(describing: $0.name) } }
    #expect(kinds == ObjectKind.elements.map(\.name))
    #expect(ElementKind(rawValue: numbers.upperBound) == nil)
  }

  @Test("The styles of overlays are among those of a screen")
  func overlayStyles() {
    let styles = (0..<8).compactMap { ScreenValue.Style(rawValue: $0)?.name }
    let words = Self.words(styles)
    for style in OverlayDeclaration.Style.allCases { #expect(words.contains(style.rawValue)) }
  }
}
