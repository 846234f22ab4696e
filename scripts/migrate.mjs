// Brings the database that DATABASE_URL names to the newest schema. Runs from a checkout and from the image alike.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const places = ['./dist/store/migrations/migrate.js', '../dist/store/migrations/migrate.js'];
const place = places.find((candidate) => existsSync(fileURLToPath(new URL(candidate, import.meta.url))));
const databaseUrl = process.env.DATABASE_URL;

if (!place) throw new Error('dist/ is missing: run `npm run build`');
if (!databaseUrl) throw new Error('DATABASE_URL must be given');
const { migrate } = await import(new URL(place, import.meta.url));
await migrate(databaseUrl);
console.log('The database has the newest schema');
