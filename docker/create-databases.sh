#!/bin/sh
# The first start of the PostgreSQL container: a role and databases for Temporal, so that it can read nothing of the platform's.
set -eu
psql --set ON_ERROR_STOP=1 --set temporal="$TEMPORAL_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE temporal LOGIN CREATEDB PASSWORD :'temporal';
REVOKE CONNECT ON DATABASE holdfast FROM PUBLIC;
SQL
