import { isNode, isTrue, listNodes, readWord, type TreeNode, type TreeValue } from './parse-tree';

/**
 * Whether a column may be null: `never`, `maybe`, or `either` where what is asked decides it (a parameter that is returned, a
 * column that WHERE compares): a row type may then say the one or the other.
 */
export type Nullability = 'never' | 'maybe' | 'either';

/** What the catalogue says of the columns, functions and operators that a statement is made of. */
export interface Catalogue {
  isNotNull(relation: string, column: string): boolean;
  functionName(oid: string): string;
  operatorName(oid: string): string;
}

/** A query with those around it, nearest first: a column may be of any of them. */
interface Scope {
  query: TreeNode;
  outer?: Scope;
}

/** Rows that a query returns, in their order. */
export function inferNullability(query: TreeNode, catalogue: Catalogue): Nullability[] {
  const scope = { query };
  return outputs(query).map((_, place) => ofOutput(scope, place, { catalogue, visited: new Set() }));
}

/** What a query gives back: the list of a SELECT, the RETURNING of the others. */
export function outputs(query: TreeNode): TreeNode[] {
  const { commandType, targetList, returningList } = query.fields;
  const given = commandType === SELECT ? targetList : returningList;
  return listNodes(given).filter(({ fields }) => !isTrue(fields['resjunk']));
}

const SELECT = '1';
const UPDATE = '2';

interface Walk {
  catalogue: Catalogue;
  /** Common tables that are being looked into: one that is recursive adds no null of its own. */
  visited: ReadonlySet<TreeNode>;
}

function ofOutput(scope: Scope, place: number, walk: Walk): Nullability {
  const { setOperations } = scope.query.fields;
  if (isNode(setOperations)) return all(arms(setOperations).map((arm) => ofArm(scope, arm, place, walk)));
  const expression = outputs(scope.query)[place]?.fields['expr'];
  return ofExpression(expression, scope, walk);
}

/** The queries that a UNION is made of, as places in its table of ranges. */
function arms({ kind, fields }: TreeNode): string[] {
  if (kind === 'RANGETBLREF') return [readWord(fields['rtindex'])];
  return [fields['larg'], fields['rarg']].flatMap((side) => (isNode(side) ? arms(side) : []));
}

function ofArm(scope: Scope, rtindex: string, place: number, walk: Walk): Nullability {
  const query = getRange(scope, rtindex)?.fields['subquery'];
  return isNode(query) ? ofOutput({ query, outer: scope }, place, walk) : 'maybe';
}

function getRange({ query }: Scope, index: string): TreeNode | undefined {
  return listNodes(query.fields['rtable'])[Number(index) - 1];
}

type Rule = (fields: TreeNode['fields'], scope: Scope, walk: Walk) => Nullability;

/** The rule of each kind of expression; what is not here may be null. */
const RULES: Readonly<Record<string, Rule>> = {
  VAR: ofVariable,
  CONST: ({ constisnull }) => (isTrue(constisnull) ? 'maybe' : 'never'),
  PARAM: () => 'either',
  FUNCEXPR: ofFunction,
  OPEXPR: ({ opno, args }, scope, walk) => {
    const name = walk.catalogue.operatorName(readWord(opno));
    return MAYBE_NULL_OPERATORS.has(name) ? 'maybe' : allOf(args, scope, walk);
  },
  BOOLEXPR: ({ args }, scope, walk) => allOf(args, scope, walk),
  NULLTEST: () => 'never',
  BOOLEANTEST: () => 'never',
  DISTINCTEXPR: () => 'never',
  SQLVALUEFUNCTION: () => 'never',
  ARRAYEXPR: () => 'never',
  ARRAY: () => 'never',
  ROWEXPR: () => 'never',
  RELABELTYPE: ({ arg }, scope, walk) => ofExpression(arg, scope, walk),
  COERCEVIAIO: ({ arg }, scope, walk) => ofExpression(arg, scope, walk),
  ARRAYCOERCEEXPR: ({ arg }, scope, walk) => ofExpression(arg, scope, walk),
  COLLATEEXPR: ({ arg }, scope, walk) => ofExpression(arg, scope, walk),
  COALESCEEXPR: anyOf,
  COALESCE: anyOf,
  MINMAXEXPR: anyOf,
  MINMAX: anyOf,
  CASEEXPR: ofCase,
  CASE: ofCase,
  SUBLINK: ofSublink,
  AGGREF: ofAggregate,
  WINDOWFUNC: ({ winfnoid }, _, { catalogue }) =>
    NEVER_NULL_AGGREGATES.has(catalogue.functionName(readWord(winfnoid))) ? 'never' : 'maybe',
};

function ofFunction({ funcid, funcformat, args }: TreeNode['fields'], scope: Scope, walk: Walk): Nullability {
  const name = walk.catalogue.functionName(readWord(funcid));
  if (name === 'concat') return 'never';
  // The others of its arguments it writes as nothing where they are null.
  if (name === 'format') return ofExpression(listNodes(args)[0], scope, walk);
  const isCast = funcformat === '1' || funcformat === '2';
  return isCast || NEVER_NULL_FUNCTIONS.has(name) ? allOf(args, scope, walk) : 'maybe';
}

/** Functions that give no null unless they are given one. */
const NEVER_NULL_FUNCTIONS = new Set([
  ...['now', 'clock_timestamp', 'nextval', 'gen_random_uuid', 'generate_series', 'date_trunc', 'extract', 'age'],
  ...['lower', 'upper', 'length', 'md5', 'substr', 'substring', 'replace', 'left', 'right', 'btrim'],
  ...['jsonb_build_object', 'jsonb_build_array', 'to_jsonb', 'jsonb_array_elements', 'array_append', 'cardinality'],
  ...['abs', 'floor', 'ceil', 'round', 'div', 'mod', 'trunc', 'pg_notify', 'pg_backend_pid', 'timezone'],
]);

/** Operators that look something up, and may not find it. */
const MAYBE_NULL_OPERATORS = new Set(['->', '->>', '#>', '#>>', '@?', '@@']);

/** They count also where there is nothing. */
const NEVER_NULL_AGGREGATES = new Set(['count', 'row_number', 'rank', 'dense_rank']);

function ofExpression(value: TreeValue, scope: Scope, walk: Walk): Nullability {
  if (!isNode(value)) return 'maybe';
  return RULES[value.kind]?.(value.fields, scope, walk) ?? 'maybe';
}

function ofVariable(fields: TreeNode['fields'], scope: Scope, walk: Walk): Nullability {
  const own = getOwner(scope, Number(fields['varlevelsup']));
  const [varno, varattno] = [readWord(fields['varno']), Number(fields['varattno'])];
  if (isNarrowed(own.query, varno, String(varattno))) return 'either';
  const isOfOuterJoin = Array.isArray(fields['varnullingrels']) && fields['varnullingrels'].length > 1;
  const isOld = fields['varreturningtype'] === '1';
  const range = getRange(own, varno);
  if (isOfOuterJoin || isOld || !range || varattno === 0) return 'maybe';
  return ofRange(range, varattno, own, walk);
}

function getOwner(scope: Scope, levels: number): Scope {
  let own = scope;
  for (let level = 0; level < levels; level++) {
    if (!own.outer) throw new Error('a column of a query that is not there');
    own = own.outer;
  }
  return own;
}

const RELATION = '0';
const SUBQUERY = '1';
const JOIN = '2';
const FUNCTION = '3';
const VALUES = '5';
const COMMON = '6';
const GROUP = '9';

/** A column of one of the ranges of a FROM. */
function ofRange({ fields }: TreeNode, column: number, scope: Scope, walk: Walk): Nullability {
  const place = column - 1;
  switch (fields['rtekind']) {
    case RELATION:
      return column < 0 || walk.catalogue.isNotNull(readWord(fields['relid']), String(column)) ? 'never' : 'maybe';
    case SUBQUERY:
      return isNode(fields['subquery']) ? ofOutput({ query: fields['subquery'], outer: scope }, place, walk) : 'maybe';
    case COMMON:
      return ofCommonTable(fields, place, scope, walk);
    case JOIN:
      return ofExpression(listNodes(fields['joinaliasvars'])[place], scope, walk);
    case GROUP:
      return ofExpression(listNodes(fields['groupexprs'])[place], scope, walk);
    case VALUES: {
      const rows = Array.isArray(fields['values_lists']) ? fields['values_lists'] : [];
      return all(rows.map((row) => ofExpression(listNodes(row)[place], scope, walk)));
    }
    case FUNCTION:
      return ofFunctionRange(fields, column, scope, walk);
    default:
      return 'maybe';
  }
}

/** Rows that a function makes. What it makes of values that were given is as they were given. */
function ofFunctionRange(fields: TreeNode['fields'], column: number, scope: Scope, walk: Walk): Nullability {
  const { functions, funcordinality, eref } = fields;
  const names = isNode(eref) ? eref.fields['colnames'] : undefined;
  if (isTrue(funcordinality) && Array.isArray(names) && names.length === column) return 'never';
  const calls = listNodes(functions).map((each) => each.fields['funcexpr']);
  const made = all(calls.map((call) => ofExpression(call, scope, walk)));
  const isOfGiven = calls.every((call) => isNode(call) && allOf(call.fields['args'], scope, walk) === 'either');
  return made === 'maybe' && isOfGiven ? 'either' : made;
}

function ofCommonTable(fields: TreeNode['fields'], place: number, scope: Scope, walk: Walk): Nullability {
  const own = getOwner(scope, Number(fields['ctelevelsup']));
  const table = listNodes(own.query.fields['cteList']).find((each) => each.fields['ctename'] === fields['ctename']);
  const query = table?.fields['ctequery'];
  if (!table || !isNode(query)) return 'maybe';
  if (walk.visited.has(table)) return 'never';
  return ofOutput({ query, outer: own }, place, { ...walk, visited: new Set([...walk.visited, table]) });
}

/** Every arm of a CASE, and what there is where none fits. */
function ofCase({ args, defresult }: TreeNode['fields'], scope: Scope, walk: Walk): Nullability {
  const results = listNodes(args).map(({ fields }) => ofExpression(fields['result'], scope, walk));
  return all([...results, ofExpression(defresult, scope, walk)]);
}

const EXISTS = '0';
const EXPRESSION = '4';
const ARRAY_OF = '6';

function ofSublink({ subLinkType, subselect }: TreeNode['fields'], scope: Scope, walk: Walk): Nullability {
  if (subLinkType === EXISTS || subLinkType === ARRAY_OF) return 'never';
  if (subLinkType !== EXPRESSION || !isNode(subselect)) return 'maybe';
  const { hasAggs, groupClause, havingQual, limitCount } = subselect.fields;
  const isOneRow = isTrue(hasAggs) && [groupClause, havingQual, limitCount].every((each) => each === undefined);
  return isOneRow ? ofOutput({ query: subselect, outer: scope }, 0, walk) : 'maybe';
}

/** Of no rows there is no sum; a group has one at the least. */
function ofAggregate({ aggfnoid, args, aggfilter }: TreeNode['fields'], scope: Scope, walk: Walk): Nullability {
  if (NEVER_NULL_AGGREGATES.has(walk.catalogue.functionName(readWord(aggfnoid)))) return 'never';
  const { groupClause, groupingSets } = scope.query.fields;
  const isOfGroup = groupClause !== undefined && groupingSets === undefined && aggfilter === undefined;
  return isOfGroup ? all(listNodes(args).map(({ fields }) => ofExpression(fields['expr'], scope, walk))) : 'maybe';
}

/** Whether WHERE keeps only rows in which the column is compared, or is said to be there: null compares with nothing. */
function isNarrowed({ fields }: TreeNode, varno: string, varattno: string): boolean {
  const { jointree, commandType, resultRelation, targetList } = fields;
  if (!isNode(jointree)) return false;
  // What an UPDATE sets is returned as it is then.
  const isSet = listNodes(targetList).some((set) => set.fields['resno'] === varattno);
  if (commandType === UPDATE && resultRelation === varno && isSet) return false;
  return conditions(jointree.fields['quals']).some(({ kind, fields: test }) => {
    const compared =
      kind === 'NULLTEST' && test['nulltesttype'] === '1'
        ? [test['arg']]
        : kind === 'OPEXPR' || kind === 'SCALARARRAYOPEXPR'
          ? listNodes(test['args'])
          : [];
    return compared.some((each) => isVariable(each, varno, varattno));
  });
}

function conditions(value: TreeValue): TreeNode[] {
  if (!isNode(value)) return [];
  const isAnd = value.kind === 'BOOLEXPR' && value.fields['boolop'] === 'and';
  return isAnd ? listNodes(value.fields['args']).flatMap(conditions) : [value];
}

function isVariable(value: TreeValue, varno: string, varattno: string): boolean {
  if (!isNode(value)) return false;
  const { kind, fields } = value;
  if (kind === 'RELABELTYPE') return isVariable(fields['arg'], varno, varattno);
  return (
    kind === 'VAR' && fields['varlevelsup'] === '0' && fields['varno'] === varno && fields['varattno'] === varattno
  );
}

function allOf(args: TreeValue, scope: Scope, walk: Walk): Nullability {
  return all(listNodes(args).map((each) => ofExpression(each, scope, walk)));
}

function all(parts: readonly Nullability[]): Nullability {
  if (parts.includes('maybe')) return 'maybe';
  return parts.includes('either') ? 'either' : 'never';
}

function anyOf({ args }: TreeNode['fields'], scope: Scope, walk: Walk): Nullability {
  const parts = listNodes(args).map((each) => ofExpression(each, scope, walk));
  if (parts.includes('never')) return 'never';
  return parts.includes('either') ? 'either' : 'maybe';
}
