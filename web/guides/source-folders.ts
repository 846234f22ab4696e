import { resolve } from 'node:path';

// The bundled configuration cannot use its own location, so the build sets WEB_ROOT.
const site = process.env['WEB_ROOT'] ?? resolve('web');

export const publicFolder = resolve(site, 'public');

export const contentFolder = process.env['CONTENT_DIR'] ?? resolve(site, '../content');

export const specificationsFolder = process.env['SPECS_DIR'] ?? resolve(site, '../specs');
