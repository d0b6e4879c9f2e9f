CREATE TABLE migration (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE TABLE account (id TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE identifier (
  identifier TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, record TEXT NOT NULL);
CREATE INDEX identifier_account ON identifier (account, identifier);
CREATE TABLE password (account TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE registration (
  identifier TEXT NOT NULL PRIMARY KEY, newestAt INTEGER NOT NULL, record TEXT NOT NULL);
CREATE INDEX registration_newestAt ON registration (newestAt);
CREATE TABLE challenge (
  id TEXT NOT NULL PRIMARY KEY, purpose TEXT NOT NULL, identifier TEXT NOT NULL,
  device TEXT NOT NULL, account TEXT, expiresAt INTEGER NOT NULL, record TEXT NOT NULL);
CREATE UNIQUE INDEX challenge_identifier ON challenge (identifier, purpose, device);
CREATE INDEX challenge_account ON challenge (account) WHERE account IS NOT NULL;
CREATE INDEX challenge_expiresAt ON challenge (expiresAt);
CREATE TABLE guess (key TEXT NOT NULL PRIMARY KEY, lastWrongAt INTEGER, record TEXT NOT NULL);
CREATE INDEX guess_lastWrongAt ON guess (lastWrongAt) WHERE lastWrongAt IS NOT NULL;
CREATE TABLE session (
  id TEXT NOT NULL PRIMARY KEY, account TEXT, key TEXT, openedAt INTEGER NOT NULL,
  isOpen INTEGER NOT NULL, endsAt INTEGER NOT NULL, record TEXT NOT NULL);
CREATE INDEX session_account ON session (account, openedAt, id)
  WHERE isOpen = 1 AND account IS NOT NULL;
CREATE INDEX session_key ON session (key, openedAt, id) WHERE isOpen = 1 AND key IS NOT NULL;
CREATE INDEX session_endsAt ON session (endsAt);
CREATE TABLE proof (
  key TEXT NOT NULL, proofID TEXT NOT NULL, forgettableAt INTEGER NOT NULL,
  PRIMARY KEY (key, proofID)) WITHOUT ROWID;
CREATE INDEX proof_forgettableAt ON proof (forgettableAt);
CREATE TABLE device (
  account TEXT NOT NULL, key TEXT NOT NULL, firstSeenAt INTEGER NOT NULL,
  record TEXT NOT NULL, PRIMARY KEY (account, key));
CREATE INDEX device_account ON device (account, firstSeenAt, key);
CREATE TABLE trust (
  number TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, record TEXT NOT NULL);
CREATE INDEX trust_account ON trust (account);
CREATE TABLE push (
  pushToken TEXT NOT NULL PRIMARY KEY, session TEXT NOT NULL UNIQUE, account TEXT NOT NULL,
  record TEXT NOT NULL);
CREATE INDEX push_account ON push (account, pushToken);
CREATE TABLE signOut (
  place INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE, holder TEXT NOT NULL,
  record TEXT NOT NULL, at INTEGER NOT NULL DEFAULT 0);
CREATE INDEX signOut_holder ON signOut (holder, place);
CREATE TABLE idempotency (
  operation TEXT NOT NULL, scope TEXT NOT NULL, key TEXT NOT NULL, startedAt INTEGER NOT NULL,
  record TEXT NOT NULL, PRIMARY KEY (scope, operation, key));
CREATE INDEX idempotency_startedAt ON idempotency (startedAt);
CREATE TABLE spending (
  key TEXT NOT NULL PRIMARY KEY, endsAt INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX spending_endsAt ON spending (endsAt);
CREATE TABLE selection (
  holder TEXT NOT NULL, key TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (holder, key));
CREATE TABLE serverKey (
  id TEXT NOT NULL PRIMARY KEY, use TEXT NOT NULL, activeFrom INTEGER NOT NULL,
  record TEXT NOT NULL);
CREATE INDEX serverKey_use ON serverKey (use, activeFrom, id);
CREATE TABLE mark (place INTEGER PRIMARY KEY CHECK (place = 1), record TEXT NOT NULL);
CREATE TABLE participation (
  installation TEXT NOT NULL, experiment TEXT NOT NULL, account TEXT, variant TEXT NOT NULL,
  assignedAt INTEGER NOT NULL, exposedAt INTEGER, record TEXT NOT NULL,
  PRIMARY KEY (installation, experiment));
CREATE INDEX participation_account ON participation (account) WHERE account IS NOT NULL;
CREATE INDEX participation_assignedAt ON participation (assignedAt);
CREATE INDEX participation_variant ON participation (experiment, variant)
  WHERE exposedAt IS NOT NULL;
CREATE TABLE temporaryPassword (
  identifier TEXT NOT NULL PRIMARY KEY, sentAt INTEGER NOT NULL, record TEXT NOT NULL);
CREATE INDEX temporaryPassword_sentAt ON temporaryPassword (sentAt);
CREATE TABLE outbox (
  place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, channel TEXT NOT NULL,
  recipient TEXT NOT NULL, dueAt INTEGER NOT NULL, attempts INTEGER NOT NULL, lease TEXT,
  expiresAt INTEGER NOT NULL, record TEXT NOT NULL);
CREATE INDEX outbox_dueAt ON outbox (channel, dueAt, place);
CREATE INDEX outbox_recipient ON outbox (channel, recipient, place);
CREATE INDEX outbox_expiresAt ON outbox (expiresAt, place);
CREATE TABLE channelPause (channel TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE deadLetter (
  place INTEGER PRIMARY KEY, message TEXT NOT NULL UNIQUE, channel TEXT NOT NULL,
  reason TEXT NOT NULL, diedAt INTEGER NOT NULL, record TEXT NOT NULL);
CREATE INDEX deadLetter_reason ON deadLetter (channel, reason);
CREATE INDEX deadLetter_diedAt ON deadLetter (diedAt);
CREATE TABLE detachment (
  number TEXT NOT NULL, account TEXT NOT NULL, at INTEGER NOT NULL, record TEXT NOT NULL,
  PRIMARY KEY (number, account));
CREATE INDEX detachment_number ON detachment (number, at);
CREATE INDEX detachment_account ON detachment (account);
CREATE TABLE identifierChange (
  id TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, at INTEGER NOT NULL,
  record TEXT NOT NULL);
CREATE INDEX identifierChange_account ON identifierChange (account, at);
CREATE INDEX identifierChange_at ON identifierChange (at);
CREATE INDEX signOut_at ON signOut (at);
CREATE TABLE securityEvent (
  account TEXT NOT NULL, day INTEGER NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL,
  lastAt INTEGER NOT NULL, record TEXT NOT NULL,
  PRIMARY KEY (account, day, kind, source)) WITHOUT ROWID;
CREATE INDEX securityEvent_lastAt ON securityEvent (lastAt);
CREATE INDEX securityEvent_account ON securityEvent (account, lastAt);
CREATE TABLE securityEventTotal (kind TEXT NOT NULL PRIMARY KEY, total INTEGER NOT NULL);
INSERT INTO migration VALUES (1, '001-identity');
INSERT INTO migration VALUES (2, '002-server-keys');
INSERT INTO migration VALUES (3, '003-experiments');
INSERT INTO migration VALUES (4, '004-markets');
INSERT INTO migration VALUES (5, '005-outbox');
INSERT INTO migration VALUES (6, '006-administration');
INSERT INTO migration VALUES (7, '007-decision');
INSERT INTO account VALUES ('account', '{"createdAt":{"milliseconds":1700000000123},"id":"account","isBlocked":true,"isSuperAdmin":true,"lastSeenAt":{"milliseconds":1700000001123},"profile":{"claimedEmail":{"text":"ann@example.com"},"name":"Zoë \"1/2\"","pictureURL":"https://example.com/p"}}');
INSERT INTO account VALUES ('imported', '{"createdAt":{"milliseconds":1700000000123},"id":"imported","imported":{"at":{"milliseconds":1700000000123},"source":"42"},"isBlocked":false,"isSuperAdmin":false,"lastSeenAt":{"milliseconds":1700000000123},"profile":{}}');
INSERT INTO account VALUES ('member', '{"createdAt":{"milliseconds":1700000000123},"id":"member","isBlocked":false,"isSuperAdmin":false,"lastSeenAt":{"milliseconds":1700000000123},"profile":{"market":{"firstName":"Zoë","lastName":"O''Neil","mobile":{"e164":"+4915112345678","region":"DE"},"mode":"worker"},"name":"Zoë O''Neil"}}');
INSERT INTO identifier VALUES ('+4915112345678', 'account', '{"account":"account","identifier":{"phone":{"_0":{"e164":"+4915112345678","region":"DE"}}},"verifiedAt":{"milliseconds":1700000002123}}');
INSERT INTO identifier VALUES ('ann@example.com', 'account', '{"account":"account","identifier":{"email":{"_0":{"text":"ann@example.com"}}},"verifiedAt":{"milliseconds":1700000000123}}');
INSERT INTO password VALUES ('account', '{"account":"account","changedAt":{"milliseconds":1700000000123},"hash":{"encoded":"$argon2id$v=19$m=1$c2FsdA$aGFzaA"},"version":3}');
INSERT INTO registration VALUES ('ann@example.com', 1700000000123, '[{"check":{"digest":{"bytes":[1,2,254,255],"key":{"text":"server-key"}}},"code":{"digest":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"isUsed":false,"sentAt":{"milliseconds":1700000000123},"wrongTries":0},"createdAt":{"milliseconds":1700000000123},"device":{"text":"thumbprint"},"id":"registration","identifier":{"email":{"_0":{"text":"ann@example.com"}}},"name":"Ann","password":{"encoded":"$argon2id$v=19$m=1$c2FsdA$aGFzaA"}}]');
INSERT INTO registration VALUES ('zoe@example.com', 1700000000123, '[{"check":{"digest":{"bytes":[1,2,254,255],"key":{"text":"server-key"}}},"code":{"digest":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"isUsed":false,"sentAt":{"milliseconds":1700000000123},"wrongTries":0},"createdAt":{"milliseconds":1700000000123},"id":"in-market","identifier":{"email":{"_0":{"text":"zoe@example.com"}}},"market":{"firstName":"Zoë","lastName":"O''Neil","mobile":{"e164":"+4915112345678","region":"DE"},"mode":"worker"},"name":"Zoë O''Neil","password":{"encoded":"$argon2id$v=19$m=1$c2FsdA$aGFzaA"}}]');
INSERT INTO challenge VALUES ('challenge', 'phone_sign_in', '+4915112345678', 'thumbprint', 'account', 1700003600123, '{"account":"account","awaitsSecondProof":true,"code":{"digest":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"isUsed":false,"sentAt":{"milliseconds":1700000000123},"wrongTries":0},"device":{"text":"thumbprint"},"expiresAt":{"milliseconds":1700003600123},"id":"challenge","identifier":{"phone":{"_0":{"e164":"+4915112345678","region":"DE"}}},"purpose":"phone_sign_in"}');
INSERT INTO challenge VALUES ('decoy', 'password_reset', 'ann@example.com', X'FF', NULL, 1700003600123, '{"awaitsSecondProof":false,"code":{"isUsed":false,"sentAt":{"milliseconds":1700000000123},"wrongTries":0},"expiresAt":{"milliseconds":1700003600123},"id":"decoy","identifier":{"email":{"_0":{"text":"ann@example.com"}}},"purpose":"password_reset"}');
INSERT INTO guess VALUES ('login:AQL-_w', 1700000000123, '{"hour":{"count":2,"endsAt":{"milliseconds":1700003600123},"since":{"milliseconds":1700000000123}},"inARow":2,"lastWrongAt":{"milliseconds":1700000000123}}');
INSERT INTO session VALUES ('in-market', 'member', NULL, 1700000000123, 1, 1700000900123, '{"authenticatedAt":{"milliseconds":1700000000123},"client":{"appVersion":"1.2.3","name":"app","platform":"iOS"},"family":{"derivationKey":{"text":"server-key"},"generation":0,"kind":{"compat":{}},"lastUsedAt":{"milliseconds":1700000000123},"limits":{"absoluteMilliseconds":900000,"idleMilliseconds":900000},"openedAt":{"milliseconds":1700000000123}},"holder":{"account":{"_0":"member"}},"id":"in-market","market":{"text":"MX,CMX"},"methods":["otp"],"openingKey":{"text":"server-key"},"scope":"password_change"}');
INSERT INTO session VALUES ('session-0', 'account', 'thumbprint', 1700000000123, 1, 1707779600123, '{"authenticatedAt":{"milliseconds":1700000000123},"client":{"appVersion":"1.2.3","name":"app","platform":"iOS"},"family":{"derivationKey":{"text":"next-key"},"generation":1,"kind":{"bound":{"_0":{"text":"thumbprint"}}},"lastUsedAt":{"milliseconds":1700003600123},"limits":{"absoluteMilliseconds":31536000000,"idleMilliseconds":7776000000},"openedAt":{"milliseconds":1700000000123}},"holder":{"account":{"_0":"account"}},"id":"session-0","methods":["pwd","otp","sms","pop"],"openingKey":{"text":"next-key"},"scope":"full"}');
INSERT INTO session VALUES ('session-1', NULL, 'thumbprint', 1700000001123, 1, 1702595600123, '{"authenticatedAt":{"milliseconds":1700000000123},"client":{"appVersion":"1.2.3","name":"app","platform":"iOS"},"family":{"derivationKey":{"text":"next-key"},"generation":1,"kind":{"cookie":{"_0":{"text":"thumbprint"}}},"lastUsedAt":{"milliseconds":1700003600123},"limits":{"absoluteMilliseconds":7776000000,"idleMilliseconds":2592000000},"openedAt":{"milliseconds":1700000001123}},"holder":{"installation":{"_0":"installation"}},"id":"session-1","methods":["pwd","otp","sms","pop"],"openingKey":{"text":"next-key"},"scope":"anonymous"}');
INSERT INTO session VALUES ('session-2', 'account', NULL, 1700000002123, 0, 1700007200123, '{"authenticatedAt":{"milliseconds":1700000000123},"client":{"appVersion":"1.2.3","name":"app","platform":"iOS"},"family":{"derivationKey":{"text":"server-key"},"end":{"at":{"milliseconds":1700007200123},"cause":"revoked_by_user"},"generation":0,"kind":{"compat":{}},"lastUsedAt":{"milliseconds":1700003600123},"limits":{"absoluteMilliseconds":7776000000,"idleMilliseconds":2592000000},"openedAt":{"milliseconds":1700000002123}},"holder":{"account":{"_0":"account"}},"id":"session-2","methods":["pwd","otp","sms","pop"],"openingKey":{"text":"server-key"},"scope":"full"}');
INSERT INTO proof VALUES ('thumbprint', 'jti', 1700000240123);
INSERT INTO device VALUES ('account', 'thumbprint', 1700000000123, '{"account":"account","client":{"appVersion":"1.2.3","name":"app","platform":"iOS"},"firstSeenAt":{"milliseconds":1700000000123},"key":{"text":"thumbprint"},"lastSeenAt":{"milliseconds":1700000000123}}');
INSERT INTO trust VALUES ('+4915112345678', 'account', '{"account":"account","key":{"text":"thumbprint"},"number":{"e164":"+4915112345678","region":"DE"},"provedAt":{"milliseconds":1700000000123}}');
INSERT INTO push VALUES ('push-token', 'session-0', 'account', '{"account":"account","platform":"APNS","pushToken":"push-token","registeredAt":{"milliseconds":1700000000123},"session":"session-0"}');
INSERT INTO signOut VALUES (1, 'session-2', 'account:account', '{"end":{"at":{"milliseconds":1700007200123},"cause":"revoked_by_user"},"holder":{"account":{"_0":"account"}},"session":"session-2"}', 1700007200123);
INSERT INTO idempotency VALUES ('register', 'account:account', 'intent-1', 1700000000123, '{"answer":{"done":{}},"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-1","operation":"register","scope":{"account":{"_0":"account"}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO idempotency VALUES ('register', 'device:thumbprint', 'intent-0', 1700000000123, '{"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-0","operation":"register","scope":{"device":{"_0":{"text":"thumbprint"}}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO idempotency VALUES ('register', 'device:thumbprint', 'intent-10', 1700000000123, '{"answer":{"refused":{"_0":{"weakPassword":{"_0":"common"}}}},"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-10","operation":"register","scope":{"device":{"_0":{"text":"thumbprint"}}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO idempotency VALUES ('register', 'device:thumbprint', 'intent-2', 1700000000123, '{"answer":{"session":{"_0":"session-0"}},"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-2","operation":"register","scope":{"device":{"_0":{"text":"thumbprint"}}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO idempotency VALUES ('register', 'device:thumbprint', 'intent-3', 1700000000123, '{"answer":{"challenge":{"_0":"challenge"}},"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-3","operation":"register","scope":{"device":{"_0":{"text":"thumbprint"}}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO idempotency VALUES ('register', 'device:thumbprint', 'intent-4', 1700000000123, '{"answer":{"registration":{"_0":"registration"}},"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-4","operation":"register","scope":{"device":{"_0":{"text":"thumbprint"}}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO idempotency VALUES ('register', 'device:thumbprint', 'intent-5', 1700000000123, '{"answer":{"refused":{"_0":{"wrongCode":{"triesLeft":2}}}},"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-5","operation":"register","scope":{"device":{"_0":{"text":"thumbprint"}}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO idempotency VALUES ('register', 'device:thumbprint', 'intent-6', 1700000000123, '{"answer":{"refused":{"_0":{"limited":{"until":{"milliseconds":1700000000123}}}}},"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-6","operation":"register","scope":{"device":{"_0":{"text":"thumbprint"}}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO idempotency VALUES ('register', 'device:thumbprint', 'intent-7', 1700000000123, '{"answer":{"refused":{"_0":{"refreshTokenInvalid":{"_0":"refresh_token_reuse"}}}},"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-7","operation":"register","scope":{"device":{"_0":{"text":"thumbprint"}}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO idempotency VALUES ('register', 'device:thumbprint', 'intent-8', 1700000000123, '{"answer":{"refused":{"_0":{"unauthorized":{}}}},"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-8","operation":"register","scope":{"device":{"_0":{"text":"thumbprint"}}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO idempotency VALUES ('register', 'device:thumbprint', 'intent-9', 1700000000123, '{"answer":{"refused":{"_0":{"malformed":{"field":"email"}}}},"body":{"bytes":[1,2,254,255],"key":{"text":"server-key"}},"key":{"key":"intent-9","operation":"register","scope":{"device":{"_0":{"text":"thumbprint"}}}},"startedAt":{"milliseconds":1700000000123}}');
INSERT INTO spending VALUES ('login:AQL-_w', 1700003600123, '{"count":1,"endsAt":{"milliseconds":1700003600123},"since":{"milliseconds":1700000000123}}');
INSERT INTO selection VALUES ('installation:installation', 'size', '{"at":{"milliseconds":1700000000123},"holder":{"installation":{"_0":"installation"}},"key":"size","value":"42"}');
INSERT INTO serverKey VALUES ('key-0', 'signing', 1700000000123, '{"activeFrom":{"milliseconds":1700000000123},"createdAt":{"milliseconds":1700000000123},"id":{"text":"key-0"},"sealed":[0,128,255],"use":"signing"}');
INSERT INTO serverKey VALUES ('key-1', 'digest', 1700086400123, '{"activeFrom":{"milliseconds":1700086400123},"createdAt":{"milliseconds":1700000000123},"id":{"text":"key-1"},"sealed":[0,128,255],"use":"digest"}');
INSERT INTO serverKey VALUES ('key-2', 'sealing', 1700172800123, '{"activeFrom":{"milliseconds":1700172800123},"createdAt":{"milliseconds":1700000000123},"id":{"text":"key-2"},"sealed":[0,128,255],"use":"sealing"}');
INSERT INTO mark VALUES (1, '{"isDevelopment":true,"masterKeyCheck":[1,127,254]}');
INSERT INTO participation VALUES ('installation', 'onboarding', 'account', 'screenB2', 1700000000123, 1700000001123, '{"account":"account","assignedAt":{"milliseconds":1700000000123},"experiment":"onboarding","exposedAt":{"milliseconds":1700000001123},"goals":{"screenD":{"milliseconds":1700000002123}},"installation":"installation","variant":"screenB2"}');
INSERT INTO temporaryPassword VALUES ('zoe@example.com', 1700000000123, '{"account":"member","check":{"digest":{"bytes":[1,2,254,255],"key":{"text":"server-key"}}},"hash":{"encoded":"$argon2id$v=19$m=1$c2FsdA$aGFzaA"},"id":"temporary","identifier":{"email":{"_0":{"text":"zoe@example.com"}}},"passwordVersion":3,"sentAt":{"milliseconds":1700000000123}}');
INSERT INTO outbox VALUES (1, 'message', 'email', 'ann@example.com', 1700000000123, 0, NULL, 1700003600123, '{"createdAt":{"milliseconds":1700000000123},"expiresAt":{"milliseconds":1700003600123},"id":"message","language":"de-CH","recipient":{"email":{"_0":{"text":"ann@example.com"}}},"sealedSecret":[0,127,255],"template":"loginCode"}');
INSERT INTO outbox VALUES (2, 'push', 'push', 'push-token', 1700000124123, 1, 'lease', 1700172800123, '{"createdAt":{"milliseconds":1700000000123},"expiresAt":{"milliseconds":1700172800123},"id":"push","language":"en","recipient":{"push":{"_0":{"platform":"APNS","pushToken":"push-token","session":"session-0"}}},"template":"newDevice"}');
INSERT INTO channelPause VALUES ('sms', '{"channel":"sms","failures":3,"until":{"milliseconds":1700000008123}}');
INSERT INTO deadLetter VALUES (1, 'dead-0', 'sms', 'expired', 1700000000123, '{"attempts":1,"createdAt":{"milliseconds":1700000000123},"diedAt":{"milliseconds":1700000000123},"message":"dead-0","reason":"expired","recipient":{"phone":{"_0":{"e164":"+4915112345678","region":"DE"}}},"template":"phoneCode"}');
INSERT INTO deadLetter VALUES (2, 'dead-1', 'sms', 'secretUnopened', 1700000001123, '{"attempts":1,"createdAt":{"milliseconds":1700000000123},"diedAt":{"milliseconds":1700000001123},"message":"dead-1","reason":"secretUnopened","recipient":{"phone":{"_0":{"e164":"+4915112345678","region":"DE"}}},"template":"phoneCode"}');
INSERT INTO deadLetter VALUES (3, 'dead-2', 'sms', 'secretMissing', 1700000002123, '{"attempts":1,"createdAt":{"milliseconds":1700000000123},"diedAt":{"milliseconds":1700000002123},"message":"dead-2","reason":"secretMissing","recipient":{"phone":{"_0":{"e164":"+4915112345678","region":"DE"}}},"template":"phoneCode"}');
INSERT INTO deadLetter VALUES (4, 'dead-3', 'sms', 'secretMalformed', 1700000003123, '{"attempts":1,"createdAt":{"milliseconds":1700000000123},"diedAt":{"milliseconds":1700000003123},"message":"dead-3","reason":"secretMalformed","recipient":{"phone":{"_0":{"e164":"+4915112345678","region":"DE"}}},"template":"phoneCode"}');
INSERT INTO deadLetter VALUES (5, 'dead-4', 'sms', 'noText', 1700000004123, '{"attempts":1,"createdAt":{"milliseconds":1700000000123},"diedAt":{"milliseconds":1700000004123},"message":"dead-4","reason":"noText","recipient":{"phone":{"_0":{"e164":"+4915112345678","region":"DE"}}},"template":"phoneCode"}');
INSERT INTO deadLetter VALUES (6, 'dead-5', 'sms', 'unknownRecipient', 1700000005123, '{"attempts":1,"createdAt":{"milliseconds":1700000000123},"diedAt":{"milliseconds":1700000005123},"message":"dead-5","reason":"unknownRecipient","recipient":{"phone":{"_0":{"e164":"+4915112345678","region":"DE"}}},"template":"phoneCode"}');
INSERT INTO deadLetter VALUES (7, 'dead-6', 'sms', 'rejected', 1700000006123, '{"attempts":1,"createdAt":{"milliseconds":1700000000123},"diedAt":{"milliseconds":1700000006123},"message":"dead-6","reason":"rejected","recipient":{"phone":{"_0":{"e164":"+4915112345678","region":"DE"}}},"template":"phoneCode"}');
INSERT INTO detachment VALUES ('+4915112345678', 'account', 1700000000123, '{"account":"account","at":{"milliseconds":1700000000123},"number":{"e164":"+4915112345678","region":"DE"}}');
INSERT INTO identifierChange VALUES ('change', 'account', 1700000000123, '{"account":"account","at":{"milliseconds":1700000000123},"bindings":[{"account":"account","identifier":{"phone":{"_0":{"e164":"+4915112345678","region":"DE"}}},"verifiedAt":{"milliseconds":1700000002123}},{"account":"account","identifier":{"email":{"_0":{"text":"ann@example.com"}}},"verifiedAt":{"milliseconds":1700000000123}}],"id":"change","password":{"account":"account","changedAt":{"milliseconds":1700000000123},"hash":{"encoded":"$argon2id$v=19$m=1$c2FsdA$aGFzaA"},"version":3},"session":"session-0"}');
INSERT INTO securityEvent VALUES ('account', 19675, 'foreignKeyRefresh', '', 1700000000123, '{"account":"account","count":1,"day":19675,"firstAt":{"milliseconds":1700000000123},"kind":"foreignKeyRefresh","lastAt":{"milliseconds":1700000000123},"session":"session-0"}');
INSERT INTO securityEventTotal VALUES ('foreignKeyRefresh', 1);
