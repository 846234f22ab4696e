import { ServiceProblem } from '../services/folders';
import { buildImages } from './build-images';
import { checkImages } from './check';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run images`, after the build. */
async function main(): Promise<void> {
  if (!process.argv.includes('--check')) return buildImages(say);
  const { passed, failed } = await checkImages(say);
  say(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  say(error instanceof ServiceProblem ? error.message : String((error as Error).stack ?? error));
  process.exitCode = 1;
});
