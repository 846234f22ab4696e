// The Java client of openapi-generator with its default library (okhttp, gson).
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { javaFlags, openapiGenerator } from './openapi-generator.mjs';

const programs = fileURLToPath(new URL('programs', import.meta.url));

/** The dependencies of a generated client. */
const DEPENDENCIES = [
  'com.squareup.okhttp3:logging-interceptor:4.12.0',
  'io.gsonfire:gson-fire:1.9.0',
  'com.google.code.gson:gson:2.10.1',
  'com.google.code.findbugs:jsr305:3.0.2',
  'org.apache.commons:commons-lang3:3.17.0',
  'org.openapitools:jackson-databind-nullable:0.2.6',
  'jakarta.annotation:jakarta.annotation-api:1.3.5',
  'jakarta.ws.rs:jakarta.ws.rs-api:2.1.6',
];

/** An argument file, because the names exceed the length of a command. */
const COMPILE = `find client/src/main/java . -maxdepth 1 -name '*.java' > sources; find client/src/main/java -name '*.java' >> sources
sort -u sources > unique
exec javac ${javaFlags.map((flag) => `-J${flag}`).join(' ')} -proc:none -nowarn -g:none -encoding UTF-8 -cp "$JARS" -d classes @unique`;

export const java = {
  name: 'java',
  version: openapiGenerator.version,
  needs: ['java', 'javac', 'mvn'],
  fetch: (folder) => {
    writeFileSync(join(folder, 'pom.xml'), openapiGenerator.writeProject(DEPENDENCIES));
    return [openapiGenerator.copy(folder)];
  },
  steps: ({ tools, folder, document, samples, isCalled }) => {
    const jars = join(tools, 'jars', '*');
    const inClient = (name, ...args) => {
      cpSync(join(programs, `${name}.java`), join(folder, `${name}.java`));
      const classes = ['-Xshare:auto', '-cp', `classes:${jars}`, name, ...args];
      return { command: 'java', args: [...javaFlags, ...classes], cwd: folder };
    };
    const calls = [
      ...(samples.length > 0 ? [inClient('Unions')] : []),
      ...(isCalled ? [inClient(document === 'payments' ? 'Payments' : 'Wallets')] : []),
    ];
    return [
      openapiGenerator.generate({ tools, folder, language: 'java', document }),
      { command: 'sh', args: ['-ec', COMPILE], cwd: folder, env: { JARS: jars } },
      ...calls,
    ];
  },
};
