/** Webhooks, their messages, the queues of each subject, and replays. */
export const webhooks = `
  -- \`standard_*\` and \`encrypted_standard_*\` are the Ed25519 keys of Standard Webhooks.
  CREATE TABLE webhooks (
    id text PRIMARY KEY,
    party_id text NOT NULL REFERENCES parties,
    shop_id text REFERENCES shops,
    identity_id text,
    wallet_id text,
    topic text NOT NULL,
    event_types text[] NOT NULL,
    delivered_types text[] NOT NULL,
    url text NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    public_key text NOT NULL,
    encrypted_private_key text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    paused_at timestamptz,
    pause_reason text,
    has_standard_headers boolean NOT NULL DEFAULT false,
    standard_public_key text,
    encrypted_standard_private_key text,
    encrypted_previous_private_key text,
    previous_key_until timestamptz,
    key_created_at timestamptz NOT NULL DEFAULT now(),
    encrypted_standard_secret text
  );
  CREATE INDEX webhooks_identity_id ON webhooks (identity_id) WHERE deleted_at IS NULL;
  CREATE INDEX webhooks_party_id ON webhooks (party_id) WHERE deleted_at IS NULL;
  CREATE INDEX webhooks_shop_id ON webhooks (shop_id) WHERE deleted_at IS NULL;

  -- Rotated keys and secrets of Standard Webhooks that sign for a while longer.
  CREATE TABLE webhook_previous_keys (
    id text PRIMARY KEY,
    webhook_id text NOT NULL REFERENCES webhooks,
    encrypted_private_key text NOT NULL,
    signs_until timestamptz NOT NULL,
    is_secret boolean NOT NULL DEFAULT false
  );
  CREATE INDEX webhook_previous_keys_webhook ON webhook_previous_keys (webhook_id);

  CREATE SEQUENCE webhook_event_ids;

  -- Messages. The BRIN index finds them by time because they are written in that order.
  CREATE TABLE webhook_events (
    id bigint PRIMARY KEY,
    topic text NOT NULL,
    event_type text NOT NULL,
    subject text NOT NULL,
    occurred_at timestamptz NOT NULL,
    body text NOT NULL,
    traceparent text
  );
  CREATE INDEX webhook_events_occurred_at ON webhook_events USING brin (occurred_at);

  CREATE TABLE webhook_deliveries (
    webhook_id text NOT NULL REFERENCES webhooks,
    subject text NOT NULL,
    event_id bigint NOT NULL REFERENCES webhook_events,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'discarded')),
    attempt_count integer NOT NULL DEFAULT 0,
    first_attempt_at timestamptz,
    finished_at timestamptz,
    discard_reason text CHECK (discard_reason IN ('retriesEnded', 'operator', 'webhookDeleted')),
    replay_id text,
    PRIMARY KEY (webhook_id, subject, event_id),
    CHECK ((status = 'discarded') = (discard_reason IS NOT NULL))
  );
  CREATE INDEX webhook_deliveries_event_id ON webhook_deliveries (event_id);

  -- Written beside its delivery, so it needs no foreign keys.
  CREATE TABLE webhook_attempts (
    webhook_id text NOT NULL,
    event_id bigint NOT NULL,
    number integer NOT NULL CHECK (number > 0),
    started_at timestamptz NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    error text,
    answer text,
    replay_id text,
    PRIMARY KEY (webhook_id, event_id, number)
  );
  CREATE INDEX webhook_attempts_started_at ON webhook_attempts (started_at);

  -- Batched queues are retried together by the workflow of their endpoint.
  CREATE TABLE webhook_queues (
    webhook_id text NOT NULL REFERENCES webhooks,
    subject text NOT NULL,
    last_event_id bigint NOT NULL,
    state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'retrying', 'batched')),
    lease_token text,
    leased_until timestamptz,
    retry_at timestamptz,
    replay_id text,
    PRIMARY KEY (webhook_id, subject)
  );
  CREATE INDEX webhook_queues_failing ON webhook_queues (webhook_id, state, retry_at) WHERE state <> 'ready';
  CREATE INDEX webhook_queues_ready ON webhook_queues (webhook_id, last_event_id) WHERE state = 'ready';
  CREATE INDEX webhook_queues_replayed ON webhook_queues (webhook_id) WHERE replay_id IS NOT NULL;
  CREATE INDEX webhook_queues_retry_at ON webhook_queues (retry_at) WHERE state = 'retrying' AND retry_at IS NOT NULL;

  CREATE TABLE webhook_replays (
    id text NOT NULL,
    webhook_id text NOT NULL REFERENCES webhooks,
    subject_count integer NOT NULL,
    message_count integer NOT NULL,
    from_event_id bigint NOT NULL,
    to_event_id bigint NOT NULL,
    from_time timestamptz,
    to_time timestamptz,
    event_types text[],
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    is_cancelled boolean NOT NULL DEFAULT false,
    PRIMARY KEY (id, webhook_id)
  );
  CREATE INDEX webhook_replays_open ON webhook_replays (created_at) WHERE finished_at IS NULL;
  CREATE INDEX webhook_replays_webhook_id ON webhook_replays (webhook_id);

  CREATE TABLE webhook_replay_subjects (
    replay_id text NOT NULL,
    webhook_id text NOT NULL,
    first_event_id bigint NOT NULL,
    subject text NOT NULL,
    PRIMARY KEY (replay_id, webhook_id, first_event_id, subject),
    FOREIGN KEY (replay_id, webhook_id) REFERENCES webhook_replays
  );
`;
