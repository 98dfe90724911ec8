// Which modules share a file of the build. Opening a file costs a fifth of a millisecond, and each kilobyte is compiled in every
// process: what is always loaded together is one file, and what is imported late stays out of it.

import { join } from 'node:path';

const CORE = ['reach.ts', 'cli/tool/main.ts'];
const RECORD = ['cli/commands/records/show.ts', 'cli/commands/contacts/show.ts', 'cli/commands/contacts/index.ts'];
const SELECTION = ['cli/commands/records/list.ts', 'cli/commands/records/search.ts'];
const TABLE = ['cli/terminal/formats/table.ts', 'cli/terminal/formats/card.ts'];
/** Commands that share enumerations and pure functions with the service. */
const GROUPS = ['actions', 'ai', 'campaigns', 'playbook', 'workflows'].map((name) => `cli/commands/${name}/index.ts`);
const SERVICE = ['service/start.ts', 'service/in-process.ts'];
const RECORDS = ['service/resources/contacts/handlers.ts', 'service/resources/companies/handlers.ts'];

/**
 * The chunks in the order in which they take modules: of each list, what its files import at once, directly and through others;
 * of several lists, what all of them have.
 * @type {readonly { readonly name: string, readonly of: readonly (readonly string[])[] }[]}
 */
const CHUNKS = [
  // What also answers the completion of names, without the rest.
  { name: 'base', of: [['cli/tool/completion/answer-names.ts']] },
  // The service alone is to load nothing of the commands.
  {
    name: 'plain',
    of: [
      [...CORE, ...RECORD, ...SELECTION, ...TABLE],
      ['service/worker.ts', ...SERVICE, ...RECORDS],
    ],
  },
  { name: 'core', of: [CORE] },
  // Of contacts and companies: one record, and lists of them.
  { name: 'record', of: [RECORD] },
  { name: 'selection', of: [SELECTION] },
  { name: 'http', of: [['client/transport/http.ts', 'client/transport/proxy.ts']] },
  { name: 'table', of: [TABLE] },
  // So that a remote read loads nothing else of the service.
  { name: 'shared', of: [GROUPS, [...SERVICE, ...RECORDS]] },
  { name: 'zod', of: [['contract/common.ts']] },
  { name: 'service', of: [SERVICE] },
  // What a read of contacts or companies needs of the service.
  { name: 'records', of: [RECORDS] },
  { name: 'record-rows', of: [['contract/contacts/endpoints.ts', 'contract/companies/endpoints.ts']] },
];

/** @typedef {{ getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }} Graph */

/**
 * What files import at once, with themselves.
 * @param {readonly string[]} files
 * @param {Graph} graph
 */
function importedBy(files, graph) {
  /** @type {Set<string>} */
  const found = new Set();
  const open = [...files];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const module = graph.getModuleInfo(id);
    if (module === null && files.includes(id)) throw new Error(`.build/chunks.mjs: there is no ${id}`);
    open.push(...(module?.importedIds ?? []));
  }
  return found;
}

/**
 * The chunks of a build of the source below `root`, as rolldown takes them.
 * @param {string} root
 */
export const chunkGroups = (root) =>
  CHUNKS.map(({ name, of }, at) => {
    /** @type {readonly Set<string>[] | undefined} */
    let sets;
    /**
     * @param {string} id
     * @param {Graph} graph
     */
    const chunkOf = (id, graph) => {
      sets ??= of.map((files) =>
        importedBy(
          files.map((file) => join(root, 'src', file)),
          graph,
        ),
      );
      return sets.every((set) => set.has(id)) ? name : null;
    };
    return { name: chunkOf, debugName: name, priority: CHUNKS.length - at };
  });
