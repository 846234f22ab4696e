import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
/** The WHERE of a search as it grows: conditions joined by AND, and the values of their places. */
export class Conditions {
  private readonly parts: string[] = [];

  constructor(readonly values: unknown[] = []) {}

  /** The conditions of a query within this one, which shares its values. */
  nested(): Conditions {
    return new Conditions(this.values);
  }

  /** Adds a condition in which each `?` stands for the next of the values. */
  add(sql: string, ...values: unknown[]): this {
    let next = 0;
    this.parts.push(sql.replace(/\?/g, () => this.place(values[next++])));
    return this;
  }

  /** Adds a condition if its value was given. */
  addGiven(sql: string, value: unknown): this {
    return value === undefined ? this : this.add(sql, value);
  }

  /** A place for a value, for what stands beside the conditions. */
  place(value: unknown): string {
    return `$${this.values.push(valueOf(value))}`;
  }

  get text(): string {
    return this.parts.join(' AND ');
  }
}

function valueOf(value: unknown): unknown {
  if (value instanceof Date) return rfc3339Text(value);
  return typeof value === 'bigint' ? value.toString() : value;
}
