import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { checkLinks } from './check-links';
import { compileGuide } from './compile-guide';
import type { CompiledVersion, Guide, SidebarItem } from './guide';
import { referencePaths } from './reference-paths';
import { readLastChanges } from './last-changes';
import { readGuideData, type GuideData } from './guide-data';
import { inheritGuides } from './inherit-guides';

interface VersionEntry {
  name: string;
  label: string;
  basedOn?: string;
}

/** Compiles every version in `versions.json`; the first is the default one, at `/docs`. */
export async function compileVersions(folders: {
  contentFolder: string;
  specificationsFolder: string;
}): Promise<CompiledVersion[]> {
  const { contentFolder } = folders;
  const entries = (await readJson<VersionEntry[]>(join(contentFolder, 'versions.json'))) ?? [
    { name: 'current', label: 'Текущая' },
  ];
  const data = await readGuideData(folders);
  const versions: CompiledVersion[] = [];
  for (const [index, entry] of entries.entries()) {
    const base = versions.find(({ name }) => name === entry.basedOn);
    versions.push(
      await compileVersion({
        entry,
        isDefault: index === 0,
        folder: join(contentFolder, entry.name),
        data,
        inherited: Object.keys(base?.guides ?? {}),
      }),
    );
  }
  checkLinks(inheritGuides(versions), await referencePaths(folders.specificationsFolder));
  return versions;
}

async function compileVersion(input: {
  entry: VersionEntry;
  isDefault: boolean;
  folder: string;
  data: GuideData;
  /** Guides of the base version that this one may override. */
  inherited: string[];
}): Promise<CompiledVersion> {
  const { entry, isDefault, folder, data, inherited } = input;
  const root = isDefault ? '/docs' : `/docs/${entry.name}`;
  const docs = join(folder, 'docs');
  const own = await listGuides(docs);
  const ids = [...new Set([...own, ...inherited])];
  const guides: Record<string, Guide> = {};
  const lastChanges = await readLastChanges(docs);
  for (const id of own) {
    const source = await readFile(join(docs, `${id}.mdx`), 'utf8');
    guides[id] = await compileGuide({ id, root, source, ids, data, lastChange: lastChanges.get(`${id}.mdx`) });
  }
  const sidebar = await readJson<SidebarItem[]>(join(folder, 'sidebar.json'));
  return { ...entry, root, isDefault, ...(sidebar ? { sidebar } : {}), guides };
}

async function listGuides(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return files
    .filter((file) => file.isFile() && file.name.endsWith('.mdx'))
    .map((file) =>
      relative(folder, join(file.parentPath, file.name))
        .split(sep)
        .join('/')
        .replace(/\.mdx$/, ''),
    )
    .sort();
}

async function readJson<Value>(path: string): Promise<Value | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Value);
}
