import { readFileSync } from 'node:fs';
import path from 'node:path';
import { testInputs } from './test-inputs';

test('the published table of test inputs is the one that the sandbox obeys', () => {
  const file = path.join(__dirname, '../specs/test-cards.json');
  const published: unknown = JSON.parse(readFileSync(file, 'utf8'));
  // Not current? `npm run build && node scripts/test-cards.mjs` writes it.
  expect(published).toEqual(JSON.parse(JSON.stringify(testInputs())));
});
