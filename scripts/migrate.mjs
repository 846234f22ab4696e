// Migrates the database of DATABASE_URL to the newest schema, from a checkout or an image.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const places = ['./dist/store/migrations/migrate.js', '../dist/store/migrations/migrate.js'];
const place = places.find((candidate) => existsSync(fileURLToPath(new URL(candidate, import.meta.url))));
const databaseUrl = process.env.DATABASE_URL;

if (!place) fail('dist/ is missing: run `npm run build`');
if (!databaseUrl) fail('DATABASE_URL must be given');
const { migrate } = createRequire(import.meta.url)(place);
try {
  await migrate(databaseUrl);
} catch (error) {
  if (error.name === 'DatabaseTooOld') fail(error.message);
  // A connection error is one line without the password; others keep their stack.
  if (!/^Sequelize(Connection|Host|AccessDenied|InvalidConnection)/.test(error.name)) throw error;
  fail(`PostgreSQL cannot be connected to (${error.parent?.code ?? error.message}): check DATABASE_URL`);
}
console.log('The database has the newest schema');

function fail(message) {
  console.error(message);
  process.exit(1);
}
