// The names of the flow `tour`, written by `portico names`. Do not edit.

import Portico

extension ScreenName {
  static let interests: Self = "interests"
  static let ready: Self = "ready"
  static let welcome: Self = "welcome"
}

extension ViewName {
  static let interests: Self = "interests"
  static let ready: Self = "ready"
  static let welcome: Self = "welcome"
}

extension OverlayName {
  static let notSaved: Self = "notSaved"
}

extension ElementName {
  static let dismiss: Self = "dismiss"
  static let done: Self = "done"
  static let interest: Self = "interest"
  static let start: Self = "start"
}

extension FactName {
  static let interest: Self = "interest"
}

extension RequestName {
  static let saveInterest: Self = "saveInterest"
}
