import { Client, type ClientConfig } from 'pg';

/** Runs work on a connection of its own, whose loss fails the work and not the process. */
export async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
  options: ClientConfig = {},
): Promise<Result> {
  const client = new Client({ connectionString, ...options });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
