import { readFileSync } from 'node:fs';
import path from 'node:path';
import { testInputs } from './test-inputs';

test('the published test inputs match the sandbox', () => {
  const file = path.join(__dirname, '../specs/test-cards.json');
  const published: unknown = JSON.parse(readFileSync(file, 'utf8'));
  // `npm run build && node scripts/test-cards.mjs` updates the file.
  expect(published).toEqual(JSON.parse(JSON.stringify(testInputs())));
});
