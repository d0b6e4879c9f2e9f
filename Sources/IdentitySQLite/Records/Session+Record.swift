import IdentityDomain

extension Session {
  /// The record without an encoder, since it is written at each refresh: the same bytes, which a test
  /// holds it to.
  var record: JSONWriter {
    var json = JSONWriter()
    json.add("authenticatedAt", authenticatedAt)
    json.nest("client") { json in
      json.add("appVersion", client.appVersion)
      json.add("name", client.name)
      json.add("platform", client.platform)
    }
    json.nest("family") { family.write(into: &$0) }
    json.nest("holder") { json in
      switch holder {
      case .account(let id): json.nest("account") { $0.add("_0", id.text) }
      case .installation(let id): json.nest("installation") { $0.add("_0", id.text) }
      }
    }
    json.add("id", id.text)
    if let market { json.nest("market") { $0.add("text", market.text) } }
    json.add("methods", methods.map(\.rawValue))
    json.nest("openingKey") { $0.add("text", openingKey.text) }
    json.add("scope", scope.rawValue)
    if let shown {
      json.add(
        "shown",
        shown.map { proof in
          var json = JSONWriter(capacity: 128)
          json.nest("at") { $0.add("milliseconds", proof.at.milliseconds) }
          json.add("identifier", proof.identifier)
          json.add("kind", proof.kind)
          return json
        })
    }
    return json
  }
}

extension TokenFamily {
  fileprivate func write(into json: inout JSONWriter) {
    json.nest("derivationKey") { $0.add("text", derivationKey.text) }
    if let end {
      json.nest("end") { json in
        json.add("at", end.at)
        json.add("cause", end.cause.rawValue)
      }
    }
    json.add("generation", generation)
    json.nest("kind") { json in
      switch kind {
      case .bound(let key): json.nest("bound") { $0.add(key) }
      case .cookie(let key): json.nest("cookie") { $0.add(key) }
      case .compat: json.nest("compat") { _ in }
      }
    }
    json.add("lastUsedAt", lastUsedAt)
    json.nest("limits") { json in
      json.add("absoluteMilliseconds", limits.absolute.wholeMilliseconds)
      json.add("idleMilliseconds", limits.idle.wholeMilliseconds)
    }
    json.add("openedAt", openedAt)
  }
}

extension JSONWriter {
  mutating func add(_ name: StaticString, _ moment: Timestamp) {
    nest(name) { $0.add("milliseconds", moment.milliseconds) }
  }

  fileprivate mutating func add(_ key: KeyThumbprint) {
    nest("_0") { $0.add("text", key.text) }
  }
}
