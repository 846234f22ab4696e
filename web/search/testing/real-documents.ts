import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../app/reference/openapi';
import { buildReference } from '../../app/reference/reference';
import type { EventTable } from '../../app/reference/events';
import { compileVersions } from '../../guides/compile-versions';
import { readEventSamples } from '../../guides/event-samples';
import { inheritGuides } from '../../guides/inherit-guides';
import { contentFolder, specificationsFolder } from '../../guides/source-folders';
import { siteConfig } from '../../site.config';
import { readSearchTerms } from '../builder/search-terms';
import { siteDocuments } from '../builder/site-documents';

// Writes the documents of the real guides and specifications to standard output.
const versions = inheritGuides(await compileVersions({ contentFolder, specificationsFolder }));
const tables = (await readSpecification('events.json')) as unknown as Record<string, EventTable>;
const events = { tables, samples: await readEventSamples() };
const references = await Promise.all(
  siteConfig.specifications.map(async (specification) => {
    const names = [specification.source, ...(specification.includes ?? [])];
    const documents = await Promise.all(names.map(readSpecification));
    return buildReference(
      specification,
      documents.filter((document) => document !== undefined),
      events,
    );
  }),
);
const documents = siteDocuments(
  versions.find(({ isDefault }) => isDefault),
  references,
  await readSearchTerms(contentFolder),
);
process.stdout.write(JSON.stringify(documents));

async function readSpecification(name: string): Promise<OpenApiDocument | undefined> {
  const text = await readFile(join(specificationsFolder, name), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as OpenApiDocument);
}
