#if canImport(SwiftUI)
import Portico
import SwiftUI

/// The mark of a brand beside its name, or an image of the app for a brand that is not included.
struct BrandMarkView: View {
  let name: String
  /// As tall as the text beside it.
  @ScaledMetric(relativeTo: .body) private var side: CGFloat = 20

  var body: some View {
    Group {
      if let mark = BrandMark.named(name) {
        ZStack {
          ForEach(mark.shapes.indices, id: \.self) { place in
            area(mark.shapes[place], scale: side / mark.side)
          }
        }
        .frame(width: side, height: side)
        // Marks are not mirrored in languages written from right to left.
        .runsLeftToRight(true)
      } else {
        Image(name)
      }
    }
    .accessibilityHidden(true)
  }

  private func area(_ shape: BrandMark.Shape, scale: Double) -> some View {
    let color = shape.color.map { AnyShapeStyle(Color(rgb: $0)) } ?? AnyShapeStyle(.primary)
    return Path { path in
      for segment in shape.path.segments {
        switch segment {
        case .move(let end): path.move(to: Self.place(end, scale))
        case .line(let end): path.addLine(to: Self.place(end, scale))
        case .curve(let end, let one, let two):
          path.addCurve(
            to: Self.place(end, scale), control1: Self.place(one, scale),
            control2: Self.place(two, scale))
        case .close: path.closeSubpath()
        }
      }
    }
    .fill(color)
  }

  private nonisolated static func place(_ point: VectorPath.Point, _ scale: Double) -> CGPoint {
    CGPoint(x: point.x * scale, y: point.y * scale)
  }
}
#endif
