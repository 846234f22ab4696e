import operators from '../../specs/operators.json';
import { factText, fieldsText } from '../../operators/timeline/fact-text';
import { describeCheck } from '../../cli/doctor-words';
import { goLiveState } from '../../domain/operators/go-live/go-live-fact';
import { describeGoLive } from '../../ui/checks/describe';
import { goLiveWords } from '../../ui/checks/en';
import { goLiveWords as russianGoLiveWords } from '../../ui/checks/ru';
import { describeFact, describeMissing } from '../page/screens/payment/timeline-words';
import { wordFailure, wordProblem } from '../page/parts/word-failure';
import { describeWork } from '../page/screens/queue/queue-words';
import { cataloguesIn } from './catalogues';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  type?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

const RUSSIAN = cataloguesIn('ru');
const ENGLISH = cataloguesIn('en');
const FORMAT = {
  money: (amount: number, currency: string) => `${amount} ${currency}`,
  moment: (at: string) => at,
  number: String,
};

function resolve(schema: Schema): Schema {
  if (schema.allOf) return resolve(schema.allOf[0] ?? {});
  if (!schema.$ref) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  return resolve((operators.components.schemas as Record<string, Schema>)[name] ?? {});
}

/** Values of a schema that together have each variant and each code, with the optional fields and without them. */
function valuesOf(given: Schema): any[] {
  const schema = resolve(given);
  if (schema.enum) return schema.enum;
  if (schema.oneOf) return schema.oneOf.flatMap(valuesOf);
  if (schema.type === 'array') return [valuesOf(schema.items ?? {})];
  if (schema.type !== 'object') return [schema.type === 'string' ? 'given' : schema.type === 'boolean' ? true : 3];
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valuesOf(field)] as const);
  const pick = (chosen: typeof fields) => Object.fromEntries(chosen.map(([name, values]) => [name, values[0]]));
  const required = fields.filter(([name]) => schema.required?.includes(name));
  return [
    pick(required),
    ...fields.flatMap(([name, values]) => values.map((value) => ({ ...pick(fields), [name]: value }))),
  ];
}

const facts = (name: string) => valuesOf({ $ref: `/${name}` });

test('the specification names each kind of fact', () => {
  const kinds = (name: 'TimelineFact' | 'WorkFact') => new Set(facts(name).map(({ type }) => type)).size;
  expect([kinds('TimelineFact'), kinds('WorkFact')]).toEqual([11, 9]);
});

test.each<[string, (word: (text: string) => void) => void]>([
  ['the console in Russian', (word) => (wordAll(RUSSIAN, word), wordGoLive(russianGoLiveWords, word))],
  ['the console in English', (word) => wordAll(ENGLISH, word)],
  [
    'the command line',
    (word) => {
      for (const fact of facts('TimelineFact')) word(factText(fact));
      for (const fact of facts('MissingFact')) word(fieldsText(fact));
      for (const fact of checkFacts()) {
        const { found, remedy = 'none' } = describeCheck(fact);
        word(found);
        word(remedy);
      }
      wordGoLive(goLiveWords, word);
    },
  ],
])('every kind and code of a fact has words in %s', (_, wordEach) => {
  const texts: string[] = [];
  wordEach((text) => texts.push(text));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => text.trim() === '' || /undefined|NaN|\[object/.test(text))).toEqual([]);
});

/** Each kind of what a line before going live knows, with all fields. */
function wordGoLive(words: typeof goLiveWords, word: (text: string) => void): void {
  const complete = Object.assign({}, ...facts('PublishedGoLiveFact'));
  for (const kind of facts('GoLiveFactKind')) {
    const { found, remedy } = describeGoLive(words, { ...complete, kind });
    word(found);
    // What is not done has a remedy.
    word(goLiveState({ kind }) === 'done' ? 'none' : (remedy ?? ''));
  }
}

/** Each kind of what `doctor` finds, with all fields, and each problem of an item. */
function checkFacts(): any[] {
  const values = facts('PublishedCheckFact');
  const complete = Object.assign({}, ...values);
  const item = Object.assign({}, ...facts('CheckItem'), { id: 'RUB', owed: '1', held: '1', missing: '0' });
  const items = facts('CheckItem').flatMap(({ problem }) => (problem ? [{ ...item, problem }] : []));
  return facts('CheckFactKind').map((kind) => ({ ...complete, kind, items }));
}

function wordAll(words: typeof RUSSIAN, word: (text: string) => void): void {
  for (const fact of facts('TimelineFact')) {
    const { title, reason, more } = describeFact(fact, words, FORMAT);
    word(title);
    word([title, reason, more].join(' '));
  }
  for (const fact of facts('MissingFact')) word(describeMissing(fact, words));
  for (const fact of facts('WorkFact')) word(describeWork(fact, words));
  for (const fact of facts('ReferenceProblem')) word(wordProblem(words.errors, fact));
  for (const code of facts('CommandFailureCode')) word(wordFailure(words.errors, { failureCode: code }) ?? '');
  for (const type of facts('AuditedType')) word((words.types as Record<string, string>)[type] ?? '');
  for (const kind of facts('AuditFaultKind')) word((words.audit.faults as Record<string, string>)[kind] ?? '');
}
