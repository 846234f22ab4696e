// The Go client of oapi-codegen.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = 'v2.8.2';
const RUNTIME = 'v1.8.0';
const MODULE = 'holdfast.example/call';

const programs = fileURLToPath(new URL('programs', import.meta.url));

/** The module of each call; `go.sum` is resolved once. */
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
    writeFileSync(join(folder, 'main.go'), writeMain({ samples, isCalled }));
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

/** Reads each value by the method ValueByDiscriminator of its union, and calls. */
function writeMain({ samples, isCalled }) {
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
