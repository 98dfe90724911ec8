// The structure of the project, checked by `npm run structure`: which room, folder and file may import what. Imports of types
// and imports that happen late count like all others.

/**
 * A room may import only those named, and itself.
 * @param {string} name
 * @param {string[]} allowed
 * @returns {Rule}
 */
function room(name, ...allowed) {
  const own = [name, ...allowed].join('|');
  return {
    name: `room-${name}`,
    comment: `src/${name} imports ${allowed.length === 0 ? 'no other room' : `no room but ${allowed.join(', ')}`}.`,
    severity: 'error',
    from: { path: `^src/${name}/` },
    to: { path: '^src/', pathNot: `^src/(${own})/` },
  };
}

/**
 * A package (or module of Node) may be imported only by the files named.
 * @param {string} name
 * @param {string} modules
 * @param {string} files
 * @returns {Rule}
 */
function only(name, modules, files) {
  return {
    name: `package-${name}`,
    comment: `${name} is imported only by ${files}.`,
    severity: 'error',
    from: { path: '^src/', pathNot: files },
    to: { path: `(^|node_modules/)(${modules})(/|$)` },
  };
}

/**
 * The folders of a room from the ground up: each may import those before it, none after it. Files beside the folders, which
 * put them together, lie on top.
 * @param {string} name
 * @param {string[]} folders
 * @returns {Rule[]}
 */
function folderOrder(name, ...folders) {
  return folders.map((folder, index) => ({
    name: `order-${name}-${folder}`,
    comment: `src/${name}/${folder} imports ${index === 0 ? 'no other folder' : `only ${folders.slice(0, index).join(', ')}`} of its room.`,
    severity: 'error',
    from: { path: `^src/${name}/${folder}/` },
    to: { path: `^src/${name}/`, pathNot: `^src/${name}/(${folders.slice(0, index + 1).join('|')})/` },
  }));
}

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/** What a resource folder of the commands may share lies outside of all of them. */
const COMMANDS = '^src/cli/commands/';

/** @type {Rule[]} */
const forbidden = [
  {
    name: 'no-cycles',
    comment: 'Files that import each other, directly or through others, can only be understood together.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'The import leads nowhere.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },

  room('contract'),
  room('rules', 'contract'),
  room('presentation', 'rules', 'contract'),
  room('client', 'rules', 'contract'),
  {
    name: 'rules-in-compatibility',
    comment:
      'Of the client only what stands in for a path that a service does not have needs the rules, and it is loaded then.',
    severity: 'error',
    from: { path: '^src/client/', pathNot: '^src/client/compatibility/merging/' },
    to: { path: '^src/rules/' },
  },
  room('cli', 'client', 'presentation', 'rules', 'contract'),
  room('service', 'presentation', 'rules', 'contract'),
  ...folderOrder(
    'cli',
    'terminal',
    'files',
    'session',
    'shared',
    'import',
    'outreach',
    'duplicates',
    'commands',
    'tool',
  ),
  ...folderOrder('service', 'core', 'db', 'stand-ins', 'jobs', 'resources', 'sample', 'http', 'pages'),
  {
    name: 'composition-root',
    comment: 'src/reach.ts is where everything is put together: nothing in src imports it.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^src/reach\\.ts$' },
  },
  {
    name: 'service-in-the-command',
    comment: 'src/local.ts puts the service into the process of a command: only the composition root imports it.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/reach\\.ts$' },
    to: { path: '^src/local\\.ts$' },
  },
  {
    name: 'source-without-tests',
    comment: 'What is shipped imports nothing from the tests or the build.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^(test|\\.build|bin)/' },
  },

  {
    name: 'database-in-queries',
    comment: 'In the service only queries/ and what starts the service import the database.',
    severity: 'error',
    from: { path: '^src/service/', pathNot: '/queries/|^src/service/(db/|[^/]+\\.ts$)' },
    to: { path: '^src/service/db/' },
  },
  {
    name: 'handlers-without-queries',
    comment: 'A handler calls a use case, never a query.',
    severity: 'error',
    from: { path: '^src/service/resources/.*/handlers[^/]*(\\.ts|/)' },
    to: { path: '/queries/' },
  },
  {
    name: 'pages-without-queries',
    comment: 'A page reads through use cases.',
    severity: 'error',
    from: { path: '^src/service/pages/' },
    to: { path: '^src/service/(resources|jobs)/.*queries/' },
  },
  {
    name: 'pages-late',
    comment: 'Only what serves pages loads them.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/service/(pages/|serve\\.ts$)' },
    to: { path: '^src/service/pages/', pathNot: '^src/service/pages/sessions\\.ts$' },
  },
  {
    name: 'commands-apart',
    comment:
      'A resource of the CLI imports no other, but for the verbs of records: what several need lies in cli/shared.',
    severity: 'error',
    from: { path: `${COMMANDS}([^/]+)/` },
    to: { path: COMMANDS, pathNot: `${COMMANDS}($1|records)/` },
  },
  {
    name: 'groups-alone',
    comment: 'Only the list of groups knows the commands.',
    severity: 'error',
    from: { path: '^src/cli/tool/', pathNot: '^src/cli/tool/tree/groups\\.ts$' },
    to: { path: COMMANDS },
  },

  only('zod', 'zod', '^src/(contract|rules|service)/'),
  only('sqlite', 'node:sqlite|sqlite|@photostructure/sqlite', '^src/service/db/sqlite\\.ts$'),
  only('luxon', 'luxon|@types/luxon', '^src/rules/workflows/triggers/recurrence\\.ts$'),
  only('mcp', '@modelcontextprotocol', '^src/cli/tool/mcp/'),
  only('execa', 'execa', '^src/cli/(shared/file-kind/edit-file|terminal/open-url|tool/tree/unknown-word)\\.ts$'),
  only('child-process', 'child_process', '^src/(local|cli/(session/profiles/keychain|terminal/pager))\\.ts$'),
  only('tables', 'yauzl|@types/yauzl|saxes', '^src/cli/files/rows/'),
  only('timers', '(node:)?timers(/promises)?', '^$'),
  only('terminal', 'commander|@commander-js|chalk|ora|conf|@inquirer|cli-table3|string-width|yaml|marked', '^src/cli/'),
  {
    name: 'production-dependencies',
    comment: 'Only packages of package.json are imported.',
    severity: 'error',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden,
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
