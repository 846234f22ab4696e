/** Entities that a field may name. */
export type ReferenceName = 'accounts' | 'categories' | 'institutions' | 'contracts';

/** How a field is typed and shown. `list` are words with commas between them, `rows` are objects of one form. */
type Kind =
  | 'text'
  | 'url'
  | 'integer'
  | 'percent'
  | 'money'
  | 'moment'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'list'
  | 'group'
  | 'rows';

/** A field of an entity, whose name is a path inside of what it stands in. */
export interface ConfiguredField {
  name: string;
  kind: Kind;
  isRequired?: boolean;
  /** Choices and list items are numbers. */
  isNumeric?: boolean;
  options?: readonly string[];
  reference?: ReferenceName;
  fields?: readonly ConfiguredField[];
  /** The field beside it whose value makes it meaningful. */
  when?: readonly [name: string, value: string];
}

type More = Partial<Omit<ConfiguredField, 'name' | 'kind'>>;

export const field =
  (kind: Kind) =>
  (name: string, more: More = {}): ConfiguredField => ({ name, kind, ...more });
export const [text, integer, percent, money, moment, flag, choice, choices, list] = (
  ['text', 'integer', 'percent', 'money', 'moment', 'flag', 'choice', 'choices', 'list'] as const
).map((kind) => field(kind)) as [Make, Make, Make, Make, Make, Make, Make, Make, Make];
type Make = ReturnType<typeof field>;
const holding =
  (kind: 'group' | 'rows') =>
  (name: string, fields: readonly ConfiguredField[]): ConfiguredField => ({ name, kind, fields });
export const [group, rows] = [holding('group'), holding('rows')];
