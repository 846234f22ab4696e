export interface Sample {
  /** `docs/intro.mdx:42`, for messages. */
  place: string;
  language: string;
  code: string;
  marks: Readonly<Record<string, string>>;
  flags: ReadonlySet<string>;
}

const FENCE = /^(`{3,})(\w+)[ \t]*(.*)\n([\s\S]*?)^\1[ \t]*$/gm;
const MARK = /([\w-]+)="([^"]*)"|([\w-]+)/g;

const PICTURES = new Set(['mermaid', 'http']);

export function readSamples(source: string, page: string): Sample[] {
  return [...source.matchAll(FENCE)]
    .map((match) => {
      const [, , language = '', info = '', code = ''] = match;
      const line = source.slice(0, match.index).split('\n').length;
      const marks: Record<string, string> = {};
      const flags = new Set<string>();
      for (const [, name, value, flag] of info.matchAll(MARK)) {
        if (name !== undefined) marks[name] = value ?? '';
        else if (flag !== undefined) flags.add(flag);
      }
      return { place: `${page}:${line}`, language, code, marks, flags };
    })
    .filter(({ language }) => !PICTURES.has(language));
}

const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  run: ['title', 'expect', 'save', 'until', 'retry', 'background', 'before'],
  file: ['title'],
  skip: ['title'],
  output: ['title'],
  browser: ['title'],
  response: ['title', 'partial'],
  schema: ['title'],
};

/** The variables that a block of shell code exports. */
export function exportedNames({ language, code, marks }: Sample): string[] {
  if (language !== 'bash' || marks['run'] === undefined) return [];
  return [...code.matchAll(/^export (\w+)=/gm)].map(([, name = '']) => name);
}

/** Returns the problem of a sample's marks, if any. */
export function markProblem({ marks, flags }: Sample): string | undefined {
  const names = [...Object.keys(marks), ...flags];
  const purposes = Object.keys(COMPANIONS).filter((name) => name in marks);
  const [purpose] = purposes;
  if (purpose === undefined) return 'nothing says how it is tested';
  if (purposes.length > 1) return `it cannot be ${purposes.join(' and ')} at once`;
  const stray = names.filter((name) => name !== purpose && !COMPANIONS[purpose]?.includes(name));
  return stray.length > 0 ? `${stray.join(', ')} means nothing beside ${purpose}` : undefined;
}
