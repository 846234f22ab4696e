type IsAlwaysPresent<Value> = Extract<Value, null | undefined> extends never ? true : false;

/** Fields of which those that may have no value are optional. */
export type Present<Fields> = {
  [Name in keyof Fields as IsAlwaysPresent<Fields[Name]> extends true ? Name : never]: Fields[Name];
} & {
  [Name in keyof Fields as IsAlwaysPresent<Fields[Name]> extends true ? never : Name]?: NonNullable<Fields[Name]>;
};

/** The fields that have a value: without those that are null or undefined. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Present<Fields>;
}
