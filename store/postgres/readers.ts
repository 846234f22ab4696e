import type { Database, Statement, Transaction } from './database';
import { requireRow } from './require-row';

type Reference<Name extends string> = Readonly<Record<Name, string>>;
type Reader<Asked, Result> = (database: Database, asked: Asked, tx?: Transaction) => Promise<Result>;

/** A reader of all rows of a statement without parameters. */
export function listAll<Row>(statement: Statement<Row>): (database: Database) => Promise<Row[]> {
  return async (database) => database.run(statement, []);
}

/** A reader of the rows whose parameters are the values of `names`, in this order. */
export function listBy<Row, const Name extends string>(
  statement: Statement<Row>,
  ...names: readonly Name[]
): Reader<Reference<Name>, Row[]> {
  return async (database, reference, tx) =>
    database.run(
      statement,
      names.map((name) => reference[name]),
      tx,
    );
}

/** As `listBy`, of one row, which may be missing. */
export function findBy<Row, const Name extends string>(
  statement: Statement<Row>,
  ...names: readonly Name[]
): Reader<Reference<Name>, Row | undefined> {
  const list = listBy(statement, ...names);
  return async (...asked) => (await list(...asked))[0];
}

/** As `findBy`. @throws Refusal notFound, which names the entity */
export function getBy<Row, const Name extends string>(
  statement: Statement<Row>,
  entity: string,
  ...names: readonly Name[]
): Reader<Reference<Name>, Row> {
  const list = listBy(statement, ...names);
  return async (...asked) => requireRow(await list(...asked), entity);
}

/** As `listBy`, with one parameter. */
export function listByID<Row, ID = string>(statement: Statement<Row>): Reader<ID, Row[]> {
  return async (database, id, tx) => database.run(statement, [id], tx);
}

/** As `findBy`, with one parameter. */
export function findByID<Row, ID = string>(statement: Statement<Row>): Reader<ID, Row | undefined> {
  return async (database, id, tx) => (await database.run(statement, [id], tx))[0];
}

/** As `getBy`, with one parameter. */
export function getByID<Row, ID = string>(statement: Statement<Row>, entity: string): Reader<ID, Row> {
  return async (database, id, tx) => requireRow(await database.run(statement, [id], tx), entity);
}

/** As `findByID`, within a transaction: for locks. */
export function lockByID<Row>(
  statement: Statement<Row>,
): (database: Database, id: string, tx: Transaction) => Promise<Row | undefined> {
  return findByID(statement);
}
