import ts from 'typescript';
import type { DeclaredStatement, Declarations } from './declared';
import { describing, type DescribedColumn, type Description } from './described';
import { checkColumn } from './row-types';

export interface StatementComparison {
  statementCount: number;
  rowCount: number;
  faults: string[];
}

/** The reasons why columns are never null although PostgreSQL cannot infer it, by statement and column. */
export type Trusted = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Compares the row types in the code with the columns that PostgreSQL describes.
 * @param texts the statements of the loaded modules by name
 */
export async function compareStatements(
  databaseUrl: string,
  declarations: Declarations,
  texts: ReadonlyMap<string, string>,
  trusted: Trusted = {},
): Promise<StatementComparison> {
  const { statements, checker } = declarations;
  const faults = [...declarations.faults, ...checkNames(statements, texts)];
  const declared = new Map(statements.map((each) => [each.name, each]));
  await describing(databaseUrl, async (describe) => {
    for (const [name, text] of texts) {
      const { place, ...declaration } = declared.get(name) ?? { place: '(composed name)', omitted: [] };
      const { description, needless } = applyTrusted(await describe(text), trusted[name] ?? {});
      const found = [...needless, ...checkStatement(declaration, description, checker)];
      faults.push(...found.map((fault) => `${place}: ${name}: ${fault}`));
    }
  });
  const unknown = Object.keys(trusted).filter((name) => !texts.has(name));
  faults.push(...unknown.map((name) => `${name}: trusted, but there is no such statement`));
  const rowCount = statements.filter(({ row }) => row).length;
  return { statementCount: texts.size, rowCount, faults };
}

/** Names are unique, and each declaration belongs to a loaded module. */
function checkNames(statements: readonly DeclaredStatement[], texts: ReadonlyMap<string, string>): string[] {
  const seen = new Set<string>();
  return statements.flatMap(({ name, place }) => {
    const fault = seen.has(name)
      ? 'another statement has this name'
      : texts.has(name)
        ? undefined
        : 'its module was not loaded';
    seen.add(name);
    return fault ? [`${place}: ${name}: ${fault}`] : [];
  });
}

/** Marks the trusted columns as never null, and lists those that PostgreSQL does not consider nullable. */
function applyTrusted(given: Description, trusted: Trusted[string]): { description: Description; needless: string[] } {
  if ('refusal' in given) return { description: given, needless: [] };
  const isNeeded = (name: string): boolean =>
    given.columns.some((column) => column.name === name && column.nullability === 'maybe');
  const needless = Object.keys(trusted).filter((name) => !isNeeded(name));
  const columns = given.columns.map((column): DescribedColumn =>
    column.name in trusted ? { ...column, nullability: 'never' } : column,
  );
  return { description: { columns }, needless: needless.map((name) => `"${name}" need not be trusted`) };
}

function checkStatement(
  { row, omitted }: Pick<DeclaredStatement, 'row' | 'omitted'>,
  description: Description,
  checker: ts.TypeChecker,
): string[] {
  if ('refusal' in description) return [`PostgreSQL rejects it: ${description.refusal}`];
  if (!row) return [];
  const columns = description.columns.filter(({ name }) => !omitted.includes(name));
  // Each member of a union must fit, because no column selects one.
  const shapes = row.isUnion() ? row.types : [row];
  return shapes.flatMap((shape) => checkShape(shape, columns, checker));
}

function checkShape(shape: ts.Type, columns: readonly DescribedColumn[], checker: ts.TypeChecker): string[] {
  const fields = new Map(checker.getPropertiesOfType(shape).map((each) => [each.name, each]));
  const names = new Set(columns.map(({ name }) => name));
  const missing = [...fields.values()].filter(
    ({ name, flags }) => !names.has(name) && !(flags & ts.SymbolFlags.Optional),
  );
  return [
    ...missing.map(({ name }) => `it returns no "${name}"`),
    ...columns.flatMap((column) => {
      const field = fields.get(column.name);
      if (!field) return [`"${column.name}" is not in its row type`];
      const fault = checkColumn(column, checker.getTypeOfSymbol(field), checker);
      return fault ? [`"${column.name}" ${fault}`] : [];
    }),
  ];
}
