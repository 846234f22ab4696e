// The generator that the Java and the PHP clients have in common, from Maven Central.

const VERSION = '7.14.0';

/** Serial collection and one compiler fit a program that runs for seconds. */
export const javaFlags = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** The version, and what else is fetched with it. */
export const openapiGenerator = {
  version: VERSION,
  /** A project whose dependencies Maven copies: the generator, which needs none of its own, and others. */
  projectOf: (dependencies = []) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>holdfast</groupId>
  <artifactId>clients</artifactId>
  <version>1</version>
  <dependencies>
${dependencyOf(`org.openapitools:openapi-generator-cli:${VERSION}`, '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>')}
${dependencies.map((dependency) => dependencyOf(dependency)).join('\n')}
  </dependencies>
</project>
`,
  copy: (folder) => ({
    command: 'mvn',
    args: ['-q', '-B', 'dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=jars'],
    cwd: folder,
  }),
  /** Writes the client of a document into `client`, without its tests and its pages. */
  generate: ({ tools, folder, language, document }) => {
    const parts = 'apis,models,supportingFiles,apiDocs=false,apiTests=false,modelDocs=false,modelTests=false';
    const jar = `${tools}/jars/openapi-generator-cli-${VERSION}.jar`;
    const args = ['generate', '-g', language, '-i', `${document}.json`, '-o', 'client', '--global-property', parts];
    return { command: 'java', args: [...javaFlags, '-jar', jar, ...args], cwd: folder };
  },
};

function dependencyOf(coordinates, more = '') {
  const [group, artifact, version] = coordinates.split(':');
  return `    <dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${more}</dependency>`;
}
