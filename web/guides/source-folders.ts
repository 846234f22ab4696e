import { resolve } from 'node:path';

// The configuration is bundled before it runs, so its own location says nothing; the build sets the folder of the site.
const site = process.env['WEB_ROOT'] ?? resolve('web');

/** The folder of files that are published as they are. */
export const publicFolder = resolve(site, 'public');

/** The folder of guides; another provider may keep its own elsewhere. */
export const contentFolder = process.env['CONTENT_DIR'] ?? resolve(site, '../content');

/** The folder of the generated specifications. */
export const specificationsFolder = process.env['SPECS_DIR'] ?? resolve(site, '../specs');
