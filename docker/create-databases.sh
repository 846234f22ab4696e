#!/bin/sh
# The first start of the PostgreSQL container: a role and a database for each of those who share the server, so that the
# sandbox acquirer and Temporal can read nothing of the record.
set -eu
psql --set ON_ERROR_STOP=1 --set sandbox="$SANDBOX_PASSWORD" --set temporal="$TEMPORAL_PASSWORD" \
  --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE sandbox LOGIN PASSWORD :'sandbox';
CREATE DATABASE sandbox OWNER sandbox;
CREATE ROLE temporal LOGIN CREATEDB PASSWORD :'temporal';
REVOKE CONNECT ON DATABASE holdfast FROM PUBLIC;
SQL
