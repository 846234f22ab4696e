// The generator of the Java, PHP and typescript-fetch clients, from Maven Central.

const VERSION = '7.25.0';

/** Flags for a short-lived program. */
export const javaFlags = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

export const openapiGenerator = {
  version: VERSION,
  /** A Maven project with the generator, which has no dependencies, and other artifacts. */
  writeProject: (dependencies = []) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>holdfast</groupId>
  <artifactId>clients</artifactId>
  <version>1</version>
  <dependencies>
${writeDependency(`org.openapitools:openapi-generator-cli:${VERSION}`, '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>')}
${dependencies.map((dependency) => writeDependency(dependency)).join('\n')}
  </dependencies>
</project>
`,
  copy: (folder) => ({
    command: 'mvn',
    args: ['-q', '-B', 'dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=jars'],
    cwd: folder,
  }),
  /** Generates the client into `client`, without tests and documentation. */
  generate: ({ tools, folder, language, document }) => {
    const parts = 'apis,models,supportingFiles,apiDocs=false,apiTests=false,modelDocs=false,modelTests=false';
    const jar = `${tools}/jars/openapi-generator-cli-${VERSION}.jar`;
    const args = ['generate', '-g', language, '-i', `${document}.json`, '-o', 'client', '--global-property', parts];
    return { command: 'java', args: [...javaFlags, '-jar', jar, ...args], cwd: folder };
  },
};

function writeDependency(coordinates, more = '') {
  const [group, artifact, version] = coordinates.split(':');
  return `    <dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${more}</dependency>`;
}
