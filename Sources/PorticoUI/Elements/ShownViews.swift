#if canImport(SwiftUI)
import Portico
import SwiftUI

/// A paragraph that stands out, with a symbol and a colour for its tone.
struct NoticeView: View {
  let text: String
  let tone: Element.Tone

  var body: some View {
    HStack(spacing: 8) {
      Image(systemName: symbol).foregroundStyle(color).accessibilityHidden(true)
      Text(text)
    }
    .padding(12)
    .frame(maxWidth: .infinity, alignment: .leading)
    .background(color.opacity(0.12), in: RoundedRectangle(cornerRadius: 10))
  }

  private var symbol: String {
    switch tone {
    case .neutral: "info.circle"
    case .success: "checkmark.circle"
    case .warning: "exclamationmark.triangle"
    case .error: "exclamationmark.circle"
    }
  }

  private var color: Color {
    switch tone {
    case .neutral: .gray
    case .success: .green
    case .warning: .orange
    case .error: .red
    }
  }
}

/// Where a person is among steps. The text says it to those who cannot see the marks.
struct StepsView: View {
  let text: String
  let count: Int
  let reached: Int

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      HStack(spacing: 4) {
        ForEach(1...max(count, 1), id: \.self) { step in
          RoundedRectangle(cornerRadius: 2)
            .fill(step <= reached ? AnyShapeStyle(.tint) : AnyShapeStyle(Color.gray.opacity(0.3)))
            .frame(height: 4)
        }
      }
      .accessibilityHidden(true)
      Text(text).font(.footnote).foregroundStyle(.secondary)
    }
  }
}

/// A person in a circle, by initials, or by an outline without a name.
struct AvatarView: View {
  let name: String
  let initials: String

  @ScaledMetric(relativeTo: .title) private var size = 56

  var body: some View {
    ZStack {
      RoundedRectangle(cornerRadius: size / 2).fill(Color.gray.opacity(0.2))
      if initials.isEmpty {
        Image(systemName: "person.fill")
      } else {
        Text(initials).font(.body.bold())
      }
    }
    .foregroundStyle(.tint)
    .frame(width: size, height: size)
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(name)
    .accessibilityHidden(name.isEmpty)
  }
}

/// The outlines of what will come in its place.
struct SkeletonView: View {
  let text: String

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      ForEach([200, 280, 140], id: \.self) { width in
        RoundedRectangle(cornerRadius: 6).fill(Color.gray.opacity(0.3))
          .frame(maxWidth: width, minHeight: 12, maxHeight: 12)
      }
    }
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(text)
    .accessibilityAddTraits(.updatesFrequently)
  }
}
#endif
