import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { aPage, anOperation, aSection } from '../testing/a-site';
import { ALGOLIA_SETTINGS, algoliaRecords } from './algolia-records';
import { startAlgolia, type AlgoliaStandIn } from '../testing/algolia-stand-in';

const run = promisify(execFile);

const PAGES = [
  aPage({
    url: '/docs/signature',
    title: 'Проверка подписи',
    breadcrumbs: ['Документация', 'Примеры'],
    sections: [aSection('Ключ', 'Открытый ключ вебхука.')],
  }),
  anOperation('POST /wallet/v0/wallets', 'createWallet', 'Создать кошелёк'),
];

describe('records for Algolia', () => {
  const records = algoliaRecords(PAGES, { siteUrl: 'https://docs.example', version: 'current' });

  test('exist once per page and place, each with its own address', () => {
    expect(records.map(({ url, type }) => [url, type])).toEqual([
      ['https://docs.example/docs/signature', 'lvl1'],
      ['https://docs.example/docs/signature#ключ', 'content'],
      ['https://docs.example/api/wallets/createWallet', 'lvl1'],
    ]);
    expect(new Set(records.map(({ objectID }) => objectID)).size).toBe(records.length);
  });

  test('contain an operation’s call and the levels above it', () => {
    expect(records[2]?.content).toContain('POST /wallet/v0/wallets createWallet');
    expect(records[1]?.hierarchy).toMatchObject({ lvl0: 'Примеры', lvl1: 'Проверка подписи', lvl2: 'Ключ' });
  });
});

describe('uploading to Algolia', () => {
  let algolia: AlgoliaStandIn;
  let folder: string;

  beforeEach(async () => {
    algolia = await startAlgolia();
    folder = await mkdtemp(join(tmpdir(), 'search-records-'));
    await mkdir(join(folder, 'server'));
    const contents = {
      records: algoliaRecords(PAGES, { siteUrl: 'https://docs.example', version: 'current' }),
      settings: ALGOLIA_SETTINGS,
    };
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(folder, 'server/index.js'),
      `export const entry = { module: { siteRecords: () => (${JSON.stringify(contents)}) } };`,
    );
  });

  afterEach(async () => {
    await algolia.stop();
    await rm(folder, { recursive: true });
  });

  const upload = (environment: Record<string, string>): Promise<{ stdout: string; stderr: string }> =>
    run(process.execPath, [resolve(__dirname, '../../../dist/web/builder/upload-records.js')], {
      env: {
        NODE_ENV: 'test',
        PATH: process.env['PATH'],
        WEB_BUILD_DIR: folder,
        ALGOLIA_HOSTS: algolia.url,
        ...environment,
      },
    });

  test('replaces the index by the records of the built site, with its settings', async () => {
    const { stdout } = await upload({ ALGOLIA_APP_ID: 'APP', ALGOLIA_ADMIN_API_KEY: 'key', ALGOLIA_INDEX: 'docs' });
    expect(stdout).toContain('uploaded 3 records to docs');
    expect([...algolia.indexes.keys()]).toEqual(['docs']);
    expect(algolia.indexes.get('docs')?.map(({ url }) => url)).toContain('https://docs.example/docs/signature');
    expect(algolia.settings.get('docs')).toMatchObject({ indexLanguages: ['ru', 'en'], attributeForDistinct: 'url' });
  });

  test('names the missing setting', async () => {
    await expect(upload({ ALGOLIA_APP_ID: 'APP', ALGOLIA_INDEX: 'docs' })).rejects.toMatchObject({
      stderr: expect.stringContaining('ALGOLIA_ADMIN_API_KEY') as string,
    });
  });
});
