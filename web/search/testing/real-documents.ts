import type { EventTable } from '../../app/reference/events';
import { buildReferences } from '../../app/reference/reference';
import { compileVersions } from '../../guides/compile-versions';
import { readEventSamples, readSpecifications } from '../../guides/event-samples';
import { inheritGuides } from '../../guides/inherit-guides';
import { contentFolder, specificationsFolder } from '../../guides/source-folders';
import { readSearchTerms } from '../builder/search-terms';
import { siteDocuments } from '../builder/site-documents';

// Writes the documents of the real guides and specifications to standard output.
const versions = inheritGuides(await compileVersions({ contentFolder, specificationsFolder }));
const specifications = await readSpecifications(specificationsFolder);
const tables = specifications['events.json'] as unknown as Record<string, EventTable>;
const documents = siteDocuments(
  versions.find(({ isDefault }) => isDefault),
  buildReferences(specifications, { tables, samples: await readEventSamples() }),
  await readSearchTerms(contentFolder),
);
process.stdout.write(JSON.stringify(documents));
