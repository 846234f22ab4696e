import { join } from 'node:path';
import { TEST_CARDS } from '../../../sandbox/test-cards';
import { searchForCards } from '../canary';
import { usedCards } from '../used-cards';
import type { ServicesHost } from './services-host';

/** The last step of a run: searches its data for card numbers and CVVs. */
export async function runCanary(host: ServicesHost): Promise<{ isClean: boolean; report: string }> {
  const postgres = await host.started('postgres');
  const cardNumbers = [...new Set([...TEST_CARDS.map(({ pan }) => pan), ...usedCards(host.folder)])];
  const { found, searched } = await searchForCards({
    ...(postgres ? { adminUrl: postgres.adminUrl } : {}),
    paths: [
      join(host.folder, 'logs'),
      join(host.folder, 'temporal'),
      ...(postgres ? [join(postgres.dataFolder, 'pg_wal')] : []),
    ],
    cardNumbers,
  });
  const where =
    `${searched.databases} databases (${searched.rows} rows) and ${searched.files} files ` +
    `(${Math.round(searched.bytes / 1024 / 1024)} MB) for ${cardNumbers.length} card numbers and for CVVs`;
  if (found.length === 0) return { isClean: true, report: `Canary: searched ${where}: nothing found` };
  const lines = found.slice(0, 50).map((finding) => `  ${finding.what} in ${finding.where}`);
  return { isClean: false, report: `Canary: searched ${where}:\n${lines.join('\n')}` };
}
