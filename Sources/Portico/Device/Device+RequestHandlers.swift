/// The capabilities of docs/capabilities.md by name.
extension Device {
  /// - Parameters:
  ///   - wipe: empties secure storage, including the device key; returns false if it could not.
  ///   - keepPushToken: stores a token; the client sends it, and the flow never sees it.
  ///   - ended: receives the outcome of a provider's page if the platform reports it itself.
  ///   - sheetEnded: receives what the client is to be told of a provider's sheet (`AskedSheet.data`).
  ///   - operation: performs an operation of the identity API.
  ///   - pause: waits for so many milliseconds.
  ///   - tell: reports something to the flow.
  package func handlers(
    wipe: @escaping @Sendable () async -> Bool,
    keepPushToken: @escaping @Sendable (String) async -> Void,
    ended: @escaping @Sendable (ProviderPages.Ending) async -> Void = { _ in },
    sheetEnded: @escaping @Sendable (String) async -> Void = { _ in },
    operation: @escaping RequestHandlers.Handler = { _ in .notSent },
    pause: @escaping @Sendable (Int64) async -> Void = { _ in await Self.untilCancelled() },
    tell: @escaping @Sendable (DeviceEvent) async -> Void = { _ in }
  ) -> [String: RequestHandlers.Handler] {
    let suggestions = PasskeySuggestions()
    let own: [String: RequestHandlers.Handler] = [
      "requestLocation": { call in
        await location.request(call.parameters["level"] != "whenInUse")
        return location.grant() == .denied ? .denied : .done()
      },
      "currentLocation": { _ in
        guard let place = await location.coordinates() else {
          return location.grant() == .denied ? .denied : .unavailable
        }
        return .done([
          "latitude": .text(Self.hundredths(place.latitude)),
          "longitude": .text(Self.hundredths(place.longitude)),
        ])
      },
      "deviceId": { _ in
        await identifier().map { .done(["id": .text($0)]) } ?? .absent
      },
      "requestPush": { _ in
        switch await push.request() {
        case .token(let token):
          await keepPushToken(token)
          return .done()
        case .denied: return .denied
        case .unavailable: return .absent
        }
      },
      "wipeSecureStorage": { _ in await wipe() ? .done() : .unavailable },
      "consumeResetSwitch": { _ in
        settings.consumeReset()
        return settings.isResetOn() ? .unavailable : .done()
      },
      "openSettings": { _ in await settings.open() ? .done() : .absent },
      "openProvider": { call in
        guard let page = call.parameters["url"]?.text else { return .absent }
        if let asked = AskedSheet(page) {
          guard let sheet = providers.sheets[asked.provider] else { return .absent }
          // It outlives the call: a flow goes on once something is shown.
          Task { await sheetEnded(asked.data(await sheet.show(asked.nonce))) }
          return .done()
        }
        guard PageAddress.isAllowed(page) else { return .unavailable }
        return await providers.open(page, ended) ? .done() : .unavailable
      },
      "autofillPasskey": { _ in
        await suggestions.offer(passkeys, operation, pause: pause) {
          await tell(.signal("passkeyChosen"))
        }
      },
      "canCreatePasskey": { _ in passkeys.canCreate() ? .done() : .absent },
      "createPasskey": { call in
        guard let options = Passkeys.CreationOptions(call.parameters["options"]) else {
          return .refused("malformed")
        }
        switch await passkeys.create(options) {
        case .success(let made): return .done(made.value)
        case .failure(let refusal): return refusal.reply
        }
      },
      "getPasskey": { call in
        guard let options = Passkeys.RequestOptions(call.parameters["options"]) else {
          return .refused("malformed")
        }
        if let chosen = await suggestions.take() { return .done(chosen.value) }
        switch await passkeys.get(options) {
        case .success(let shown): return .done(shown.value)
        case .failure(let refusal): return refusal.reply
        }
      },
      "signalUnknownPasskey": { call in
        guard let party = call.parameters["rp_id"]?.text, let id = call.parameters["id"]?.text
        else {
          return .refused("malformed")
        }
        return await passkeys.signalUnknown(party, id) ? .done() : .absent
      },
      "pickPicture": { _ in
        await pickPicture().map { .done(["url": .text($0)]) } ?? .absent
      },
      "saveExport": { call in await export(call, operation) },
    ]
    return own.merging(others) { _, other in other }
  }

  /// CTR-9: a link could not carry the proof that the server wants, so the client reads the file.
  private func export(
    _ call: RequestHandlers.Call, _ operation: RequestHandlers.Handler
  ) async -> Reply {
    guard let saveFile else { return .absent }
    guard let id = call.parameters["id"]?.text else { return .refused("malformed") }
    let read = await operation(
      RequestHandlers.Call(
        name: "getExport", parameters: ["id": .text(id)], idempotencyKey: nil, timeout: 60_000))
    guard case .answered(200, let content) = read else { return read }
    switch await saveFile(SavedFile(name: "account-data.json", content: content)) {
    case .saved(let place): return .done(place.map { ["file": .text($0)] } ?? [:])
    case .cancelled:
      return .answered(status: 403, body: Array(#"{"code":"not_allowed"}"#.utf8))
    case .failed: return .unavailable
    }
  }

  package static func untilCancelled() async {
    for await _ in AsyncStream.makeStream(of: Never.self).stream {}
  }

  /// Facts of place `device` at a launch.
  package func facts() async -> [String: JSONValue] {
    let returnAddress = await providers.returnAddress()
    return [
      "location": .text(location.grant().rawValue), "resetSwitch": .flag(settings.isResetOn()),
      "region": region().map { .text($0) } ?? .null, "appVersion": .text(appVersion),
      "returnAddress": returnAddress.map { .text($0) } ?? .null,
      "utcOffset": utcOffset().map { .number(Int64($0)) } ?? .null,
    ]
  }

  /// Degrees, rounded to hundredths before anything else gets them (SEC "Privacy").
  static func hundredths(_ degrees: Double) -> String {
    guard degrees.isFinite, abs(degrees) <= 360 else { return "0" }
    let rounded = Int((degrees * 100).rounded())
    let (whole, rest) = rounded.magnitude.quotientAndRemainder(dividingBy: 100)
    return (rounded < 0 ? "-" : "") + "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
  }
}

extension Reply {
  /// The user or the platform refused.
  fileprivate static let denied = Reply.answered(
    status: 403, body: Array(#"{"code":"denied"}"#.utf8))
  /// The device does not have it.
  static let absent = Reply.answered(
    status: 404, body: Array(#"{"code":"unavailable"}"#.utf8))
}
