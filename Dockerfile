# syntax=docker/dockerfile:1

# Build stage.
FROM node:22-bookworm-slim AS build
WORKDIR /app
ENV CI=true
COPY package.json package-lock.json ./
COPY scripts/hooks.mjs scripts/run.mjs scripts/
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs
RUN --mount=type=cache,target=/root/.npm node deploy/docker/assemble.mjs platform /out/platform
RUN --mount=type=cache,target=/root/.npm node deploy/docker/assemble.mjs faces /out/faces
# Temporal's native core trusts the system's certificates: Node's bundled ones, for reproducible images.
RUN node -e 'console.log(require("node:tls").rootCertificates.join("\n"))' > /out/ca-certificates.crt

# Base of both images: Node without a package manager.
FROM node:22-bookworm-slim AS run
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
  && mkdir /data && chown 1000:1000 /data
COPY --from=build /out/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
USER 1000:1000

# Site, checkout and console: `node dist/checkout/server/main.js`, `node dist/web/server/main.js`, `node dist/console/server/main.js`.
FROM run AS faces
COPY --from=build /out/faces ./
EXPOSE 3000 3001 3002
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 CMD ["node", "ready.mjs", "CHECKOUT_PORT"]
CMD ["node", "--enable-source-maps", "dist/checkout/server/main.js"]
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Holdfast: site and checkout" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"

# API, worker, vault, sandbox, codec server and command line; docker-compose.yml has the commands.
FROM run AS platform
COPY --from=build /out/platform ./
EXPOSE 8080 8081 8082 8083 8084 8086 8087
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 CMD ["node", "ready.mjs", "API_PORT"]
CMD ["node", "--enable-source-maps", "dist/api/main.js"]
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Holdfast: platform" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
