/** Entities that a field may name. */
export type ReferenceName = 'accounts' | 'categories' | 'institutions' | 'contracts';

/** How a field is typed and shown. `list` are words with commas between them, `rows` are objects of one form. */
type Kind =
  | 'text'
  | 'url'
  | 'email'
  | 'integer'
  | 'percent'
  | 'money'
  | 'day'
  | 'moment'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'list'
  | 'group'
  | 'rows';

/** A field of a form, whose name is a path inside of what it stands in. */
export interface FieldSpec {
  name: string;
  kind: Kind;
  isRequired?: boolean;
  /** Choices and list items are numbers. */
  isNumeric?: boolean;
  options?: readonly string[];
  reference?: ReferenceName;
  fields?: readonly FieldSpec[];
  /** The fields of the group stand among those around it. */
  isFlat?: boolean;
  /** The field beside it whose value makes it meaningful. */
  when?: readonly [name: string, value: string];
}

type More = Partial<Omit<FieldSpec, 'name' | 'kind'>>;

const field =
  (kind: Kind) =>
  (name: string, more: More = {}): FieldSpec => ({ name, kind, ...more });
export const text = field('text');
export const url = field('url');
export const email = field('email');
export const integer = field('integer');
export const percent = field('percent');
export const money = field('money');
export const day = field('day');
export const moment = field('moment');
export const flag = field('flag');
export const choice = field('choice');
export const choices = field('choices');
export const list = field('list');

const holding =
  (kind: 'group' | 'rows', more: More = {}) =>
  (name: string, fields: readonly FieldSpec[]): FieldSpec => ({ name, kind, fields, ...more });
export const group = holding('group');
export const flatGroup = holding('group', { isFlat: true });
export const rows = holding('rows');
