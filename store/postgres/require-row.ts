import { notFound } from '../../domain/platform/errors/refusal';

/** The first of some rows. @throws Refusal notFound if there is none */
export function requireRow<Row>([row]: readonly Row[], name: string): Row {
  if (!row) throw notFound(name);
  return row;
}
