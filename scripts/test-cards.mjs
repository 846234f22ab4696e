// Writes specs/test-cards.json, the table of test inputs that the documentation shows, from the sandbox's own.
// Reads dist/: `npm run build` first. A test proves the committed file current.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { testInputs } = createRequire(import.meta.url)('../dist/sandbox/test-inputs.js');

writeFileSync(new URL('../specs/test-cards.json', import.meta.url), `${JSON.stringify(testInputs(), null, 2)}\n`);
