import ts from 'typescript';

/** A statement that the code declares. */
export interface DeclaredStatement {
  name: string;
  /** `file:line`. */
  place: string;
  /** The declared type of a row; undefined where no row is read. */
  row?: ts.Type;
  /** Columns that the declaring function removes from each row. */
  omitted: readonly string[];
}

export interface Declarations {
  statements: DeclaredStatement[];
  /** Code that bypasses the check, with its place. */
  faults: string[];
  checker: ts.TypeChecker;
}

/** A function that declares statements, whose names follow from its first argument. */
interface Declarer {
  names: (argument: ts.Expression, checker: ts.TypeChecker) => (string | undefined)[];
  omitted?: readonly string[];
}

const statement: Declarer = {
  names: (argument, checker) => [literal(checker.getTypeAtLocation(argument))],
};

const listing: Declarer = {
  names: (argument, checker) => {
    const name = literalField(argument, 'name', checker);
    return ['', '-after'].map((end) => name && name + end);
  },
};

const recoverable: Declarer = {
  names: (argument, checker) => {
    const kind = literalField(argument, 'kind', checker);
    return ['page', 'by-key'].map((end) => kind && `open-${kind}-${end}`);
  },
  omitted: ['key'],
};

const DECLARERS: ReadonlyMap<string, Declarer> = new Map(
  Object.entries({ statement, lookup: statement, selection: statement, listing, recoverable }),
);

/** Reads the declarations of some files with the TypeScript compiler. */
export function readDeclarations(files: readonly string[], options: ts.CompilerOptions): Declarations {
  const program = ts.createProgram([...files], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const found: Declarations = { statements: [], faults: [], checker };
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} does not exist`);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) readCall(node, source, found);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function readCall(call: ts.CallExpression, source: ts.SourceFile, { statements, faults, checker }: Declarations): void {
  const place = formatPlace(call, source);
  const method = ts.isPropertyAccessExpression(call.expression) ? call.expression : undefined;
  if (method && isOfDatabase(method.expression, checker)) {
    if (method.name.text === 'search') faults.push(`${place}: search() runs an unchecked statement`);
    if (method.name.text === 'run' && call.typeArguments) {
      faults.push(`${place}: declare the row type at the statement, not at run()`);
    }
    return;
  }
  const declarer = ts.isIdentifier(call.expression) ? DECLARERS.get(call.expression.text) : undefined;
  const [argument] = call.arguments;
  if (!declarer || !argument) return;
  const [rowNode] = call.typeArguments ?? [];
  const row = rowNode && checker.getTypeFromTypeNode(rowNode);
  if (!row && isRowInferred(call, checker)) faults.push(`${place}: the row type must be written explicitly`);
  for (const name of declarer.names(argument, checker)) {
    if (name) statements.push({ name, place, omitted: declarer.omitted ?? [], ...(row && { row }) });
    else if (row) faults.push(`${place}: the name of a statement with rows must be a literal`);
  }
}

/** Whether the row type is inferred from the context. Within `listing` and the like their caller writes it. */
function isRowInferred(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  const isGeneric = (node: ts.Node): boolean =>
    ts.isFunctionDeclaration(node) && (node.typeParameters ?? []).length > 0 && DECLARERS.has(node.name?.text ?? '');
  const row = checker.getTypeAtLocation(call).getProperty('row');
  if (!row || ts.findAncestor(call, isGeneric)) return false;
  return (checker.getTypeOfSymbol(row).flags & ts.TypeFlags.Unknown) === 0;
}

function isOfDatabase(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  return checker.getTypeAtLocation(expression).symbol?.name === 'Database';
}

function literalField(argument: ts.Expression, field: string, checker: ts.TypeChecker): string | undefined {
  const written = ts.isObjectLiteralExpression(argument)
    ? argument.properties.find((each) => ts.isPropertyAssignment(each) && each.name.getText() === field)
    : undefined;
  if (written && ts.isPropertyAssignment(written)) return literal(checker.getTypeAtLocation(written.initializer));
  const property = checker.getTypeAtLocation(argument).getProperty(field);
  return property && literal(checker.getTypeOfSymbolAtLocation(property, argument));
}

function literal(type: ts.Type): string | undefined {
  return type.isStringLiteral() ? type.value : undefined;
}

function formatPlace(node: ts.Node, source: ts.SourceFile): string {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return `${source.fileName}:${line + 1}`;
}
