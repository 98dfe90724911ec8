import { isSearchName, parseCondition, SEARCH_NAME_HINT } from '../../../rules/records/conditions.ts';
import {
  type BuildGroup,
  collect,
  does,
  groupByVerb,
  type OptionsOf,
  reads,
  writesFile,
} from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { readFilters } from '../../shared/records/filters.ts';
import { knownSearches, removeSearch, type SavedSearch, saveSearch } from '../../shared/records/saved-searches.ts';
import { searchView } from '../../shared/views/lists.ts';
import { UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';

const declare = () =>
  writesFile('save', {
    summary: 'Keep a search under a name, on this machine',
    description:
      'reach contacts list, search and export take it as --search NAME, together with further conditions. A time such as last-30d is counted from the day the search is used. One of the same name is replaced. In an outreach folder, searches/*.yaml are found as well (reach schema search).',
    view: searchView,
    json: 'record',
    output: 'the saved search',
    replaces: true,
    examples: [
      ['reach search save chiefs --where jobTitle~chief --where createdAt=last-30d', 'of contacts'],
      ['reach search save mid --companies --where numberOfEmployees=50..500', 'of companies'],
      ['reach contacts export --search chiefs > chiefs.csv', 'uses it'],
    ],
    completes: { name: 'searches' },
  })
    .argument('<name>', 'its name')
    .option('--companies', 'a search of companies instead of contacts')
    .option('--text <words>', 'words to find')
    .option('--where <condition>', 'a condition, as contacts search takes it; repeatable', collect)
    .option('--include <name=value>', 'a filter of the API; repeatable', collect)
    .option('--exclude <name=value>', 'a filter of the API; repeatable', collect)
    .option('--list <name|id>', 'only records of this list');

/** Throws UsageError for what a search would not take. */
async function searchFrom(session: Session, options: OptionsOf<typeof declare>): Promise<SavedSearch> {
  const { companies, text, list, where = [], include = [], exclude = [] } = options;
  for (const condition of where) {
    const read = parseCondition(condition, session.now());
    if ('problem' in read) throw new UsageError(`--where ${condition}: ${read.problem}`);
  }
  await readFilters(session.io, { include, exclude });
  if (text === undefined && list === undefined && [...where, ...include, ...exclude].length === 0)
    throw new UsageError('nothing to save', { hint: 'give --where, --include, --exclude, --text or --list' });
  return { of: companies === true ? 'companies' : 'contacts', text, list, where, include, exclude };
}

/** With the options that save it. */
function describe({ of, text, list, ...conditions }: SavedSearch): string {
  const given = Object.entries({ text: text ?? [], list: list ?? [], ...conditions });
  const options = given.flatMap(([option, values]) => [values].flat().map((value) => `--${option} "${value}"`));
  return [...(of === 'companies' ? ['--companies'] : []), ...options].join(' ');
}

const saveCommand = does(declare, async (session, name, options) => {
  if (!isSearchName(name)) throw new UsageError(`"${name}" cannot be the name of a search`, { hint: SEARCH_NAME_HINT });
  const search = await searchFrom(session, options);
  const replaced = await saveSearch(session.paths, session.io, name, search);
  if (replaced !== undefined) await session.print.note(`it was: ${describe(replaced)}`);
  await session.print.record(searchView, { name, ...search });
});

const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the saved searches',
      view: searchView,
      description: 'Those of this machine, and those of the outreach folder here: searches/*.yaml.',
      output: 'one row per search: its name, what it searches, its text, conditions and filters, the file of a folder',
      examples: [
        ['reach search list', 'all of them'],
        ['reach search list -o id', 'their names, for a script'],
      ],
    }),
  async (session) => {
    const known = [...(await knownSearches(session))];
    for (const [, { from, problem }] of known)
      if (problem !== undefined) await session.print.warn(`${from}: ${problem}`);
    const sound = known.filter(([, { problem }]) => problem === undefined);
    await session.print.list(
      searchView,
      sound.map(([name, { problem: _, ...search }]) => ({ name, ...search })),
    );
  },
);

const removedView = viewOf('saved search', 'saved searches', 'name:word removed', { id: 'name' });

const removeCommand = does(
  () =>
    writesFile('remove', {
      summary: 'Remove a saved search',
      view: removedView,
      json: 'record',
      output: 'its name',
      exits: ['notFound'],
      replaces: true,
      examples: [
        ['reach search remove chiefs', 'the records it finds stay'],
        ['reach search list -o id | xargs -n 1 reach search remove', 'all of them'],
      ],
      completes: { name: 'searches' },
    }).argument('<name>', 'a saved search'),
  async (session, name) => {
    await removeSearch(session.paths, session.io, name);
    await session.print.record(removedView, { name, removed: true });
  },
);

export const search: BuildGroup = (deps) =>
  groupByVerb(deps, {
    save: saveCommand,
    list: listCommand,
    remove: removeCommand,
  });
