import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startPlatform, type Platform } from '../tests/harness/platform';
import { where } from '../tests/harness/where';
import { EVENT_TYPES, eventProblems, produceEventMessages, writeEventSamples } from './samples/event-samples';
import type { Message } from './samples/everything-that-happens';
import { PagePerformance } from './samples/page';
import { exportedNames, markProblem, readSamples, type Sample } from './samples/sample';

const folder = join(__dirname, 'current');

const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mdx'))
  .sort()
  .map((file) => {
    const name = relative('docs', file);
    return { name, samples: readSamples(readFileSync(join(folder, file), 'utf8'), name) };
  });

const allSamples = pages.flatMap(({ samples }) => samples);

test('every sample of the guides says how it is tested', () => {
  const problems = allSamples.map((sample) => ({ place: sample.place, problem: markProblem(sample) }));
  expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([]);
});

test('names of samples are unique within a page', () => {
  for (const { name, samples } of pages) {
    const names = samples.flatMap(({ marks }) => marks['run'] ?? marks['file'] ?? []);
    expect({ page: name, names }).toEqual({ page: name, names: [...new Set(names)] });
  }
});

test('no block of a page replaces a variable of an earlier block', () => {
  for (const { name, samples } of pages) {
    const names = samples.flatMap(exportedNames);
    expect({ page: name, names }).toEqual({ page: name, names: [...new Set(names)] });
  }
});

describe('samples against a running platform', () => {
  let platform: Platform | undefined;
  beforeAll(async () => {
    platform = await startPlatform({ processes: ['sandbox', 'worker', 'api', 'checkout'] });
  }, 300_000);
  afterAll(() => platform?.stop());

  for (const { name, samples } of pages.filter((page) => page.samples.length > 0)) {
    const canRun = samples.every(({ language }) => language !== 'python') || hasCryptography();
    where(describe, canRun, 'Python cannot import cryptography')(name, () => performPage(samples, () => platform));
  }

  describe('the events of webhooks', () => {
    let sent: Map<string, Message>;
    beforeAll(async () => {
      if (!platform) throw new Error('the platform has not started');
      sent = await produceEventMessages(platform);
      if (process.env['RECORD_EVENTS']) writeEventSamples(sent);
    });

    test.each(EVENT_TYPES)('%s is sent as its page shows it', (eventType) => {
      const message = sent.get(eventType);
      expect(message && eventProblems(eventType, message)).toEqual([]);
    });
  });
});

/** Asks the Python that samples find, with their environment. */
function hasCryptography(): boolean {
  const env = { PATH: process.env['PATH'] ?? '' };
  return spawnSync('python3', ['-c', 'import cryptography'], { env }).status === 0;
}

function performPage(samples: readonly Sample[], platformOf: () => Platform | undefined): void {
  let page: PagePerformance | undefined;
  let broken: string | undefined;
  beforeAll(async () => {
    const platform = platformOf();
    if (!platform) throw new Error('the platform has not started');
    page = await PagePerformance.open(platform);
  });
  afterAll(() => page?.close());

  for (const sample of samples) {
    test(formatTitle(sample), async () => {
      if (broken !== undefined) throw new Error(`an earlier sample of the page failed: ${broken}`);
      broken = sample.place;
      await page?.perform(sample);
      broken = undefined;
    });
  }

  test('the page works again, and twice for a second reader of the same shop', async () => {
    if (broken !== undefined) throw new Error(`a sample of the page failed: ${broken}`);
    await page?.performAll(samples);
    const second = await PagePerformance.open(platformOf()!);
    try {
      await second.performAll(samples);
      await second.performAll(samples);
    } finally {
      await second.close();
    }
  }, 300_000);
}

function formatTitle({ place, marks }: Sample): string {
  const line = place.split(':').at(-1);
  if (marks['run'] !== undefined) return `line ${line}: ${marks['run']} works`;
  if (marks['response'] !== undefined) return `line ${line}: ${marks['response']} answers as shown`;
  if (marks['schema'] !== undefined) return `line ${line}: the JSON is a valid ${marks['schema'].split('#')[1]}`;
  if (marks['output'] !== undefined) return `line ${line}: ${marks['output']} prints what is shown`;
  if (marks['browser'] !== undefined) return `line ${line}: the browser shows the result`;
  return `line ${line}: ${marks['file'] ?? 'nothing to run'} is there`;
}
