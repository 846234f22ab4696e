import { join } from 'node:path';
import ts from 'typescript';
import { declaredStatements } from '../../store/database';
import { freshDatabase } from '../../testing/database';
import { compareStatements } from './compare';
import { readDeclarations } from './declared';
import { describing } from './described';
import './testing/wrong-statements';

const FILE = join(__dirname, 'testing/wrong-statements.ts');

/** What is said of each statement; those of the same line of its file together. */
const SAID: Record<string, string[]> = {
  'wrong-name': ['it returns no "identifier"', '"id" is not in its row type'],
  'wrong-column': ['PostgreSQL refuses it: column "identifier" does not exist'],
  'wrong-amount': ['"amountMinor" is bigint, not number'],
  'wrong-moment': ['"createdAt" is timestamp with time zone, not string'],
  'wrong-sum': ['"taken" is numeric, not bigint'],
  'wrong-json': ['"cart" is jsonb, not { at: Date; }[]'],
  'wrong-words': [`"status" may be 'cancelled', 'fulfilled' too`],
  'wrong-null': ['"externalID" may be null'],
  'wrong-never-null': ['"id" is never null'],
  'wrong-outer-join': ['"paymentID" may be null'],
  'wrong-undefined': ['"reason" is never undefined: a row says null'],
  'wrong-selection': ['"id" is text, not bigint'],
  'wrong-listing': ['it returns no "shop"'],
  'wrong-listing-after': ['it returns no "shop"'],
  twice: ['is the name of another statement'],
};

const AROUND = [
  'the type of a row is not written out',
  'the type of a row stands with its statement, not with who runs it',
  'search() runs what no check sees',
];

test('a row type that says something else than the database is told of, by statement and column', async () => {
  const options = { strict: true, module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  const declarations = readDeclarations([FILE], { ...options, types: ['node'] });
  const own = new Set(declarations.statements.map(({ name }) => name));
  const texts = new Map([...declaredStatements].filter(([name]) => own.has(name)));
  const { faults } = await compareStatements(await freshDatabase(), declarations, texts);
  const said = faults.map((fault) => fault.replace(/^\S*wrong-statements\.ts:\d+: /, ''));
  const expected = Object.entries(SAID).flatMap(([name, ofName]) => ofName.map((each) => `${name}: ${each}`));
  expect(said.sort()).toEqual([...expected, ...AROUND].sort());
});

test('a name that is trusted without need is told of', async () => {
  const declarations = readDeclarations([], {});
  const texts = new Map([['trusted', 'SELECT id, reason FROM invoices']]);
  const trusted = { trusted: { id: 'we know', cart: 'we know' }, gone: { id: 'we knew' } };
  const { faults } = await compareStatements(await freshDatabase(), declarations, texts, trusted);
  expect(faults).toEqual([
    '(a name that is made): trusted: "id" is trusted without need',
    '(a name that is made): trusted: "cart" is trusted without need',
    'gone: is trusted, and is no statement',
  ]);
});

test.each([
  ['a column that may not be null', 'SELECT id FROM invoices', 'never'],
  ['a column that may', 'SELECT reason FROM invoices', 'maybe'],
  ['a column that WHERE compares', 'SELECT reason FROM invoices WHERE reason = $1', 'either'],
  ['a column that WHERE says to be there', 'SELECT reason FROM invoices WHERE reason IS NOT NULL', 'either'],
  ['a column that one side of OR compares', 'SELECT reason FROM invoices WHERE reason = $1 OR true', 'maybe'],
  [
    'the other side of an outer join',
    'SELECT p.id FROM invoices i LEFT JOIN payments p ON p.invoice_id = i.id',
    'maybe',
  ],
  ['this side of it', 'SELECT i.id FROM invoices i LEFT JOIN payments p ON p.invoice_id = i.id', 'never'],
  ['a parameter', 'SELECT $1::text', 'either'],
  ['what a function makes of parameters', 'SELECT a FROM unnest($1::text[]) AS a', 'either'],
  ['its place', 'SELECT n FROM unnest($1::text[]) WITH ORDINALITY AS g (a, n)', 'never'],
  ['a field of JSON', `SELECT metadata ->> 'a' FROM invoices WHERE metadata IS NOT NULL`, 'maybe'],
  ['how many there are', 'SELECT count(*) FROM invoices', 'never'],
  ['a sum of perhaps nothing', 'SELECT sum(amount) FROM invoices', 'maybe'],
  ['a sum of a group', 'SELECT sum(amount) FROM invoices GROUP BY party_id', 'never'],
  [
    'a filtered sum of a group',
    'SELECT sum(amount) FILTER (WHERE amount > 5) FROM invoices GROUP BY party_id',
    'maybe',
  ],
  ['what a group is of', 'SELECT party_id FROM invoices GROUP BY 1', 'never'],
  ['a sum with a substitute', 'SELECT coalesce(sum(amount), 0) FROM invoices', 'never'],
  ['a case without the other', `SELECT CASE WHEN amount > 5 THEN 'much' END FROM invoices`, 'maybe'],
  ['a case with it', `SELECT CASE WHEN amount > 5 THEN 'much' ELSE 'little' END FROM invoices`, 'never'],
  ['whether there is', 'SELECT EXISTS (SELECT 1 FROM payments)', 'never'],
  ['a query within', 'SELECT (SELECT id FROM payments LIMIT 1)', 'maybe'],
  ['a sum within', 'SELECT (SELECT coalesce(sum(amount), 0) FROM payments)', 'never'],
  ['a union', 'SELECT id FROM invoices UNION ALL SELECT reason FROM invoices', 'maybe'],
  ['a union of what is never null', 'SELECT id FROM invoices UNION ALL SELECT id FROM payments', 'never'],
  ['a common table', 'WITH a AS (SELECT reason FROM invoices) SELECT reason FROM a', 'maybe'],
  [
    'a common table that calls itself',
    'WITH RECURSIVE a AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM a) SELECT n FROM a LIMIT 9',
    'never',
  ],
  ['what an update returns', `UPDATE invoices SET product = 'a' WHERE reason = $1 RETURNING reason`, 'either'],
  ['what it has changed', 'UPDATE invoices SET reason = NULL WHERE reason = $1 RETURNING reason', 'maybe'],
  ['what was before it', 'UPDATE invoices SET reason = $2 WHERE id = $1 RETURNING old.reason', 'maybe'],
])('whether a column may be null: %s', async (_, text, expected) => {
  const described = await describing(await freshDatabase(), (describe) => describe(text));
  expect(described).toMatchObject({ columns: [{ nullability: expected }] });
});
