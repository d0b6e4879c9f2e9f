extension Schema {
  /// `StoreMigration.experiments`. Never edited.
  static let experiments = """
    CREATE TABLE participation (
      installation TEXT NOT NULL, experiment TEXT NOT NULL, account TEXT, variant TEXT NOT NULL,
      assignedAt INTEGER NOT NULL, exposedAt INTEGER, record TEXT NOT NULL,
      PRIMARY KEY (installation, experiment));
    CREATE INDEX participation_account ON participation (account) WHERE account IS NOT NULL;
    CREATE INDEX participation_assignedAt ON participation (assignedAt);
    CREATE INDEX participation_variant ON participation (experiment, variant)
      WHERE exposedAt IS NOT NULL;
    """
}
