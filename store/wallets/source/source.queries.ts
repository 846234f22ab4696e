import { statement } from '../../postgres/database';
import { findByID } from '../../postgres/readers';
import { SOURCE, type Source } from './source.table';

const FIND = statement<Source>('source-find', `SELECT ${SOURCE} FROM sources WHERE id = $1`);

export const findSource = findByID(FIND);
