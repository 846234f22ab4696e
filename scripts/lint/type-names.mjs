// `node scripts/lint/type-names.mjs`: fails where two files export a type under one name. The types of the published APIs may
// share their names with each other and with the domain.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import folders from '../folders.cjs';
import { root } from '../run.mjs';

const PUBLISHED =
  /^(?:api\/.+\.(?:types|controller)\.ts|webhook-messages\/|scripts\/specs\/declarations\/|content\/samples\/)/;

const sources = folders.all
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|generated|d)\.tsx?$|\/build\//.test(file));

/** File names by the name of the type. */
const exported = new Map();
for (const file of sources) {
  for (const type of new Set(exportedTypes(file))) exported.set(type, [...(exported.get(type) ?? []), file]);
}

const shared = [...exported].filter(([, places]) => {
  const own = places.filter((place) => !PUBLISHED.test(place));
  const isPublished = own.length < places.length;
  return own.length > 1 || (isPublished && own.some((place) => !place.startsWith('domain/')));
});
for (const [type, places] of shared) console.log(`${type} is exported by ${places.join(', ')}: rename all but one`);
process.exit(shared.length === 0 ? 0 : 1);

function exportedTypes(file) {
  const { statements } = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  return statements
    .filter(
      (each) =>
        (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isClassDeclaration(each)) &&
        each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
    )
    .flatMap(({ name }) => (name ? [name.text] : []));
}
