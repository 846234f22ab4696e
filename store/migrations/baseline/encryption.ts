/** The encryption key in force and the secrets of the platform. */
export const encryption = `
  -- Which key all encrypted columns are encrypted with, how far a rotation has come, and whether a full pass since its last request
  -- changed nothing.
  CREATE TABLE key_rotations (
    key_id text PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    reencrypted_count bigint NOT NULL DEFAULT 0,
    requested_at timestamptz NOT NULL DEFAULT now(),
    superseded_at timestamptz,
    place jsonb,
    is_passed boolean NOT NULL DEFAULT false
  );

  -- Secrets that outlive the encryption key they were derived from.
  CREATE TABLE platform_secrets (
    name text PRIMARY KEY,
    encrypted_content text NOT NULL
  );
`;
