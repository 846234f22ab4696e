/** An operation as the console needs it, embedded in the operation's page. */
export interface ConsoleOperation {
  /** The reference; ids of different APIs are unrelated. */
  api: string;
  id: string;
  baseUrl: string;
  method: string;
  path: string;
  needsKey: boolean;
  hasRequestID: boolean;
  /** Variables with access tokens that are accepted instead of the key. */
  tokens: string[];
  parameters: ConsoleParameter[];
  body?: string;
  /** The sample's `externalID`, by which entities are found later. */
  externalID?: string;
  next: { title: string; href: string }[];
  sources: Record<string, { title: string; href: string }>;
  cards: { number: string; title: string }[];
  /** Where to get the demonstration shop's key, only on the reader's own installation. */
  demoKey?: string;
}

export interface ConsoleParameter {
  name: string;
  in: 'path' | 'query';
  isRequired: boolean;
  values: string[];
  sample: string;
}
