CREATE TABLE migration (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, least_reader TEXT);
CREATE TABLE account (
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  is_blocked INTEGER NOT NULL CHECK (is_blocked IN (0, 1)),
  is_super_admin INTEGER NOT NULL CHECK (is_super_admin IN (0, 1)),
  language TEXT,
  detached_at INTEGER,
  imported_at INTEGER,
  import_source BLOB,
  name BLOB,
  claimed_email TEXT,
  picture_url BLOB,
  first_name BLOB,
  last_name BLOB,
  mobile TEXT,
  mobile_region TEXT,
  mode TEXT, two_steps_since INTEGER, deletion_due_at INTEGER,
  PRIMARY KEY (id)) STRICT;
CREATE TABLE identifier (
  identifier TEXT NOT NULL,
  region TEXT,
  account TEXT NOT NULL,
  verified_at INTEGER NOT NULL, chosen_at INTEGER,
  PRIMARY KEY (identifier)) STRICT;
CREATE TABLE password (
  account TEXT NOT NULL,
  hash TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  since INTEGER,
  recovered_by TEXT,
  recovered_by_region TEXT,
  PRIMARY KEY (account)) STRICT;
CREATE TABLE registration (
  identifier TEXT NOT NULL,
  region TEXT,
  place INTEGER NOT NULL,
  id TEXT NOT NULL,
  device TEXT,
  created_at INTEGER NOT NULL,
  name BLOB,
  first_name BLOB,
  last_name BLOB,
  mobile TEXT,
  mobile_region TEXT,
  mode TEXT,
  password TEXT NOT NULL,
  check_key TEXT NOT NULL,
  check_digest BLOB NOT NULL,
  code_key TEXT,
  code_digest BLOB,
  code_sent_at INTEGER NOT NULL,
  code_wrong_tries INTEGER NOT NULL,
  code_is_used INTEGER NOT NULL CHECK (code_is_used IN (0, 1)),
  code_is_long INTEGER NOT NULL CHECK (code_is_long IN (0, 1)),
  is_tombstone INTEGER NOT NULL CHECK (is_tombstone IN (0, 1)),
  newest_at INTEGER NOT NULL,
  PRIMARY KEY (identifier, place)) STRICT;
CREATE TABLE challenge (
  id TEXT NOT NULL,
  purpose TEXT NOT NULL,
  identifier TEXT NOT NULL,
  region TEXT,
  account TEXT,
  device TEXT,
  expires_at INTEGER NOT NULL,
  code_key TEXT,
  code_digest BLOB,
  code_sent_at INTEGER NOT NULL,
  code_wrong_tries INTEGER NOT NULL,
  code_is_used INTEGER NOT NULL CHECK (code_is_used IN (0, 1)),
  code_is_long INTEGER NOT NULL CHECK (code_is_long IN (0, 1)),
  awaits_second_proof INTEGER NOT NULL CHECK (awaits_second_proof IN (0, 1)),
  proved_at INTEGER,
  slot BLOB NOT NULL, replaces TEXT,
  PRIMARY KEY (id)) STRICT;
CREATE TABLE guess (
  key TEXT NOT NULL,
  hour_since INTEGER,
  hour_count INTEGER,
  hour_ends_at INTEGER,
  in_a_row INTEGER NOT NULL,
  blocked_until INTEGER,
  last_wrong_at INTEGER,
  since_sent INTEGER,
  PRIMARY KEY (key)) STRICT;
CREATE TABLE session (
  id TEXT NOT NULL,
  account TEXT,
  installation TEXT,
  scope TEXT NOT NULL,
  authenticated_at INTEGER NOT NULL,
  methods TEXT NOT NULL,
  shown TEXT,
  client_name BLOB NOT NULL,
  client_platform BLOB NOT NULL,
  client_app_version BLOB NOT NULL,
  opening_key TEXT NOT NULL,
  market TEXT,
  kind TEXT NOT NULL,
  key TEXT,
  idle_limit INTEGER NOT NULL,
  absolute_limit INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  derivation_key TEXT NOT NULL,
  ended_at INTEGER,
  end_cause TEXT,
  ends_at INTEGER NOT NULL, level INTEGER, country TEXT,
  PRIMARY KEY (id)) STRICT;
CREATE TABLE proof (
  key TEXT NOT NULL,
  proof_id BLOB NOT NULL,
  forgettable_at INTEGER NOT NULL,
  PRIMARY KEY (key, proof_id)) STRICT, WITHOUT ROWID;
CREATE TABLE device (
  account TEXT NOT NULL,
  key TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  client_name BLOB NOT NULL,
  client_platform BLOB NOT NULL,
  client_app_version BLOB NOT NULL,
  grant_market TEXT,
  granted_at INTEGER, factor_trusted_at INTEGER,
  PRIMARY KEY (account, key)) STRICT;
CREATE TABLE trust (
  number TEXT NOT NULL,
  region TEXT NOT NULL,
  account TEXT NOT NULL,
  key TEXT NOT NULL,
  proved_at INTEGER NOT NULL,
  PRIMARY KEY (number)) STRICT;
CREATE TABLE push (
  push_token BLOB NOT NULL,
  platform BLOB NOT NULL,
  session TEXT NOT NULL,
  account TEXT NOT NULL,
  registered_at INTEGER NOT NULL,
  PRIMARY KEY (push_token)) STRICT;
CREATE TABLE sign_out (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  written_in INTEGER NOT NULL DEFAULT 0,
  session TEXT NOT NULL,
  holder_kind TEXT NOT NULL,
  holder TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  cause TEXT NOT NULL,
  UNIQUE (session)) STRICT;
CREATE TABLE idempotency (
  scope_kind TEXT NOT NULL,
  scope TEXT NOT NULL,
  operation TEXT NOT NULL,
  key BLOB NOT NULL,
  started_at INTEGER NOT NULL,
  body_key TEXT NOT NULL,
  body_digest BLOB NOT NULL,
  answer TEXT,
  answer_id TEXT,
  refusal TEXT,
  refusal_text BLOB,
  refusal_number INTEGER,
  refusal_age INTEGER,
  PRIMARY KEY (scope_kind, scope, operation, key)) STRICT;
CREATE TABLE spending (
  key TEXT NOT NULL,
  since INTEGER NOT NULL,
  count INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  PRIMARY KEY (key)) STRICT, WITHOUT ROWID;
CREATE TABLE selection (
  holder_kind TEXT NOT NULL,
  holder TEXT NOT NULL,
  key BLOB NOT NULL,
  value BLOB NOT NULL,
  selected_at INTEGER NOT NULL,
  PRIMARY KEY (holder_kind, holder, key)) STRICT;
CREATE TABLE server_key (
  id TEXT NOT NULL,
  use TEXT NOT NULL,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  active_from INTEGER NOT NULL,
  PRIMARY KEY (id)) STRICT;
CREATE TABLE mark (
  place INTEGER NOT NULL,
  is_development INTEGER NOT NULL CHECK (is_development IN (0, 1)),
  master_key_check BLOB NOT NULL,
  PRIMARY KEY (place)) STRICT;
CREATE TABLE participation (
  installation TEXT NOT NULL,
  experiment TEXT NOT NULL,
  account TEXT,
  variant TEXT NOT NULL,
  assigned_at INTEGER NOT NULL,
  exposed_at INTEGER,
  PRIMARY KEY (installation, experiment)) STRICT;
CREATE TABLE participation_goal (
  installation TEXT NOT NULL,
  experiment TEXT NOT NULL,
  goal TEXT NOT NULL,
  reached_at INTEGER NOT NULL,
  PRIMARY KEY (installation, experiment, goal)) STRICT, WITHOUT ROWID;
CREATE TABLE temporary_password (
  identifier TEXT NOT NULL,
  region TEXT,
  id TEXT NOT NULL,
  account TEXT,
  password_version INTEGER,
  hash TEXT NOT NULL,
  check_key TEXT NOT NULL,
  check_digest BLOB NOT NULL,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (identifier)) STRICT;
CREATE TABLE outbox (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  is_suppressed INTEGER NOT NULL CHECK (is_suppressed IN (0, 1)),
  channel TEXT NOT NULL,
  recipient_kind TEXT NOT NULL,
  recipient BLOB NOT NULL,
  region TEXT,
  platform BLOB,
  session TEXT,
  template TEXT NOT NULL,
  language TEXT NOT NULL,
  sealed_secret BLOB,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  lease TEXT, request_id TEXT, unanswered_tries INTEGER, origin TEXT, origin_id TEXT,
  UNIQUE (id)) STRICT;
CREATE TABLE channel_pause (
  channel TEXT NOT NULL,
  failures INTEGER NOT NULL,
  paused_until INTEGER NOT NULL,
  PRIMARY KEY (channel)) STRICT;
CREATE TABLE dead_letter (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  message TEXT NOT NULL,
  channel TEXT NOT NULL,
  reason TEXT NOT NULL,
  recipient_kind TEXT NOT NULL,
  recipient BLOB NOT NULL,
  region TEXT,
  platform BLOB,
  session TEXT,
  template TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  died_at INTEGER NOT NULL, request_id TEXT,
  UNIQUE (message)) STRICT;
CREATE TABLE detachment (
  number TEXT NOT NULL,
  region TEXT NOT NULL,
  account TEXT NOT NULL,
  detached_at INTEGER NOT NULL,
  PRIMARY KEY (number, account)) STRICT;
CREATE TABLE identifier_change (
  id TEXT NOT NULL,
  account TEXT NOT NULL,
  session TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  bindings TEXT NOT NULL,
  password_hash TEXT,
  password_changed_at INTEGER,
  password_version INTEGER,
  password_since INTEGER,
  password_recovered_by TEXT,
  password_recovered_by_region TEXT, identities TEXT, factors TEXT, passkeys TEXT,
  PRIMARY KEY (id)) STRICT;
CREATE TABLE security_event (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  written_in INTEGER NOT NULL DEFAULT 0,
  account TEXT NOT NULL,
  day INTEGER NOT NULL,
  kind TEXT NOT NULL,
  source TEXT NOT NULL,
  session TEXT,
  count INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  UNIQUE (account, day, kind, source)) STRICT;
CREATE TABLE security_event_total (
  kind TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (kind)) STRICT;
CREATE INDEX identifier_account_identifier ON identifier (account, identifier);
CREATE INDEX registration_newest_at ON registration (newest_at);
CREATE UNIQUE INDEX challenge_identifier_purpose_slot ON challenge (identifier, purpose, slot);
CREATE INDEX challenge_account ON challenge (account) WHERE account IS NOT NULL;
CREATE INDEX challenge_expires_at ON challenge (expires_at);
CREATE INDEX guess_last_wrong_at ON guess (last_wrong_at) WHERE last_wrong_at IS NOT NULL;
CREATE INDEX session_account_opened_at_id ON session (account, opened_at, id) WHERE ended_at IS NULL AND account IS NOT NULL;
CREATE INDEX session_key_opened_at_id ON session (key, opened_at, id) WHERE ended_at IS NULL AND key IS NOT NULL;
CREATE INDEX session_ends_at ON session (ends_at);
CREATE INDEX proof_forgettable_at ON proof (forgettable_at);
CREATE INDEX device_account_first_seen_at_key ON device (account, first_seen_at, key);
CREATE INDEX trust_account ON trust (account);
CREATE UNIQUE INDEX push_session ON push (session);
CREATE INDEX push_account_push_token ON push (account, push_token);
CREATE INDEX sign_out_holder_kind_holder_place ON sign_out (holder_kind, holder, place);
CREATE INDEX sign_out_ended_at ON sign_out (ended_at);
CREATE INDEX idempotency_started_at ON idempotency (started_at);
CREATE INDEX spending_ends_at ON spending (ends_at);
CREATE INDEX server_key_use_active_from_id ON server_key (use, active_from, id);
CREATE INDEX participation_account ON participation (account) WHERE account IS NOT NULL;
CREATE INDEX participation_assigned_at ON participation (assigned_at);
CREATE INDEX participation_experiment_variant ON participation (experiment, variant) WHERE exposed_at IS NOT NULL;
CREATE INDEX temporary_password_sent_at ON temporary_password (sent_at);
CREATE INDEX outbox_is_suppressed_channel_due_at_place ON outbox (is_suppressed, channel, due_at, place);
CREATE INDEX outbox_is_suppressed_channel_recipient_place ON outbox (is_suppressed, channel, recipient, place);
CREATE INDEX outbox_expires_at_place ON outbox (expires_at, place);
CREATE INDEX dead_letter_channel_reason ON dead_letter (channel, reason);
CREATE INDEX dead_letter_died_at ON dead_letter (died_at);
CREATE INDEX detachment_number_detached_at ON detachment (number, detached_at);
CREATE INDEX detachment_account ON detachment (account);
CREATE INDEX identifier_change_account_changed_at ON identifier_change (account, changed_at);
CREATE INDEX identifier_change_changed_at ON identifier_change (changed_at);
CREATE INDEX security_event_last_at ON security_event (last_at);
CREATE INDEX security_event_account_last_at ON security_event (account, last_at);
CREATE TABLE federated_identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  account TEXT NOT NULL,
  provider TEXT NOT NULL,
  linked_at INTEGER NOT NULL,
  email TEXT,
  revoked_at INTEGER,
  refresh_token BLOB,
  PRIMARY KEY (issuer, subject)) STRICT;
CREATE INDEX federated_identity_account_linked_at_issuer_subject ON federated_identity (account, linked_at, issuer, subject);
CREATE TABLE authorization_request (
  id TEXT NOT NULL,
  provider TEXT NOT NULL,
  device TEXT NOT NULL,
  account TEXT,
  session TEXT,
  return_url BLOB,
  key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  exchange_started_at INTEGER,
  failure TEXT,
  issuer TEXT,
  subject TEXT,
  email TEXT,
  owns_email INTEGER NOT NULL CHECK (owns_email IN (0, 1)),
  name BLOB,
  picture_url BLOB,
  level INTEGER,
  asserted_at INTEGER,
  refresh_token BLOB,
  PRIMARY KEY (id)) STRICT;
CREATE INDEX authorization_request_created_at ON authorization_request (created_at);
CREATE TABLE totp_authenticator (
  id TEXT NOT NULL,
  account TEXT NOT NULL,
  secret BLOB NOT NULL,
  enroller TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER,
  last_used_at INTEGER,
  removed_at INTEGER,
  PRIMARY KEY (id)) STRICT;
CREATE INDEX totp_authenticator_account_created_at_id ON totp_authenticator (account, created_at, id);
CREATE INDEX totp_authenticator_created_at ON totp_authenticator (created_at) WHERE confirmed_at IS NULL;
CREATE INDEX totp_authenticator_removed_at ON totp_authenticator (removed_at) WHERE removed_at IS NOT NULL;
CREATE TABLE recovery_codes (
  id TEXT NOT NULL,
  account TEXT NOT NULL,
  key TEXT NOT NULL,
  seed BLOB,
  made_at INTEGER NOT NULL,
  kept_at INTEGER,
  removed_at INTEGER,
  codes TEXT NOT NULL,
  PRIMARY KEY (id)) STRICT;
CREATE INDEX recovery_codes_account_made_at_id ON recovery_codes (account, made_at, id);
CREATE INDEX recovery_codes_made_at ON recovery_codes (made_at) WHERE kept_at IS NULL;
CREATE INDEX recovery_codes_removed_at ON recovery_codes (removed_at) WHERE removed_at IS NOT NULL;
CREATE TABLE second_step (
  id TEXT NOT NULL,
  account TEXT NOT NULL,
  device TEXT NOT NULL,
  shown TEXT NOT NULL,
  scope TEXT NOT NULL,
  market TEXT,
  created_at INTEGER NOT NULL,
  wrong_tries INTEGER NOT NULL,
  PRIMARY KEY (id)) STRICT;
CREATE INDEX second_step_account ON second_step (account);
CREATE INDEX second_step_created_at ON second_step (created_at);
CREATE TABLE factor_reset (
  account TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  change TEXT NOT NULL,
  PRIMARY KEY (account)) STRICT;
CREATE INDEX factor_reset_started_at ON factor_reset (started_at);
CREATE TABLE passkey (
  credential TEXT NOT NULL,
  id TEXT NOT NULL,
  account TEXT NOT NULL,
  user_handle TEXT NOT NULL,
  public_key BLOB NOT NULL,
  sign_count INTEGER NOT NULL,
  backup_eligible INTEGER NOT NULL CHECK (backup_eligible IN (0, 1)),
  backed_up INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
  model TEXT NOT NULL,
  name BLOB,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  cloned_at INTEGER,
  PRIMARY KEY (credential)) STRICT;
CREATE INDEX passkey_account_created_at_credential ON passkey (account, created_at, credential);
CREATE TABLE passkey_ceremony (
  challenge TEXT NOT NULL,
  device TEXT NOT NULL,
  purpose TEXT NOT NULL,
  account TEXT,
  session TEXT,
  user_handle TEXT,
  name BLOB,
  requires_verification INTEGER NOT NULL CHECK (requires_verification IN (0, 1)),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (challenge)) STRICT;
CREATE INDEX passkey_ceremony_created_at ON passkey_ceremony (created_at);
CREATE INDEX account_deletion_due_at_id ON account (deletion_due_at, id) WHERE deletion_due_at IS NOT NULL;
INSERT INTO migration VALUES (1, '001-identity', NULL);
INSERT INTO migration VALUES (10, '010-factors', NULL);
INSERT INTO migration VALUES (11, '011-passkeys', NULL);
INSERT INTO migration VALUES (12, '013-operator', NULL);
INSERT INTO migration VALUES (13, '014-account-centre', NULL);
INSERT INTO migration VALUES (14, '015-identifiers', NULL);
INSERT INTO migration VALUES (15, '016-message-origin', NULL);
INSERT INTO migration VALUES (16, '017-least-reader', '017-least-reader');
INSERT INTO migration VALUES (2, '002-server-keys', NULL);
INSERT INTO migration VALUES (3, '003-experiments', NULL);
INSERT INTO migration VALUES (4, '004-markets', NULL);
INSERT INTO migration VALUES (5, '005-outbox', NULL);
INSERT INTO migration VALUES (6, '006-administration', NULL);
INSERT INTO migration VALUES (7, '007-decision', NULL);
INSERT INTO migration VALUES (8, '008-relational', NULL);
INSERT INTO migration VALUES (9, '009-federation', NULL);
INSERT INTO account VALUES ('account', 1700000000123, 1700000001123, 1, 1, NULL, NULL, NULL, NULL, X'5A6FC3AB2022312F3222', 'ann@example.com', X'68747470733A2F2F6578616D706C652E636F6D2F70', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO account VALUES ('imported', 1700000000123, 1700000000123, 0, 0, NULL, NULL, 1700000000123, X'3432', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO account VALUES ('leaving', 1700000000123, 1700000000123, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1701209600123);
INSERT INTO account VALUES ('member', 1700000000123, 1700000000123, 0, 0, NULL, NULL, NULL, NULL, X'5A6FC3AB204F274E65696C', NULL, NULL, X'5A6FC3AB', X'4F274E65696C', '+4915112345678', 'DE', 'worker', NULL, NULL);
INSERT INTO account VALUES ('secured', 1700000000123, 1700000000123, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1700000001123, NULL);
INSERT INTO identifier VALUES ('+4915112345678', 'DE', 'account', 1700000002123, NULL);
INSERT INTO identifier VALUES ('+4915187654321', 'DE', 'chosen', 1700000000123, 1700000003123);
INSERT INTO identifier VALUES ('ann@example.com', NULL, 'account', 1700000000123, NULL);
INSERT INTO password VALUES ('account', '$argon2id$v=19$m=1$c2FsdA$aGFzaA', 1700000000123, 3, NULL, NULL, NULL);
INSERT INTO registration VALUES ('ann@example.com', NULL, 0, 'registration', 'thumbprint', 1700000000123, X'416E6E', NULL, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=1$c2FsdA$aGFzaA', 'server-key', X'0102FEFF', 'server-key', X'0102FEFF', 1700000000123, 0, 0, 0, 0, 1700000000123);
INSERT INTO registration VALUES ('zoe@example.com', NULL, 0, 'in-market', NULL, 1700000000123, X'5A6FC3AB204F274E65696C', X'5A6FC3AB', X'4F274E65696C', '+4915112345678', 'DE', 'worker', '$argon2id$v=19$m=1$c2FsdA$aGFzaA', 'server-key', X'0102FEFF', 'server-key', X'0102FEFF', 1700000000123, 0, 0, 0, 0, 1700000000123);
INSERT INTO challenge VALUES ('challenge', 'phone_sign_in', '+4915112345678', 'DE', 'account', 'thumbprint', 1700003600123, 'server-key', X'0102FEFF', 1700000000123, 0, 0, 0, 1, NULL, X'7468756D627072696E74', NULL);
INSERT INTO challenge VALUES ('decoy', 'password_reset', 'ann@example.com', NULL, NULL, NULL, 1700003600123, NULL, NULL, 1700000000123, 0, 0, 0, 0, NULL, X'FF', NULL);
INSERT INTO challenge VALUES ('replacing', 'identifier_verification', 'ann@example.com', NULL, 'chosen', 'replacing', 1700000600123, NULL, NULL, 1700000000123, 0, 0, 0, 0, NULL, X'7265706C6163696E67', '+4915187654321');
INSERT INTO guess VALUES ('login:AQL-_w', 1700000000123, 2, 1700003600123, 2, NULL, 1700000000123, NULL);
INSERT INTO session VALUES ('in-market', 'member', NULL, 'password_change', 1700000000123, 'otp', NULL, X'617070', X'694F53', X'312E322E33', 'server-key', 'MX,CMX', 'compat', NULL, 900000, 900000, 1700000000123, 1700000000123, 0, 'server-key', NULL, NULL, 1700000900123, NULL, NULL);
INSERT INTO session VALUES ('session-0', 'account', NULL, 'full', 1700000000123, 'pwd otp sms pop', NULL, X'617070', X'694F53', X'312E322E33', 'next-key', NULL, 'bound', 'thumbprint', 7776000000, 31536000000, 1700000000123, 1700003600123, 1, 'next-key', NULL, NULL, 1707779600123, NULL, NULL);
INSERT INTO session VALUES ('session-1', NULL, 'installation', 'anonymous', 1700000000123, 'pwd otp sms pop', NULL, X'617070', X'694F53', X'312E322E33', 'next-key', NULL, 'cookie', 'thumbprint', 2592000000, 7776000000, 1700000001123, 1700003600123, 1, 'next-key', NULL, NULL, 1702595600123, NULL, NULL);
INSERT INTO session VALUES ('session-2', 'account', NULL, 'full', 1700000000123, 'pwd otp sms pop', NULL, X'617070', X'694F53', X'312E322E33', 'server-key', NULL, 'compat', NULL, 2592000000, 7776000000, 1700000002123, 1700003600123, 0, 'server-key', 1700007200123, 'revoked_by_user', 1700007200123, NULL, NULL);
INSERT INTO session VALUES ('travelling', 'leaving', NULL, 'full', 1700000000123, 'pwd', NULL, X'617070', X'694F53', X'312E322E33', 'server-key', NULL, 'bound', 'other', 7776000000, 31536000000, 1700000000123, 1700000000123, 0, 'server-key', NULL, NULL, 1707776000123, NULL, 'DE');
INSERT INTO proof VALUES ('thumbprint', X'6A7469', 1700000240123);
INSERT INTO device VALUES ('account', 'thumbprint', 1700000000123, 1700000000123, X'617070', X'694F53', X'312E322E33', NULL, NULL, NULL);
INSERT INTO trust VALUES ('+4915112345678', 'DE', 'account', 'thumbprint', 1700000000123);
INSERT INTO push VALUES (X'707573682D746F6B656E', X'41504E53', 'session-0', 'account', 1700000000123);
INSERT INTO sign_out VALUES (1, 0, 'session-2', 'account', 'account', 1700007200123, 'revoked_by_user');
INSERT INTO idempotency VALUES ('account', 'account', 'register', X'696E74656E742D31', 1700000000123, 'server-key', X'0102FEFF', 'done', NULL, NULL, NULL, NULL, NULL);
INSERT INTO idempotency VALUES ('device', 'thumbprint', 'register', X'696E74656E742D30', 1700000000123, 'server-key', X'0102FEFF', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO idempotency VALUES ('device', 'thumbprint', 'register', X'696E74656E742D3130', 1700000000123, 'server-key', X'0102FEFF', 'refused', NULL, 'weakPassword', X'636F6D6D6F6E', NULL, NULL);
INSERT INTO idempotency VALUES ('device', 'thumbprint', 'register', X'696E74656E742D32', 1700000000123, 'server-key', X'0102FEFF', 'session', 'session-0', NULL, NULL, NULL, NULL);
INSERT INTO idempotency VALUES ('device', 'thumbprint', 'register', X'696E74656E742D33', 1700000000123, 'server-key', X'0102FEFF', 'challenge', 'challenge', NULL, NULL, NULL, NULL);
INSERT INTO idempotency VALUES ('device', 'thumbprint', 'register', X'696E74656E742D34', 1700000000123, 'server-key', X'0102FEFF', 'registration', 'registration', NULL, NULL, NULL, NULL);
INSERT INTO idempotency VALUES ('device', 'thumbprint', 'register', X'696E74656E742D35', 1700000000123, 'server-key', X'0102FEFF', 'refused', NULL, 'wrongCode', NULL, 2, NULL);
INSERT INTO idempotency VALUES ('device', 'thumbprint', 'register', X'696E74656E742D36', 1700000000123, 'server-key', X'0102FEFF', 'refused', NULL, 'limited', NULL, 1700000000123, NULL);
INSERT INTO idempotency VALUES ('device', 'thumbprint', 'register', X'696E74656E742D37', 1700000000123, 'server-key', X'0102FEFF', 'refused', NULL, 'refreshTokenInvalid', X'726566726573685F746F6B656E5F7265757365', NULL, NULL);
INSERT INTO idempotency VALUES ('device', 'thumbprint', 'register', X'696E74656E742D38', 1700000000123, 'server-key', X'0102FEFF', 'refused', NULL, 'unauthorized', NULL, NULL, NULL);
INSERT INTO idempotency VALUES ('device', 'thumbprint', 'register', X'696E74656E742D39', 1700000000123, 'server-key', X'0102FEFF', 'refused', NULL, 'malformed', X'656D61696C', NULL, NULL);
INSERT INTO spending VALUES ('login:AQL-_w', 1700000000123, 1, 1700003600123);
INSERT INTO selection VALUES ('installation', 'installation', X'73697A65', X'3432', 1700000000123);
INSERT INTO server_key VALUES ('key-0', 'signing', X'0080FF', 1700000000123, 1700000000123);
INSERT INTO server_key VALUES ('key-1', 'digest', X'0080FF', 1700000000123, 1700086400123);
INSERT INTO server_key VALUES ('key-2', 'sealing', X'0080FF', 1700000000123, 1700172800123);
INSERT INTO server_key VALUES ('key-3', 'factor', X'0080FF', 1700000000123, 1700259200123);
INSERT INTO mark VALUES (1, 1, X'017FFE');
INSERT INTO participation VALUES ('installation', 'onboarding', 'account', 'screenB2', 1700000000123, 1700000001123);
INSERT INTO participation_goal VALUES ('installation', 'onboarding', 'screenD', 1700000002123);
INSERT INTO temporary_password VALUES ('zoe@example.com', NULL, 'temporary', 'member', 3, '$argon2id$v=19$m=1$c2FsdA$aGFzaA', 'server-key', X'0102FEFF', 1700000000123);
INSERT INTO outbox VALUES (1, 'message', 0, 'email', 'email', X'616E6E406578616D706C652E636F6D', NULL, NULL, NULL, 'loginCode', 'de-CH', X'007FFF', 1700003600123, 1700000000123, 1700000000123, 0, NULL, NULL, 0, NULL, NULL);
INSERT INTO outbox VALUES (2, 'push', 0, 'push', 'push', X'707573682D746F6B656E', NULL, X'41504E53', 'session-0', 'newDevice', 'en', NULL, 1700172800123, 1700000000123, 1700000124123, 1, 'lease', 'request', 1, NULL, NULL);
INSERT INTO outbox VALUES (3, 'coded', 0, 'sms', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 'en', X'007FFF', 1700000600123, 1700000000123, 1700000000123, 0, NULL, NULL, 0, 'challenge', 'challenge');
INSERT INTO channel_pause VALUES ('sms', 3, 1700000008123);
INSERT INTO dead_letter VALUES (1, 'dead-0', 'sms', 'expired', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 1, 1700000000123, 1700000000123, 'request');
INSERT INTO dead_letter VALUES (10, 'dead-9', 'sms', 'obsolete', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 1, 1700000000123, 1700000009123, 'request');
INSERT INTO dead_letter VALUES (2, 'dead-1', 'sms', 'secretUnopened', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 1, 1700000000123, 1700000001123, 'request');
INSERT INTO dead_letter VALUES (3, 'dead-2', 'sms', 'secretMissing', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 1, 1700000000123, 1700000002123, 'request');
INSERT INTO dead_letter VALUES (4, 'dead-3', 'sms', 'secretMalformed', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 1, 1700000000123, 1700000003123, 'request');
INSERT INTO dead_letter VALUES (5, 'dead-4', 'sms', 'noText', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 1, 1700000000123, 1700000004123, 'request');
INSERT INTO dead_letter VALUES (6, 'dead-5', 'sms', 'unknownRecipient', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 1, 1700000000123, 1700000005123, 'request');
INSERT INTO dead_letter VALUES (7, 'dead-6', 'sms', 'rejected', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 1, 1700000000123, 1700000006123, 'request');
INSERT INTO dead_letter VALUES (8, 'dead-7', 'sms', 'unanswered', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 1, 1700000000123, 1700000007123, 'request');
INSERT INTO dead_letter VALUES (9, 'dead-8', 'sms', 'discarded', 'phone', X'2B34393135313132333435363738', 'DE', NULL, NULL, 'phoneCode', 1, 1700000000123, 1700000008123, 'request');
INSERT INTO detachment VALUES ('+4915112345678', 'DE', 'account', 1700000000123);
INSERT INTO identifier_change VALUES ('change', 'account', 'session-0', 1700000000123, '1700000002123 +4915112345678 DE
1700000000123 ann@example.com', '$argon2id$v=19$m=1$c2FsdA$aGFzaA', 1700000000123, 3, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO identifier_change VALUES ('choice', 'chosen', 'session-0', 1700000000123, '1700000000123/1700000003123 +4915187654321 DE', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO identifier_change VALUES ('factor-change', 'third', 'session-0', 1700000000123, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1700000000123
totp other
', NULL);
INSERT INTO identifier_change VALUES ('later-change', 'another', 'session-0', 1700000000123, '', NULL, NULL, NULL, NULL, NULL, NULL, '1700000000123 example https://provider.example 42 ann@example.com 1700000001123 AID_', NULL, NULL);
INSERT INTO identifier_change VALUES ('newest-change', 'passkeys', 'session-0', 1700000000123, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'old old-credential handle AQI 0 0 0 00000000000000000000000000000000 - 1700000000123 - -');
INSERT INTO security_event VALUES (1, 0, 'account', 19675, 'foreignKeyRefresh', '', 'session-0', 1, 1700000000123, 1700000000123);
INSERT INTO security_event_total VALUES ('foreignKeyRefresh', 1);
INSERT INTO federated_identity VALUES ('https://provider.example', '42', 'account', 'example', 1700000000123, 'ann@example.com', 1700000001123, X'0080FF');
INSERT INTO authorization_request VALUES ('request-done', 'example', 'thumbprint', NULL, NULL, X'636F6D2E6578616D706C652E6170703A2F72657475726E', 'server-key', 1700000000123, 1700000001123, NULL, 'https://provider.example', '42', 'ann@example.com', 1, X'5A6FC3AB', X'68747470733A2F2F6578616D706C652E636F6D2F70', 2, 1700000000123, X'0102');
INSERT INTO authorization_request VALUES ('request-open', 'example', 'thumbprint', 'account', 'session-0', X'636F6D2E6578616D706C652E6170703A2F72657475726E', 'server-key', 1700000000123, 1700000001123, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO totp_authenticator VALUES ('totp', 'account', X'0080FF', 'session-0', 1700000000123, 1700000001123, 56666667, 1700000002123, 1700000003123);
INSERT INTO recovery_codes VALUES ('codes', 'account', 'factor-key', X'0001FF', 1700000000123, 1700000001123, 1700000002123, 'AID_
AQI 1700000003123');
INSERT INTO second_step VALUES ('step', 'account', 'thumbprint', '1700000000123 password', 'full', NULL, 1700000000123, 2);
INSERT INTO factor_reset VALUES ('account', 1700000000123, 'change');
INSERT INTO passkey VALUES ('credential', 'passkey', 'account', 'handle', X'0080FF', 7, 1, 0, 'fbfc3007154e4ecc8c0b6e020557d7bd', X'5A6FC3AB', 1700000000123, 1700000001123, 1700000002123);
INSERT INTO passkey_ceremony VALUES ('challenge-add', 'thumbprint', 'add', 'account', 'session-0', 'handle', NULL, 1, 1700000000123);
INSERT INTO passkey_ceremony VALUES ('challenge-sign-up', 'thumbprint', 'sign_up', NULL, NULL, 'other', X'5A6FC3AB', 0, 1700000000123);
