import { createProgram } from './program';
import { inWords } from './words';

createProgram(process.argv.slice(2))
  .then((program) => program.parseAsync())
  .catch((error: unknown) => {
    process.stderr.write(`${inWords(error)}\n`);
    process.exit(1);
  });
