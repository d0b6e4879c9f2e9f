// The brand of Café "Ríos", written by `portico brand swift`. Do not edit.

import Portico

extension PorticoTheme {
  static let brand = PorticoTheme(
    name: "Café \"Ríos\"",
    tagline: "Coffee, brought by bike",
    light: Colors(
      paper: 0xf8f1ee, surface: 0xfffdfc, ink: 0x2a1f1a, quiet: 0x685a55,
      accent: 0xb94300, fill: 0xe8590c, onFill: 0x22110b),
    dark: Colors(
      paper: 0x17110f, surface: 0x221a17, ink: 0xf3edea, quiet: 0xb4a8a3,
      accent: 0xf3631f, fill: 0xe8590c, onFill: 0x22110b),
    font: .humanist, corner: 26.0,
    controlHeight: 60.0, distance: 20.0)
}
