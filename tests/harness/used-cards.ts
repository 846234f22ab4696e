import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './services';

const cardNumber = /"cardNumber"\s*:\s*"([\d ]{12,23})"/g;

/** Records card numbers of a request for the canary. */
export function noteCards(body: string): void {
  const found = [...body.matchAll(cardNumber)].map((match) => (match[1] ?? '').replaceAll(' ', ''));
  if (found.length > 0) appendFileSync(fileIn(runFolder('canary')), `${found.join('\n')}\n`);
}

/** All recorded card numbers of a run. */
export function usedCards(folder: string): string[] {
  const file = fileIn(join(folder, 'canary'));
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return [...new Set(lines.filter((line) => line !== ''))];
}

function fileIn(folder: string): string {
  return join(folder, 'cards.txt');
}
