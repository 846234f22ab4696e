import { isNode, isTrue, listNodes, readWord, type TreeNode, type TreeValue } from './parse-tree';

/**
 * Whether a column may be null: `never`, `maybe`, or `either` where parameters or WHERE decide it. A row type may then say
 * null or not.
 */
export type Nullability = 'never' | 'maybe' | 'either';

/** The properties of columns, functions and operators in the catalogue of PostgreSQL. */
export interface Catalogue {
  isNotNull(relation: string, column: string): boolean;
  functionName(oid: string): string;
  operatorName(oid: string): string;
}

/** A query and the queries around it, nearest first. */
interface Scope {
  query: TreeNode;
  outer?: Scope;
}

type Fields = TreeNode['fields'];
type Rule = (fields: Fields, scope: Scope, catalogue: Catalogue) => Nullability;

const SELECT = '1';
const UPDATE = '2';

/** Infers the nullability of each result column of a query. */
export function inferNullability(query: TreeNode, catalogue: Catalogue): Nullability[] {
  return outputs(query).map((_, place) => inferOutput({ query }, place, catalogue));
}

/** The result columns: the list of a SELECT, or RETURNING. */
export function outputs(query: TreeNode): TreeNode[] {
  const { commandType, targetList, returningList } = query.fields;
  const list = commandType === SELECT ? targetList : returningList;
  return listNodes(list).filter(({ fields }) => !isTrue(fields['resjunk']));
}

function inferOutput(scope: Scope, place: number, catalogue: Catalogue): Nullability {
  const { setOperations } = scope.query.fields;
  if (!isNode(setOperations)) return infer(outputs(scope.query)[place]?.fields['expr'], scope, catalogue);
  return combine(
    listArms(setOperations).map((arm) => {
      const query = getRange(scope, arm)?.fields['subquery'];
      return isNode(query) ? inferOutput({ query, outer: scope }, place, catalogue) : 'maybe';
    }),
  );
}

/** The queries of a UNION, as indexes into its range table. */
function listArms({ kind, fields }: TreeNode): string[] {
  if (kind === 'RANGETBLREF') return [readWord(fields['rtindex'])];
  return [fields['larg'], fields['rarg']].flatMap((side) => (isNode(side) ? listArms(side) : []));
}

function getRange({ query }: Scope, index: string): TreeNode | undefined {
  return listNodes(query.fields['rtable'])[Number(index) - 1];
}

const inferArgument: Rule = ({ arg }, scope, catalogue) => infer(arg, scope, catalogue);

/** The expressions that statements use; every other one may be null. */
const RULES: Readonly<Record<string, Rule>> = {
  VAR: inferVariable,
  CONST: ({ constisnull }) => (isTrue(constisnull) ? 'maybe' : 'never'),
  PARAM: () => 'either',
  FUNCEXPR: inferFunction,
  OPEXPR: ({ opno, args }, scope, catalogue) =>
    LOOKUP_OPERATORS.has(catalogue.operatorName(readWord(opno))) ? 'maybe' : inferAll(args, scope, catalogue),
  BOOLEXPR: ({ args }, scope, catalogue) => inferAll(args, scope, catalogue),
  NULLTEST: () => 'never',
  BOOLEANTEST: () => 'never',
  ARRAYEXPR: () => 'never',
  RELABELTYPE: inferArgument,
  COERCEVIAIO: inferArgument,
  COALESCEEXPR: inferAny,
  MINMAXEXPR: inferAny,
  CASEEXPR: inferCase,
  SUBLINK: inferSublink,
  AGGREF: inferAggregate,
};

function inferFunction({ funcid, funcformat, args }: Fields, scope: Scope, catalogue: Catalogue): Nullability {
  const name = catalogue.functionName(readWord(funcid));
  // format() writes null arguments as empty texts, except the first.
  if (name === 'format') return infer(listNodes(args)[0], scope, catalogue);
  if (name === 'jsonb_build_object') return 'never';
  const isCast = funcformat === '1' || funcformat === '2';
  return isCast || STRICT_FUNCTIONS.has(name) ? inferAll(args, scope, catalogue) : 'maybe';
}

/** Functions that return null only for a null argument. */
const STRICT_FUNCTIONS = new Set([
  'now',
  'clock_timestamp',
  'extract',
  'ceil',
  'left',
  'pg_notify',
  'array_to_string',
  'jsonb_strip_nulls',
]);

/** Operators that return null where they find nothing. */
const LOOKUP_OPERATORS = new Set(['->', '->>', '#>', '#>>', '@?', '@@']);

function infer(value: TreeValue, scope: Scope, catalogue: Catalogue): Nullability {
  if (!isNode(value)) return 'maybe';
  return RULES[value.kind]?.(value.fields, scope, catalogue) ?? 'maybe';
}

function inferVariable(fields: Fields, scope: Scope, catalogue: Catalogue): Nullability {
  const owner = getOwner(scope, Number(fields['varlevelsup']));
  const [varno, varattno] = [readWord(fields['varno']), Number(fields['varattno'])];
  if (isNarrowed(owner.query, varno, String(varattno))) return 'either';
  const isOfOuterJoin = Array.isArray(fields['varnullingrels']) && fields['varnullingrels'].length > 1;
  const isOld = fields['varreturningtype'] === '1';
  const range = getRange(owner, varno);
  if (isOfOuterJoin || isOld || !range || varattno === 0) return 'maybe';
  return inferRange(range.fields, varattno, owner, catalogue);
}

function getOwner(scope: Scope, levels: number): Scope {
  return levels > 0 && scope.outer ? getOwner(scope.outer, levels - 1) : scope;
}

const RELATION = '0';
const SUBQUERY = '1';
const FUNCTION = '3';
const COMMON_TABLE = '6';
const GROUP = '9';

/** A column of one entry of a FROM. */
function inferRange(fields: Fields, column: number, scope: Scope, catalogue: Catalogue): Nullability {
  const { rtekind, relid, subquery, groupexprs } = fields;
  const place = column - 1;
  if (rtekind === RELATION) {
    return column < 0 || catalogue.isNotNull(readWord(relid), String(column)) ? 'never' : 'maybe';
  }
  if (rtekind === SUBQUERY && isNode(subquery)) return inferOutput({ query: subquery, outer: scope }, place, catalogue);
  if (rtekind === COMMON_TABLE) return inferCommonTable(fields, place, scope, catalogue);
  if (rtekind === GROUP) return infer(listNodes(groupexprs)[place], scope, catalogue);
  return rtekind === FUNCTION ? inferFunctionRange(fields, column, scope, catalogue) : 'maybe';
}

/** Rows of a function, such as unnest(). Those of parameters are as the parameters are. */
function inferFunctionRange(fields: Fields, column: number, scope: Scope, catalogue: Catalogue): Nullability {
  const { functions, funcordinality, eref } = fields;
  const names = isNode(eref) ? eref.fields['colnames'] : undefined;
  if (isTrue(funcordinality) && Array.isArray(names) && names.length === column) return 'never';
  const calls = listNodes(functions).map((each) => each.fields['funcexpr']);
  const takesParameters = calls.every(
    (call) => isNode(call) && inferAll(call.fields['args'], scope, catalogue) === 'either',
  );
  return takesParameters ? 'either' : combine(calls.map((call) => infer(call, scope, catalogue)));
}

function inferCommonTable(fields: Fields, place: number, scope: Scope, catalogue: Catalogue): Nullability {
  const owner = getOwner(scope, Number(fields['ctelevelsup']));
  const table = listNodes(owner.query.fields['cteList']).find((each) => each.fields['ctename'] === fields['ctename']);
  const query = table?.fields['ctequery'];
  if (!isNode(query) || isTrue(table?.fields['cterecursive'])) return 'maybe';
  return inferOutput({ query, outer: owner }, place, catalogue);
}

function inferCase({ args, defresult }: Fields, scope: Scope, catalogue: Catalogue): Nullability {
  const results = listNodes(args).map(({ fields }) => infer(fields['result'], scope, catalogue));
  return combine([...results, infer(defresult, scope, catalogue)]);
}

const EXISTS = '0';
const EXPRESSION = '4';
const ARRAY = '6';

function inferSublink({ subLinkType, subselect }: Fields, scope: Scope, catalogue: Catalogue): Nullability {
  if (subLinkType === EXISTS || subLinkType === ARRAY) return 'never';
  if (subLinkType !== EXPRESSION || !isNode(subselect)) return 'maybe';
  const { hasAggs, groupClause, havingQual, limitCount } = subselect.fields;
  const isOneRow = isTrue(hasAggs) && [groupClause, havingQual, limitCount].every((each) => each === undefined);
  return isOneRow ? inferOutput({ query: subselect, outer: scope }, 0, catalogue) : 'maybe';
}

/** An aggregate of no rows is null, except count(); a group has at least one row. */
function inferAggregate({ aggfnoid, args, aggfilter }: Fields, scope: Scope, catalogue: Catalogue): Nullability {
  if (catalogue.functionName(readWord(aggfnoid)) === 'count') return 'never';
  const { groupClause, groupingSets } = scope.query.fields;
  const isOfGroup = groupClause !== undefined && groupingSets === undefined && aggfilter === undefined;
  return isOfGroup ? combine(listNodes(args).map(({ fields }) => infer(fields['expr'], scope, catalogue))) : 'maybe';
}

/** Whether WHERE excludes rows in which the column is null, by a comparison or IS NOT NULL. */
function isNarrowed({ fields }: TreeNode, varno: string, varattno: string): boolean {
  const { jointree, commandType, resultRelation, targetList } = fields;
  if (!isNode(jointree)) return false;
  // An UPDATE returns the value that it sets.
  const isSet = listNodes(targetList).some((set) => set.fields['resno'] === varattno);
  if (commandType === UPDATE && resultRelation === varno && isSet) return false;
  return listConditions(jointree.fields['quals']).some(({ kind, fields: test }) => {
    if (kind === 'NULLTEST') return test['nulltesttype'] === '1' && isVariable(test['arg'], varno, varattno);
    const isComparison = kind === 'OPEXPR' || kind === 'SCALARARRAYOPEXPR';
    return isComparison && listNodes(test['args']).some((each) => isVariable(each, varno, varattno));
  });
}

function listConditions(value: TreeValue): TreeNode[] {
  if (!isNode(value)) return [];
  const isAnd = value.kind === 'BOOLEXPR' && value.fields['boolop'] === 'and';
  return isAnd ? listNodes(value.fields['args']).flatMap(listConditions) : [value];
}

function isVariable(value: TreeValue, varno: string, varattno: string): boolean {
  if (!isNode(value)) return false;
  const { kind, fields } = value;
  if (kind === 'RELABELTYPE') return isVariable(fields['arg'], varno, varattno);
  return (
    kind === 'VAR' && fields['varlevelsup'] === '0' && fields['varno'] === varno && fields['varattno'] === varattno
  );
}

function inferAll(args: TreeValue, scope: Scope, catalogue: Catalogue): Nullability {
  return combine(listNodes(args).map((each) => infer(each, scope, catalogue)));
}

function combine(parts: readonly Nullability[]): Nullability {
  if (parts.includes('maybe')) return 'maybe';
  return parts.includes('either') ? 'either' : 'never';
}

function inferAny({ args }: Fields, scope: Scope, catalogue: Catalogue): Nullability {
  const parts = listNodes(args).map((each) => infer(each, scope, catalogue));
  if (parts.includes('never')) return 'never';
  return parts.includes('either') ? 'either' : 'maybe';
}
