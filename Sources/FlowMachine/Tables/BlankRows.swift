import Statechart

// Empty rows, which the compiler fills.

extension FactRow {
  package static let blank = FactRow(
    name: 0, type: .flag, place: .memory, scope: .user, choices: RowRange(), columns: RowRange(),
    slot: noID, initial: absent, initialText: noID, choiceTexts: RowRange(), changedEvent: noID)
}

extension RequestRow {
  package static let blank = RequestRow(
    name: 0, cell: 0, calls: RowRange(), failureSaves: RowRange(), timeout: 0, timeoutFact: noID,
    retries: 0, backoffFirst: 0, backoffFactor: 1, backoffMost: 0, isOnce: false, isFinal: false,
    survives: false, overlay: noID, dismissal: .stay, unless: noID)
}

extension CallRow {
  package static let blank = CallRow(
    condition: noID, kind: .http, name: 0, url: noID, headers: RowRange(), body: noID,
    isForm: false, repetition: .safe, saves: RowRange(), classes: RowRange(),
    simulated: RowRange())
}

extension ClassRow {
  package static let blank = ClassRow(
    name: 0, place: 0, statuses: RowRange(), codeKind: 0, codeNumber: 0, codeText: noID,
    path: RowRange())
}

extension TimerRow {
  package static let blank = TimerRow(
    name: noID, cell: 0, after: 0, until: noID, afterFact: noID, kill: .deadline,
    standsUnderOverlay: false,
    standsInBackground: false)
}

extension ScreenRow {
  package static let blank = ScreenRow(
    state: 0, view: 0, title: noID, elements: RowRange(), hasBack: false, isBackTarget: true,
    isModal: false, session: noID, isDismissable: false)
}

extension OverlayRow {
  package static let blank = OverlayRow(
    name: 0, cell: 0, style: .screen, title: noID, elements: RowRange(), isRestorable: false,
    dismissedEvent: noID)
}

extension ElementRow {
  package static let blank = ElementRow(
    kind: .text, id: noID, text: noID, hint: noID, fact: noID, length: 0, list: noID,
    valueColumn: noID, labelColumn: noID, detailColumn: noID, url: noID, shown: noID,
    enabled: noID, event: noID, appName: noID, country: noID, style: 0, validators: RowRange(),
    options: RowRange(), sets: RowRange(), requests: RowRange(), isSearchable: false,
    submits: false)
}
