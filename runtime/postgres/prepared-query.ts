import pg, { type Connection, type QueryResult } from 'pg';

/** A statement with its values. With a name the connection prepares it once; without one it is planned for its values. */
export interface Bound {
  name: string;
  text: string;
  values: readonly unknown[];
}

/** How the driver reads a row. */
interface RowFormat {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: object | null;
}

/** Members of the driver's query that its types do not declare. */
interface DriverQuery {
  readonly _result: RowFormat;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

type Callback = (error: Error | null, result: QueryResult) => void;

const DriverQuery = pg.Query as unknown as new (given: object, callback: Callback) => DriverQuery & pg.Query;

/** The prepared statements of a connection. */
interface Prepared {
  formats: Map<string, RowFormat>;
  /** The connection, which does not ask for formats. */
  withoutDescribe: Connection;
}

const preparedOn = new WeakMap<Connection, Prepared>();

/**
 * A query that asks for the format of its rows only when its statement first runs on a connection. The format of a prepared statement never
 * changes: PostgreSQL fails the statement instead. The driver takes half of its time for a row of 30 columns to read the format.
 */
export class PreparedQuery extends DriverQuery {
  private isFormatKnown = false;

  constructor(
    private readonly bound: Bound,
    callback: Callback,
  ) {
    super({ name: bound.name || undefined, text: bound.text, values: [...bound.values] }, callback);
  }

  override prepare(connection: Connection): void {
    const { formats, withoutDescribe } = getPrepared(connection);
    const format = formats.get(this.bound.name);
    if (!format) return super.prepare(connection);
    this.isFormatKnown = true;
    Object.assign(this._result, format);
    this._accumulateRows = true;
    super.prepare(withoutDescribe);
  }

  /** Is not called for a failed query. */
  override handleReadyForQuery(connection: Connection): void {
    if (!this.isFormatKnown && this.bound.name !== '') {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      // A copy, because the driver's object is slow to copy for each row.
      const emptyRow = _prebuiltEmptyResultObject && { ..._prebuiltEmptyResultObject };
      const format = { fields, _parsers, _prebuiltEmptyResultObject: emptyRow };
      getPrepared(connection).formats.set(this.bound.name, format);
    }
    super.handleReadyForQuery(connection);
  }
}

function getPrepared(connection: Connection): Prepared {
  let prepared = preparedOn.get(connection);
  if (!prepared) {
    const withoutDescribe = Object.create(connection, { describe: { value: () => undefined } }) as Connection;
    preparedOn.set(connection, (prepared = { formats: new Map(), withoutDescribe }));
  }
  return prepared;
}
