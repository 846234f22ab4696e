import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** `npm run ui`: every piece in its states, in the theme of the system or of `?theme=`. */
export default defineConfig({
  root: fileURLToPath(new URL('./gallery', import.meta.url)),
  server: { host: '127.0.0.1', fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
});
