import { join } from 'node:path';

/** The folder of the sources, from which `dist` runs too. */
export const PROJECT_FOLDER = join(__dirname, '..').replace(/[\\/]dist$/, '');
