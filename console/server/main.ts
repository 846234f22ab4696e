import { loadConsoleEnvironment } from '../../runtime/environment';
import { servePages } from '../../runtime/serve-pages';
import { createConsole } from './console';

/** The console process: pages for operators and merchants, sessions in cookies, and requests to the API on their behalf. */
servePages('console', () => {
  const environment = loadConsoleEnvironment();
  return {
    environment,
    port: environment.CONSOLE_PORT,
    createApp: (given) => createConsole({ environment, ...given }),
  };
});
