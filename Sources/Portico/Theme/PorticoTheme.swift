/// How the screens of a flow look: the brand of a service as `portico brand swift` writes it from the file that server,
/// page and mails are drawn from too.
///
/// `PorticoUI` draws by it what it draws itself; an app's own views can ask it for the same colours. A plain value.
public struct PorticoTheme: Hashable, Sendable {
  /// The name of the service.
  public var name: String
  /// Below the name, where there is room; may be empty.
  public var tagline: String
  /// The colours of a light appearance; nil if the brand has only a dark one.
  public var light: Colors?
  /// The colours of a dark appearance; nil if the brand has only a light one.
  public var dark: Colors?
  /// The family of all texts.
  public var font: Font
  /// The radius of the corners of buttons and fields, in points, from 0 to 1,000; the nearest of these for any other number.
  public var corner: Double { didSet { corner = Self.corner(corner) } }
  /// The height of buttons and fields, in points, from 44 to 1,000; the nearest of these for any other number.
  public var controlHeight: Double { didSet { controlHeight = Self.controlHeight(controlHeight) } }
  /// The distance between elements, in points, from 0 to 1,000; the nearest of these for any other number.
  public var distance: Double { didSet { distance = Self.distance(distance) } }

  /// The colours of one appearance, each as `0xRRGGBB` in sRGB. Text has a contrast of at least 4.5:1 with what it stands
  /// on, and controls one of 3:1 (WCAG 2.2, 1.4.3 and 1.4.11), in what `portico brand swift` writes.
  public struct Colors: Hashable, Sendable {
    /// Behind everything.
    public var paper: UInt32
    /// Behind a sheet or an alert.
    public var surface: UInt32
    /// Of text.
    public var ink: UInt32
    /// Of text that matters less.
    public var quiet: UInt32
    /// The accent as text, such as of a link.
    public var accent: UInt32
    /// The accent as the area of a button.
    public var fill: UInt32
    /// Of text on `fill`.
    public var onFill: UInt32

    /// - Parameters: each colour as `0xRRGGBB`.
    public init(
      paper: UInt32, surface: UInt32, ink: UInt32, quiet: UInt32, accent: UInt32, fill: UInt32,
      onFill: UInt32
    ) {
      self.paper = paper
      self.surface = surface
      self.ink = ink
      self.quiet = quiet
      self.accent = accent
      self.fill = fill
      self.onFill = onFill
    }
  }

  /// A family that every device has.
  public enum Font: String, CaseIterable, Hashable, Sendable {
    /// The system's, with serifs in headings.
    case classic
    case system, serif, rounded, humanist, mono
  }

  /// - Parameters:
  ///   - corner: in points, from 0 to 1,000.
  ///   - controlHeight: in points, from 44 to 1,000.
  ///   - distance: in points, from 0 to 1,000.
  public init(
    name: String, tagline: String = "", light: Colors? = nil, dark: Colors? = nil,
    font: Font = .system, corner: Double = 12, controlHeight: Double = 52, distance: Double = 16
  ) {
    self.name = name
    self.tagline = tagline
    self.light = light
    self.dark = dark
    self.font = font
    self.corner = Self.corner(corner)
    self.controlHeight = Self.controlHeight(controlHeight)
    self.distance = Self.distance(distance)
  }

  // SwiftUI ends the app at a size that is no number.
  private static func corner(_ points: Double) -> Double { points.isNaN ? 12 : points.bounded(0) }
  private static func controlHeight(_ points: Double) -> Double {
    points.isNaN ? 52 : points.bounded(44)
  }
  private static func distance(_ points: Double) -> Double { points.isNaN ? 16 : points.bounded(0) }
}

extension Double {
  fileprivate func bounded(_ least: Double) -> Double { min(max(self, least), 1_000) }
}
