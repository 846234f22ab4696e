import { createProgram } from './program';
import { formatError } from './format-error';

// Who reads may stop before the end, as `head` does: then there is nobody left to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

createProgram(process.argv.slice(2))
  .then((program) => program.parseAsync())
  .catch((error: unknown) => {
    process.stderr.write(`${formatError(error)}\n`);
    process.exit(1);
  });
