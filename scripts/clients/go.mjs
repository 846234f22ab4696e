// The package that oapi-codegen writes.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = 'v2.8.2';
const RUNTIME = 'v1.8.0';
const MODULE = 'holdfast.example/call';

/** The calls, in the language that they are written in. */
const programs = fileURLToPath(new URL('programs', import.meta.url));

/** Of the module that a call is compiled in, made once so that nothing has to be resolved again. */
const moduleFile = `module ${MODULE}\n\ngo 1.22\n\nrequire github.com/oapi-codegen/runtime ${RUNTIME}\n`;
const imports = `package main

import (
	_ "github.com/oapi-codegen/runtime"
	_ "github.com/oapi-codegen/runtime/types"
)

func main() {}
`;

export const go = {
  name: 'go',
  version: `${VERSION}-${RUNTIME}`,
  needs: ['go'],
  asksVersion: 'version',
  fetch: (folder) => {
    writeFileSync(join(folder, 'go.mod'), moduleFile);
    writeFileSync(join(folder, 'main.go'), imports);
    const generator = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${VERSION}`;
    return [
      { command: 'go', args: ['install', generator], cwd: folder, env: { GOBIN: folder } },
      { command: 'go', args: ['mod', 'tidy'], cwd: folder },
    ];
  },
  steps: ({ tools, folder, document, samples, isCalled }) => {
    for (const file of ['go.mod', 'go.sum']) cpSync(join(tools, file), join(folder, file));
    mkdirSync(join(folder, 'client'));
    writeFileSync(join(folder, 'main.go'), mainOf({ samples, isCalled }));
    cpSync(join(programs, 'union.go'), join(folder, 'union.go'));
    if (isCalled) cpSync(join(programs, `${document}.go`), join(folder, 'call.go'));
    const settings = ['-generate', 'types,client', '-package', 'client', '-o', 'client/client.gen.go'];
    return [
      { command: join(tools, 'oapi-codegen'), args: [...settings, `${document}.json`], cwd: folder },
      { command: 'go', args: ['build', '-o', 'call', '.'], cwd: folder },
      { command: join(folder, 'call'), args: [], cwd: folder },
    ];
  },
};

/** Reads each value as its union, by a method that every union has of its own, and calls. */
function mainOf({ samples, isCalled }) {
  const readings = samples.map(({ union, kind, variant, value }) => {
    const texts = [`${union} ${kind}`, JSON.stringify(value)].map((text) => JSON.stringify(text)).join(', ');
    return `	{
		var union client.${union}
		read(${texts}, client.${variant}{}, &union, func() (interface{}, error) { return union.ValueByDiscriminator() })
	}`;
  });
  const client = `${samples.length > 0 ? '' : '_ '}"${MODULE}/client"`;
  return `package main

import ${client}

func main() {
${readings.join('\n')}
${isCalled ? '	call()' : ''}
}
`;
}
