// Writes specs/test-cards.json from the sandbox (dist/, after `npm run build`). A test checks that it is current.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { testInputs } = createRequire(import.meta.url)('../dist/sandbox/test-inputs.js');

writeFileSync(new URL('../specs/test-cards.json', import.meta.url), `${JSON.stringify(testInputs(), null, 2)}\n`);
