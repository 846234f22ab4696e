import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheFolder, inNewFolder, ServiceProblem, type Say } from './folders';
import { accepts, freeLowPort } from './ports';
import { canDownload, onPath } from './temporal-binary';

export type TimeSkippingExecutable =
  { type: 'cached-download'; downloadDir: string; ttl: '30 days' } | { type: 'existing-path'; path: string };

const version = '1.38.0';
/** The name includes the content, so that an older folder without the archive is not used. */
const home = `temporal-test-server-${version}-archived`;

/**
 * Finds Temporal's time-skipping test server: the download of the SDK, else the same server from Maven Central behind
 * a launcher script.
 */
export async function findTimeSkippingServer(say: Say): Promise<TimeSkippingExecutable> {
  const folder = cacheFolder();
  const launcher = join(folder, home, 'temporal-test-server');
  if (existsSync(launcher)) return { type: 'existing-path', path: launcher };
  if (await canDownload('temporal-test-server')) {
    return { type: 'cached-download', downloadDir: cacheFolder('downloads'), ttl: '30 days' };
  }
  const maven = onPath('mvn');
  const java = onPath('java');
  if (!maven || !java) {
    throw new ServiceProblem(
      "Temporal's time-skipping test server can neither be downloaded nor, without Java and Maven (`java` and `mvn` on " +
        'PATH), be fetched from Maven Central. Tests of workflows need it.',
    );
  }
  install(maven, folder, say);
  await archiveClasses(java, join(folder, home));
  return { type: 'existing-path', path: launcher };
}

function install(maven: string, folder: string, say: Say): void {
  say("Fetching Temporal's time-skipping test server from Maven Central (38 MB, once)");
  inNewFolder((building) => {
    writeFileSync(join(building, 'pom.xml'), pom);
    const copied = ['-DincludeScope=runtime', `-DoutputDirectory=${join(building, 'jars')}`];
    const goal = ['-q', '-B', 'dependency:copy-dependencies', ...copied];
    const made = spawnSync(maven, goal, { cwd: building, encoding: 'utf8' });
    const jars = made.status === 0 ? readdirSync(join(building, 'jars')) : [];
    if (!jars.includes(`temporal-test-server-${version}.jar`)) {
      throw new ServiceProblem(`Maven could not fetch the test server:\n${made.stdout}${made.stderr}`);
    }
    writeFileSync(join(building, 'temporal-test-server'), launcherScript, { mode: 0o755 });
    const target = join(folder, home);
    if (!existsSync(target)) renameSync(building, target);
  });
}

/** Flags for a short-lived server. */
const javaFlags = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx256m'];
const mainClass = 'io.temporal.testserver.TestServer';

/**
 * The SDK passes the port as the first argument and waits five seconds. Standard error goes to a file, away from test
 * results.
 */
const launcherScript = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec java ${javaFlags.join(' ')} -Xshare:auto -XX:SharedArchiveFile="$here/classes.jsa" -cp "$here/jars/*" ${mainClass} "$@" 2>"$here/last-run.log"
`;

const MAX_FIRST_RUN_MS = 60_000;

/**
 * Runs the server once to create a class data archive, which halves the processor time of a start. A Java without
 * archives starts slower.
 */
async function archiveClasses(java: string, folder: string): Promise<void> {
  const made = join(folder, `classes-${process.pid}.jsa`);
  const port = await freeLowPort();
  const flags = [...javaFlags, `-XX:ArchiveClassesAtExit=${made}`, '-cp', join(folder, 'jars/*')];
  const child = spawn(java, [...flags, mainClass, String(port)], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  for (const end = Date.now() + MAX_FIRST_RUN_MS; child.exitCode === null && Date.now() < end; await sleep(100)) {
    if (await accepts(port)) break;
  }
  child.kill('SIGTERM');
  await ended;
  if (existsSync(made)) renameSync(made, join(folder, 'classes.jsa'));
}

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>holdfast</groupId>
  <artifactId>time-skipping-server</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${version}</version>
    </dependency>
  </dependencies>
</project>
`;
