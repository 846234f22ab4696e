#!/bin/sh
# Creates Temporal's role and databases at the first start of PostgreSQL, so that Temporal cannot read the platform's data.
set -eu
psql --set ON_ERROR_STOP=1 --set temporal="$TEMPORAL_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE temporal LOGIN CREATEDB PASSWORD :'temporal';
REVOKE CONNECT ON DATABASE holdfast FROM PUBLIC;
SQL
