// Serves the key set of tokens to Temporal's server, which reads it by HTTP only, and adds the token of a reader to the requests of
// Temporal UI's visitors, because the UI has none of its own.
import { createServer, request } from 'node:http';

const {
  TEMPORAL_JWKS = '',
  TEMPORAL_UI_TOKEN = '',
  UI_HOST = 'temporal-ui',
  KEYS_PORT = '8088',
  UI_PORT = '8089',
} = process.env;

createServer((_incoming, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(TEMPORAL_JWKS);
}).listen(Number(KEYS_PORT));

createServer((incoming, response) => {
  const { method, url: path } = incoming;
  const headers = { ...incoming.headers, authorization: `Bearer ${TEMPORAL_UI_TOKEN}` };
  const forwarded = request({ host: UI_HOST, port: 8080, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  incoming.pipe(forwarded);
}).listen(Number(UI_PORT));

// Node has no default for SIGTERM as the first process of a container.
process.once('SIGTERM', () => process.exit());
