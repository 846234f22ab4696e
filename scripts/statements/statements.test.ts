import { join } from 'node:path';
import ts from 'typescript';
import { declaredStatements } from '../../store/postgres/database';
import { freshDatabase } from '../../tests/harness/database';
import { compareStatements } from './compare';
import { readDeclarations } from './declared';
import { describing } from './described';
import './testing/wrong-statements';

const FILE = join(__dirname, 'testing/wrong-statements.ts');

const FAULTS: Record<string, string[]> = {
  'wrong-name': ['it returns no "identifier"', '"id" is not in its row type'],
  'wrong-column': ['PostgreSQL rejects it: column "identifier" does not exist'],
  'wrong-amount': ['"amountMinor" is bigint, not number'],
  'wrong-date': ['"createdAt" is timestamp with time zone, not string'],
  'wrong-sum': ['"taken" is numeric, not bigint'],
  'wrong-json': ['"cart" is jsonb, not { at: Date; }[]'],
  'wrong-literals': [`"status" may also be 'cancelled', 'fulfilled'`],
  'wrong-null': ['"externalID" may be null'],
  'wrong-never-null': ['"id" is never null'],
  'wrong-outer-join': ['"paymentID" may be null'],
  'wrong-undefined': ['"reason" is never undefined, but null'],
  'wrong-selection': ['"id" is text, not bigint'],
  'wrong-listing': ['it returns no "shop"'],
  'wrong-listing-after': ['it returns no "shop"'],
  twice: ['another statement has this name'],
};

const BYPASSES = [
  'the row type must be written explicitly',
  'declare the row type at the statement, not at run()',
  'search() runs an unchecked statement',
];

test('row types that differ from the database are reported by statement and column', async () => {
  const options = { strict: true, module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  const declarations = readDeclarations([FILE], { ...options, types: ['node'] });
  const own = new Set(declarations.statements.map(({ name }) => name));
  const texts = new Map([...declaredStatements].filter(([name]) => own.has(name)));
  const { faults } = await compareStatements(await freshDatabase(), declarations, texts);
  const found = faults.map((fault) => fault.replace(/^\S*wrong-statements\.ts:\d+: /, ''));
  const expected = Object.entries(FAULTS).flatMap(([name, messages]) => messages.map((each) => `${name}: ${each}`));
  expect(found.sort()).toEqual([...expected, ...BYPASSES].sort());
});

test('trusted columns that need no trust are reported', async () => {
  const declarations = readDeclarations([], {});
  const texts = new Map([['trusted', 'SELECT id, reason FROM invoices']]);
  const trusted = { trusted: { id: 'reason', cart: 'reason' }, gone: { id: 'reason' } };
  const { faults } = await compareStatements(await freshDatabase(), declarations, texts, trusted);
  expect(faults).toEqual([
    '(composed name): trusted: "id" need not be trusted',
    '(composed name): trusted: "cart" need not be trusted',
    'gone: trusted, but there is no such statement',
  ]);
});

test.each([
  ['a NOT NULL column', 'SELECT id FROM invoices', 'never'],
  ['a nullable column', 'SELECT reason FROM invoices', 'maybe'],
  ['a column compared in WHERE', 'SELECT reason FROM invoices WHERE reason = $1', 'either'],
  ['a column with IS NOT NULL in WHERE', 'SELECT reason FROM invoices WHERE reason IS NOT NULL', 'either'],
  ['a column compared on one side of OR', 'SELECT reason FROM invoices WHERE reason = $1 OR true', 'maybe'],
  [
    'the nullable side of an outer join',
    'SELECT p.id FROM invoices i LEFT JOIN payments p ON p.invoice_id = i.id',
    'maybe',
  ],
  [
    'the preserved side of an outer join',
    'SELECT i.id FROM invoices i LEFT JOIN payments p ON p.invoice_id = i.id',
    'never',
  ],
  ['a parameter', 'SELECT $1::text', 'either'],
  ['rows of a function of parameters', 'SELECT a FROM unnest($1::text[]) AS a', 'either'],
  ['the ordinality of a function', 'SELECT n FROM unnest($1::text[]) WITH ORDINALITY AS g (a, n)', 'never'],
  ['a field of JSON', `SELECT metadata ->> 'a' FROM invoices WHERE metadata IS NOT NULL`, 'maybe'],
  ['count()', 'SELECT count(*) FROM invoices', 'never'],
  ['a sum of perhaps no rows', 'SELECT sum(amount) FROM invoices', 'maybe'],
  ['a sum of a group', 'SELECT sum(amount) FROM invoices GROUP BY party_id', 'never'],
  [
    'a filtered sum of a group',
    'SELECT sum(amount) FILTER (WHERE amount > 5) FROM invoices GROUP BY party_id',
    'maybe',
  ],
  ['a grouping column', 'SELECT party_id FROM invoices GROUP BY 1', 'never'],
  ['a sum with coalesce', 'SELECT coalesce(sum(amount), 0) FROM invoices', 'never'],
  ['a CASE without ELSE', `SELECT CASE WHEN amount > 5 THEN 'much' END FROM invoices`, 'maybe'],
  ['a CASE with ELSE', `SELECT CASE WHEN amount > 5 THEN 'much' ELSE 'little' END FROM invoices`, 'never'],
  ['EXISTS', 'SELECT EXISTS (SELECT 1 FROM payments)', 'never'],
  ['a scalar subquery', 'SELECT (SELECT id FROM payments LIMIT 1)', 'maybe'],
  ['a scalar subquery of a sum', 'SELECT (SELECT coalesce(sum(amount), 0) FROM payments)', 'never'],
  ['a union', 'SELECT id FROM invoices UNION ALL SELECT reason FROM invoices', 'maybe'],
  ['a union of NOT NULL columns', 'SELECT id FROM invoices UNION ALL SELECT id FROM payments', 'never'],
  ['a common table', 'WITH a AS (SELECT reason FROM invoices) SELECT reason FROM a', 'maybe'],
  ['an updated row', `UPDATE invoices SET product = 'a' WHERE reason = $1 RETURNING reason`, 'either'],
  ['a column that UPDATE sets', 'UPDATE invoices SET reason = NULL WHERE reason = $1 RETURNING reason', 'maybe'],
  ['a column before UPDATE', 'UPDATE invoices SET reason = $2 WHERE id = $1 RETURNING old.reason', 'maybe'],
])('nullability is inferred: %s', async (_, text, expected) => {
  const described = await describing(await freshDatabase(), (describe) => describe(text));
  expect(described).toMatchObject({ columns: [{ nullability: expected }] });
});
