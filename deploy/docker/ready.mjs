// Health check of a container: requests /readyz at the port in the named variable, `node ready.mjs API_PORT`.
const standard = {
  API_PORT: 8080,
  WORKER_PORT: 8081,
  SANDBOX_PORT: 8082,
  WEB_PORT: 3000,
  CHECKOUT_PORT: 3001,
  CONSOLE_PORT: 3002,
  CODEC_PORT: 8084,
  VAULT_HEALTH_PORT: 8087,
};
const name = process.argv[2] ?? 'API_PORT';
const port = process.env[name] || standard[name];
const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
