// list and search: pages until the limit, rows as they come.

import type { CommandUnknownOpts as Command } from 'commander';
import type { Deps } from '../../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../../app/command.ts';
import type { ExitName } from '../../../app/exit.ts';
import type { Session } from '../../../app/session.ts';
import { type LimitOptions, limitOf, printListing, withLimit } from '../../limit/limit.ts';
import { idOf } from '../../lookup/ids.ts';
import { findList } from '../../lookup/list.ts';
import { isExtra } from '../columns.ts';
import { type FilterFlags, readFilters } from '../filters.ts';
import type { Entity } from '../kind.ts';
import { isBooleanField } from '../known.ts';

/** Fields to ask of the service: those asked for that a record does not have by itself. */
function extraFields(session: Session, entity: Entity): readonly string[] | undefined {
  const asked = session.settings.fields?.filter((field) => isExtra(entity.kind, field));
  return asked === undefined || asked.length === 0 ? undefined : asked;
}

interface ListFlags extends LimitOptions {
  readonly list?: string;
  readonly actions?: string;
}

export function listCommand(deps: Deps, entity: Entity): Command {
  const { plural } = entity;
  const command = leaf('list', {
    summary: `List ${plural}, oldest first`,
    uses: [entity.routes.list],
    output: `one row a ${entity.noun}; JSON is the array of records`,
    exits: ['notFound'],
    examples: [
      [`reach ${plural} list`, 'the first 100'],
      [`reach ${plural} list --list "ICP DACH" --all -o csv > ${plural}.csv`, 'a whole list as CSV'],
      [
        `reach ${plural} list --fields id,${entity.kind === 'CONTACT' ? 'lastName' : 'name'},createdAt`,
        'other columns',
      ],
    ],
  })
    .option('--list <name|id>', `only ${plural} of this list`)
    .option('--actions <id>', `only ${plural} an enrichment run or import worked on or brought in`);
  return doesUntyped(deps, withLimit(command), async (session, flags: ListFlags): Promise<ExitName | void> => {
    const client = await session.client({ sustained: limitOf(flags) === null });
    const list = flags.list === undefined ? undefined : await findList(client.api, flags.list, entity.kind);
    const actionsId = flags.actions === undefined ? undefined : idOf(flags.actions, 'run');
    const fields = extraFields(session, entity);
    await printListing(session, entity.view, flags, (options) =>
      entity.list(client.call, { fields, listId: list?.id, actionsId }, options),
    );
  });
}

interface SearchFlags extends LimitOptions, FilterFlags {
  readonly list?: string;
}

/** The filter flags, the same for search and export. */
export function filterOptions(command: Command, entity: Entity): Command {
  return command
    .option('--include <name=value>', 'keep what matches; repeat it (same name: one of these)', collect)
    .option('--exclude <name=value>', 'drop what matches; repeat it', collect)
    .option('--filters <file>', 'YAML or JSON with include and exclude, in the interface’s value shapes')
    .option('--list <name|id>', `only ${entity.plural} of this list`);
}

export function searchCommand(deps: Deps, entity: Entity): Command {
  const { plural } = entity;
  const contact = entity.kind === 'CONTACT';
  const command = filterOptions(
    leaf('search', {
      summary: `Search ${plural} by text and filters`,
      description: [
        'Filters name a field id (see "fields") or a special key: id, leadsGroup, companyGroup, campaigns, isInCRM, ' +
          'isCompanyInCRM, leadsCount, numberOfEmployees. Values:',
        '',
        `  ${contact ? 'jobTitle=CEO     ' : 'industry=Software'}             exactly this; given again: one of these`,
        '  numberOfEmployees=10..200     a range, either side open',
        '  createdAt=2026-01-01..        a span of days or times',
        '  isInCRM=true                  a boolean',
        `  ${contact ? 'professionalEmail=' : 'domain=           '}            no value`,
        '  name:=["a","b"]               the value itself, as JSON',
      ].join('\n'),
      uses: [entity.routes.search],
      output: `one row a ${entity.noun}; JSON is the array of records`,
      examples: contact
        ? [
            ['reach contacts search "ada lovelace"', 'full text'],
            [
              'reach contacts search --include jobTitle=CTO --include jobTitle=CEO --exclude professionalEmail=',
              'filters',
            ],
            ['reach contacts search --include numberOfEmployees=50..200 -o id', 'ids for the next command'],
          ]
        : [
            ['reach companies search acme', 'full text'],
            ['reach companies search --include industry=Software --include leadsCount=1..', 'filters'],
          ],
    }).argument('[text]', 'words to find'),
    entity,
  );
  return doesUntyped(deps, withLimit(command), async (session, text: string | undefined, flags: SearchFlags) => {
    const client = await session.client({ sustained: limitOf(flags) === null });
    const { include, exclude } = await readFilters(session.io, flags, isBooleanField);
    if (flags.list !== undefined)
      include[entity.listFilter] = [(await findList(client.api, flags.list, entity.kind)).id];
    const fields = extraFields(session, entity);
    await printListing(session, entity.view, flags, (options) =>
      entity.search(client.call, { search: text, include, exclude, fields }, options),
    );
  });
}
