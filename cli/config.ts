import type { Command } from 'commander';
import { describeEnvironment } from '../runtime/environment';
import { withRemoteOption } from './remote';
import { print } from './with-store';

/** `config`: every environment variable with its default and meaning. */
export function addConfigCommand(program: Command): void {
  withRemoteOption(program.command('config'))
    .description('list every environment variable')
    .action(() => describeEnvironment().forEach(print));
}
