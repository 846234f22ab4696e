import type { Command } from 'commander';
import { beginRotation, listRotations } from '../store/secrets/rotation';
import { print, withStore, withStoreAs } from './with-store';

/** `rotate encryption-key|status`: all that rests is encrypted with the first of the keys in ENCRYPTION_KEY. */
export function addRotateCommands(program: Command): void {
  const rotate = program.command('rotate').description('take a new key into use for what is encrypted at rest');
  rotate
    .command('encryption-key')
    .description('encrypt all that rests with the first key of ENCRYPTION_KEY; a workflow does it while payments go on')
    .action(() => withStoreAs('rotate encryption-key', async (store) => print(await beginRotation(store))));
  rotate
    .command('status')
    .description('the rotations, the newest first: which key, since when, how many texts')
    .action(() =>
      withStore(async ({ database, encryptionKeys }) => {
        const inForce = encryptionKeys.first.id;
        for (const rotation of await listRotations(database)) {
          print({ ...rotation, isInForce: rotation.keyID === inForce });
        }
      }),
    );
}
