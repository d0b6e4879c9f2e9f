extension Schema {
  /// `StoreMigration.administration`. Never edited.
  static let administration = """
    ALTER TABLE audit ADD COLUMN account TEXT;
    UPDATE audit SET account = json_extract(record, '$.account');
    CREATE INDEX audit_account ON audit (account, place) WHERE account IS NOT NULL;
    """
}
