#!/usr/bin/env node
// Generates the specifications (specs/*.json, committed) and the Express routes (api/*/routes.generated.ts, not committed).
//
//   node scripts/specs.mjs            writes both
//   node scripts/specs.mjs --check    writes nothing, fails where a committed specification is stale
import { build } from './build.mjs';
import { runInstead } from './prepare.mjs';

await build({ only: ['tools'] });
runInstead('dist/scripts/specs/main.js');
