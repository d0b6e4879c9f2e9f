/// What a client of `pgbench` does again and again, with a session of its own, which it looks up first.
struct PgbenchScript {
  let name: String
  let text: String

  /// - Parameters:
  ///   - first: the place of the user whose session the first client takes; each further client takes the
  ///     session of the next user.
  private init(_ name: String, first: Int, _ text: String) {
    self.name = name
    self.text = """
      \\if :ready = 0
      SELECT id AS session, coalesce(key, '') AS key FROM session
        WHERE account = '\(Population.accounts)' || (\(first) + :client_id)
        ORDER BY opened_at DESC LIMIT 1 \\gset
      \\set ready 1
      \\endif
      \(text)

      """
  }

  /// A profile in one statement: the session, its owner and the owner's names.
  static func profile(first: Int) -> PgbenchScript {
    PgbenchScript(
      "profile", first: first,
      """
      SELECT session.*, account.*, identifier.* FROM session
        JOIN account ON account.id = session.account
        LEFT JOIN identifier ON identifier.account = session.account
        WHERE session.id = :session;
      """)
  }

  /// What a refresh writes, in one transaction: the session, with a column of an index, and the proof.
  /// - Parameter isPipelined: whether it takes one round trip instead of four.
  static func refresh(first: Int, isPipelined: Bool) -> PgbenchScript {
    let text = """
      BEGIN;
      UPDATE session SET last_used_at = last_used_at + 1, generation = generation + 1,
        ends_at = ends_at + 1 WHERE id = :session;
      INSERT INTO proof (key, proof_id, forgettable_at)
        VALUES (:key, convert_to('bench-proof-' || :number, 'UTF8'),
          (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 300000)
        ON CONFLICT (key, proof_id) DO NOTHING;
      COMMIT;
      """
    return PgbenchScript(
      isPipelined ? "refresh-pipelined" : "refresh", first: first,
      "\\set number random(1, 1000000000000000)\n"
        + (isPipelined ? "\\startpipeline\n\(text)\n\\endpipeline" : text))
  }
}
