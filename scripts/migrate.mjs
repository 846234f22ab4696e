// Brings the database that DATABASE_URL names to the newest schema. Runs from a checkout and from the image alike.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const places = ['./dist/store/migrations/migrate.js', '../dist/store/migrations/migrate.js'];
const place = places.find((candidate) => existsSync(fileURLToPath(new URL(candidate, import.meta.url))));
const databaseUrl = process.env.DATABASE_URL;

if (!place) throw new Error('dist/ is missing: run `npm run build`');
if (!databaseUrl) throw new Error('DATABASE_URL must be given');
// Not imported: which names a compiled module exports can be told for certain only by running it.
const { migrate } = createRequire(import.meta.url)(place);
await migrate(databaseUrl);
console.log('The database has the newest schema');
