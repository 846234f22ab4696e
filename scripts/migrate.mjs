// Brings the database that DATABASE_URL names to the newest schema. Runs from a checkout and from the image alike.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const places = ['./dist/store/migrations/migrate.js', '../dist/store/migrations/migrate.js'];
const place = places.find((candidate) => existsSync(fileURLToPath(new URL(candidate, import.meta.url))));
const databaseUrl = process.env.DATABASE_URL;

if (!place) fail('dist/ is missing: run `npm run build`');
if (!databaseUrl) fail('DATABASE_URL must be given');
// Not imported: which names a compiled module exports can be told for certain only by running it.
const { migrate } = createRequire(import.meta.url)(place);
try {
  await migrate(databaseUrl);
} catch (error) {
  if (error.name === 'DatabaseTooOld') fail(error.message);
  // What a migration itself met is shown whole; a connection that is refused says all in one line, without the password.
  if (!/^Sequelize(Connection|Host|AccessDenied|InvalidConnection)/.test(error.name)) throw error;
  fail(`PostgreSQL cannot be connected to (${error.parent?.code ?? error.message}): check DATABASE_URL`);
}
console.log('The database has the newest schema');

function fail(message) {
  console.error(message);
  process.exit(1);
}
