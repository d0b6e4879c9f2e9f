import IdentityHTTP

extension AccountReport {
  /// - Parameter mostEvents: the newest.
  func text(mostEvents: Int) -> String {
    var lines = ["account \(id)", "  created \(createdAt), last seen \(lastSeenAt)"]
    if isBlocked { lines.append("  blocked") }
    if let deletionDueAt {
      lines.append("  to be deleted \(deletionDueAt), unless its owner signs in")
    }
    if let lockedOutUntil {
      lines.append(
        "  locked out until \(lockedOutUntil), by too many passwords or codes; `portico users unlock \(id)` lifts it"
      )
    }
    if isSuperAdmin { lines.append("  super administrator") }
    if let name { lines.append("  name \(name)") }
    if let claimedEmail { lines.append("  claims \(claimedEmail), unverified") }
    if let market { lines.append("  market \(market)") }
    if let importedAt { lines.append("  imported \(importedAt), as \(importedFrom ?? "")") }
    lines.append("  password " + (passwordChangedAt.map { "set \($0)" } ?? "none"))
    if let twoStepsSince { lines.append("  two-step sign-in since \(twoStepsSince)") }
    lines += Self.part("identifiers", identifiers) {
      "\($0.kind) \($0.value), \($0.isPrimary ? "primary, " : "")verified \($0.verifiedAt)"
    }
    if !providers.isEmpty {
      lines += Self.part("providers", providers) {
        "\($0.name)\($0.email.map { " \($0)" } ?? ""), linked \($0.linkedAt)"
      }
    }
    if !passkeys.isEmpty {
      lines += Self.part("passkeys", passkeys) {
        "\($0.name ?? "unnamed"), made \($0.createdAt)"
          + ($0.lastUsedAt.map { ", last used \($0)" } ?? "")
      }
    }
    if !authenticatorApps.isEmpty {
      lines += Self.part("authenticator apps", authenticatorApps) {
        "added \($0.addedAt)" + ($0.lastUsedAt.map { ", last used \($0)" } ?? "")
      }
    }
    lines += Self.part("sessions", sessions) {
      "\($0.id) \($0.kind) \($0.scope)\($0.market.map { " in \($0)" } ?? ""), opened "
        + "\($0.openedAt) by \($0.methods.joined(separator: "+")), last used \($0.lastUsedAt), "
        + "until \($0.expiresAt), \($0.client)\($0.country.map { " in \($0)" } ?? "")"
    }
    lines += Self.part("devices", devices) {
      "\($0.key), first seen \($0.firstSeenAt), last \($0.lastSeenAt), \($0.client)"
    }
    lines += Self.part("push endpoints", pushEndpoints) {
      "\($0.platform) of session \($0.session), registered \($0.registeredAt)"
    }
    lines += Self.part("experiments", experiments) {
      "\($0.name): \($0.variant), assigned \($0.assignedAt)"
        + ($0.exposedAt.map { ", exposed \($0)" } ?? "")
        + ($0.goals.isEmpty ? "" : ", reached \($0.goals.joined(separator: ", "))")
    }
    if !messages.isEmpty { lines += Self.part("messages", messages) { $0.text } }
    lines += Self.part("events", Array(events.prefix(mostEvents))) {
      "\($0.at) \($0.event)\($0.cause.map { " \($0)" } ?? "")"
        + ($0.count > 1 ? " (\($0.count) times)" : "")
        + ($0.session.map { ", session \($0)" } ?? "")
        + ($0.source.flatMap { $0.hasPrefix("operator:") ? ", by \($0.dropFirst(9))" : nil } ?? "")
    }
    if events.count > mostEvents {
      lines.append("  … \(events.count - mostEvents) more: --events")
    }
    return lines.joined(separator: "\n")
  }

  private static func part<Row>(
    _ title: String, _ rows: [Row], _ line: (Row) -> String
  ) -> [String] {
    rows.isEmpty ? ["\(title): none"] : ["\(title):"] + rows.map { "  " + line($0) }
  }
}
