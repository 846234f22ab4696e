// The documentation site's process.
//
// HOST (127.0.0.1), WEB_PORT (3000): where to listen. SITE_URL: the public origin. WEB_BUILD_DIR: another build than web/build.
// DRAIN_SECONDS (0): how long requests are served after SIGTERM, with 503 at /readyz.
// RENDER_AHEAD=0: render pages on first request; the site is ready at once.
// CONSOLE_DEMO=1: readers on this machine may use the demonstration shop's key in the console.
// CHECKOUT_DEMO_API_KEY, CHECKOUT_DEMO_SHOP_ID: the sandbox shop of the guide's demonstration; the key stays in this process.
import { createServer } from 'node:http';
import { listen } from '../../runtime/listen';
import { buildFolder, loadBuiltSite } from './built-site';
import type { DemoShop } from './checkout-demo';
import { log } from './log';
import { createSite } from './site';

const KEEP_ALIVE_MS = 65_000;
const GRACE_MS = 1000;
const STOP_TIMEOUT_MS = 10_000;
const DRAIN_MS = Number(process.env['DRAIN_SECONDS'] ?? 0) * 1000;

async function main(): Promise<void> {
  process.env['NODE_ENV'] ??= 'production';
  const folder = buildFolder();
  const build = await loadBuiltSite(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    log.error('the site has not been built: run npm run build');
    process.exit(1);
  });
  const isRenderedAhead = process.env['RENDER_AHEAD'] !== '0';
  const site = createSite({ build, buildFolder: folder, demo: demoShop(), isRenderedAhead });
  const server = createServer(site.app);
  // Longer than the usual 60 s of load balancers, which would otherwise reuse a connection just closed.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const wanted = process.env['WEB_PORT'] ?? 3000;
  const host = process.env['HOST'] ?? '127.0.0.1';
  const port = await listen(server, { host, port: Number(wanted) }).catch((error: NodeJS.ErrnoException) => {
    log.error(error.code === 'EADDRINUSE' ? `the port WEB_PORT=${wanted} is in use` : error.message);
    process.exit(1);
  });
  log.info('listening', { url: `http://${host}:${port}`, port });
  void site.warmUp();
  const stop = () => {
    site.stop();
    setTimeout(() => {
      server.close(() => process.exit(0));
      server.closeIdleConnections();
      // Browsers keep preconnected sockets open without sending a request.
      setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
      setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
    }, DRAIN_MS);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function demoShop(): DemoShop | undefined {
  const { API_URL, CHECKOUT_DEMO_API_KEY: apiKey, CHECKOUT_DEMO_SHOP_ID: shopID } = process.env;
  return API_URL && apiKey && shopID ? { apiUrl: API_URL, apiKey, shopID } : undefined;
}

void main();
