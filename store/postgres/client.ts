import pg, { type ClientConfig } from 'pg';

/** A connection in pipeline mode: a statement is sent without waiting for the results of those before it. */
export class DatabaseClient extends pg.Client {
  constructor(config?: ClientConfig) {
    super({ ...config, pipeline: true });
    // An unhandled 'error' event ends the process; Sequelize listens only after connecting. The failed statement reports the error.
    this.on('error', () => undefined);
  }
}
