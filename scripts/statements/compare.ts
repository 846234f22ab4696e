import ts from 'typescript';
import type { DeclaredStatement, Declarations } from './declared';
import { describing, type DescribedColumn, type Description } from './described';
import { faultOfColumn } from './row-types';

export interface Comparison {
  /** How many statements were described, and how many of them have rows that somebody reads. */
  statementCount: number;
  rowCount: number;
  faults: string[];
}

/** Why columns are never null although PostgreSQL cannot tell, by statement. */
export type Trusted = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Compares what the code says of the rows of its statements with what PostgreSQL says.
 * @param texts the statements by name, as the loaded modules have declared them
 */
export async function compareStatements(
  databaseUrl: string,
  declarations: Declarations,
  texts: ReadonlyMap<string, string>,
  trusted: Trusted = {},
): Promise<Comparison> {
  const { statements, checker } = declarations;
  const faults = [...declarations.faults, ...faultsOfNames(statements, texts)];
  const declared = new Map(statements.map((each) => [each.name, each]));
  await describing(databaseUrl, async (describe) => {
    for (const [name, text] of texts) {
      const { place, ...said } = declared.get(name) ?? { place: '(a name that is made)', taken: [] };
      const { description, needless } = trusting(await describe(text), trusted[name] ?? {});
      const found = [...needless, ...faultsOfStatement(said, description, checker)];
      faults.push(...found.map((fault) => `${place}: ${name}: ${fault}`));
    }
  });
  const unknown = Object.keys(trusted).filter((name) => !texts.has(name));
  faults.push(...unknown.map((name) => `${name}: is trusted, and is no statement`));
  const rowCount = statements.filter(({ row }) => row).length;
  return { statementCount: texts.size, rowCount, faults };
}

/** A name is one statement's, and what is declared has to be loaded to be seen. */
function faultsOfNames(statements: readonly DeclaredStatement[], texts: ReadonlyMap<string, string>): string[] {
  const seen = new Set<string>();
  return statements.flatMap(({ name, place }) => {
    const fault = seen.has(name) ? 'is the name of another statement' : texts.has(name) ? undefined : 'was not loaded';
    seen.add(name);
    return fault ? [`${place}: ${name}: ${fault}`] : [];
  });
}

/** The description with what is trusted; what was trusted of no column that may be null is told of. */
function trusting(given: Description, trusted: Trusted[string]): { description: Description; needless: string[] } {
  if ('refusal' in given) return { description: given, needless: [] };
  const isNeeded = (name: string): boolean =>
    given.columns.some((column) => column.name === name && column.nullability === 'maybe');
  const needless = Object.keys(trusted).filter((name) => !isNeeded(name));
  const columns = given.columns.map((column): DescribedColumn =>
    column.name in trusted ? { ...column, nullability: 'never' } : column,
  );
  return { description: { columns }, needless: needless.map((name) => `"${name}" is trusted without need`) };
}

function faultsOfStatement(
  { row, taken }: Pick<DeclaredStatement, 'row' | 'taken'>,
  description: Description,
  checker: ts.TypeChecker,
): string[] {
  if ('refusal' in description) return [`PostgreSQL refuses it: ${description.refusal}`];
  if (!row) return [];
  const columns = description.columns.filter(({ name }) => !taken.includes(name));
  // Of a union, each row is one of them, and no column tells which.
  const shapes = row.isUnion() ? row.types : [row];
  return shapes.flatMap((shape) => faultsOfShape(shape, columns, checker));
}

function faultsOfShape(shape: ts.Type, columns: readonly DescribedColumn[], checker: ts.TypeChecker): string[] {
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
      const fault = faultOfColumn(column, checker.getTypeOfSymbol(field), checker);
      return fault ? [`"${column.name}" ${fault}`] : [];
    }),
  ];
}
