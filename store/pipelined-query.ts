import pg, { type Connection, type FieldDef } from 'pg';

/** A statement with its values; one without a name is planned for them. */
export interface Bound {
  name: string;
  text: string;
  values: readonly unknown[];
}

/** What PostgreSQL answers to one statement. */
export interface Answer {
  /** `COMMIT`, or `ROLLBACK` where the end of a transaction undid it. */
  command: string;
  rows: Record<string, unknown>[];
}

/** Makes rows of what PostgreSQL sends of a statement, by its columns. */
class RowReader {
  private readonly columns: readonly { name: string; parse: (text: string) => unknown }[];
  private readonly empty: Readonly<Record<string, unknown>>;

  constructor(fields: readonly FieldDef[], client: pg.Client) {
    this.columns = fields.map(({ name, dataTypeID }) => {
      const parse = client.getTypeParser(dataTypeID, 'text') as (text: string) => unknown;
      return { name, parse };
    });
    this.empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  read(texts: readonly (string | null)[]): Record<string, unknown> {
    const row = { ...this.empty };
    this.columns.forEach(({ name, parse }, place) => {
      const text = texts[place] ?? null;
      if (text !== null) row[name] = parse(text);
    });
    return row;
  }
}

/** The columns of the prepared statements of a connection, by their names. */
export type Described = Map<string, RowReader>;

/** What the driver's connection can besides what its types tell of. */
interface Wire {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly unknown[] }): void;
  describe(message: { type: 'P' }): void;
  execute(): void;
  sync(): void;
}

interface Step extends Bound {
  reader: RowReader | undefined;
  answer: Answer;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/**
 * Statements that are sent and answered together. PostgreSQL writes its answers when it is asked to (`Sync`): asked once, it writes
 * once and they are read at once. Where one fails, those after it are passed over, the end of a transaction too.
 *
 * What columns a prepared statement has is asked once: PostgreSQL runs it no more where they would be others.
 */
export class PipelinedQuery extends pg.Query {
  /** Of the statement whose answer is awaited: by them the driver notes what is prepared. */
  declare name: string;
  declare text: string;
  private readonly steps: readonly Step[];
  private place = 0;
  private unreadable: Error | undefined;

  constructor(
    statements: readonly Bound[],
    private readonly given: {
      client: pg.Client;
      described: Described;
      done: (error: Error | undefined, answers: Answer[]) => void;
    },
  ) {
    super('');
    this.steps = statements.map((each) => {
      const values = each.values.map(prepareValue);
      return { ...each, values, reader: given.described.get(each.name), answer: { command: '', rows: [] } };
    });
  }

  override submit = (connection: Connection): Error | undefined => {
    const wire = connection as unknown as Wire;
    const clash = this.steps.find((step) => this.hasOtherText(step, wire));
    if (clash) return new Error(`two statements are called ${clash.name}`);
    for (const { name, text, values, reader } of this.steps) {
      if (preparedText(wire, name) === undefined) {
        wire.parse({ name, text });
        if (name) wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: name, values });
      if (!reader) wire.describe({ type: 'P' });
      wire.execute();
    }
    wire.sync();
    this.await(0);
    return undefined;
  };

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.describe(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { reader, answer } = this.step;
    try {
      if (reader) answer.rows.push(reader.read(fields));
    } catch (error) {
      // Thrown here it would reach nobody who asked: the socket is being read.
      this.unreadable ??= error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.step.answer.command = text.split(' ', 1)[0] ?? '';
    if (!this.step.reader) this.describe([]);
    this.await(this.place + 1);
  }

  handleError(error: Error, connection: Connection): void {
    const { submittedNamedStatements } = connection as unknown as Wire;
    for (const { name } of this.steps.slice(this.place)) delete submittedNamedStatements[name];
    this.given.done(error, []);
  }

  handleReadyForQuery(): void {
    this.given.done(
      this.unreadable,
      this.steps.map(({ answer }) => answer),
    );
  }

  private hasOtherText({ name, text }: Bound, wire: Wire): boolean {
    if (name === '') return false;
    return (preparedText(wire, name) ?? this.steps.find((step) => step.name === name)?.text) !== text;
  }

  private get step(): Step {
    return this.steps[this.place] as Step;
  }

  private await(place: number): void {
    this.place = place;
    const next = this.steps[place];
    if (next) Object.assign(this, { name: next.name, text: next.text });
  }

  private describe(fields: readonly FieldDef[]): void {
    const { client, described } = this.given;
    this.step.reader = new RowReader(fields, client);
    if (this.name) described.set(this.name, this.step.reader);
  }
}

function preparedText({ parsedStatements, submittedNamedStatements }: Wire, name: string): string | undefined {
  return parsedStatements[name] ?? submittedNamedStatements[name];
}
