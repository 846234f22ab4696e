import type { Command } from 'commander';
import { beginRotation, listRotations } from '../store/platform/key-rotation/key-rotation';
import { print, withStore, withStoreAs } from './with-store';

export function addRotateCommands(program: Command): void {
  const rotate = program.command('rotate').description('rotate the key of data encrypted at rest');
  rotate
    .command('encryption-key')
    .description('encrypt all stored data with the first key of ENCRYPTION_KEY, in a background workflow')
    .action(() => withStoreAs('rotate encryption-key', async (store) => print(await beginRotation(store))));
  rotate
    .command('status')
    .description('list rotations, newest first: key, start, number of texts')
    .action(() =>
      withStore(async ({ database, encryptionKeys }) => {
        const inForce = encryptionKeys.first.id;
        for (const rotation of await listRotations(database)) {
          print({ ...rotation, isInForce: rotation.keyID === inForce });
        }
      }),
    );
}
