// show, create, update and fields: one record at a time.

import type { CommandUnknownOpts as Command } from 'commander';
import type { Deps } from '../../../app/command.ts';
import { doesUntyped, leaf, withDryRun } from '../../../app/command.ts';
import type { Session } from '../../../app/session.ts';
import { recordFrom } from '../../../files/read.ts';
import { fieldView } from '../../../output/views/lists.ts';
import { withFields } from '../../fields/fields.ts';
import { findList } from '../../lookup/list.ts';
import { NAMED_BY, recordIdOf } from '../../lookup/record.ts';
import type { Entity } from '../kind.ts';
import { rowsOf } from '../rows.ts';

export interface RecordFlags {
  readonly field?: readonly string[];
  readonly fieldJson?: readonly string[];
  readonly input?: string;
  readonly dryRun?: boolean;
}

/** Until every create and update is declared as one that writes. */
export function recordOptions(command: Command): Command {
  return withDryRun(withFields(command));
}

/** Prints a request instead of sending it. */
export async function printDryRun(session: Session, method: string, path: string, body: unknown): Promise<void> {
  await session.print.note('dry run: nothing is sent');
  await session.print.record({ noun: 'request', plural: 'requests', id: 'path', columns: [] }, { method, path, body });
}

export function showCommand(deps: Deps, entity: Entity): Command {
  return doesUntyped(
    deps,
    leaf('show', {
      summary: `Show one ${entity.noun}`,
      uses: [entity.routes.get, entity.routes.search],
      output: 'every field that has a value; JSON has them all',
      exits: ['notFound'],
      examples: [
        [`reach ${entity.plural} show 12`, 'as a card'],
        [`reach ${entity.plural} show "Acme" --json --fields id,appUrl`, 'by name, for a script'],
      ],
    }).argument('<id>', NAMED_BY[entity.noun]),
    async (session, text: string) => {
      const id = await recordIdOf(session, entity.noun, text);
      await session.print.record(entity.view, await entity.get(await session.api(), id));
    },
  );
}

interface CreateFlags extends RecordFlags {
  readonly list?: string;
  readonly merge?: boolean;
}

export function createCommand(deps: Deps, entity: Entity): Command {
  const example =
    entity.kind === 'CONTACT'
      ? '-f firstName=Ada -f lastName=Lovelace -f companyName=Analytical'
      : '-f name=Acme -f domain=acme.example';
  const command = recordOptions(
    leaf('create', {
      summary: `Create one ${entity.noun}, or merge it with the one it matches`,
      uses: [entity.routes.create],
      output: `the ${entity.noun} and what was done: CREATED, MERGED_UPDATED or MERGED_NOOP`,
      exits: ['notFound'],
      examples: [
        [`reach ${entity.plural} create ${example}`, 'from flags'],
        [`reach ${entity.plural} create --input ${entity.noun}.yaml --list "ICP DACH"`, 'from a file, into a list'],
      ],
    }),
  )
    .option('--list <name|id>', 'list to add it to')
    .option('--no-merge', 'always create, never merge');
  return doesUntyped(deps, command, async (session, flags: CreateFlags) => {
    const record = await recordFrom(session.io, flags);
    if (flags.merge === false) record['mergeWithExisting'] = false;
    if (flags.list !== undefined) record['listId'] = (await findList(await session.api(), flags.list, entity.kind)).id;
    if (flags.dryRun === true) return await printDryRun(session, 'POST', entity.routes.create.path, record);
    await session.print.record(entity.resultView, await entity.create(await session.api(), record));
  });
}

export function updateCommand(deps: Deps, entity: Entity): Command {
  const command = recordOptions(
    leaf('update', {
      summary: `Change fields of one ${entity.noun}`,
      uses: [entity.routes.update, entity.routes.search],
      output: `the ${entity.noun} after the change`,
      exits: ['notFound'],
      examples: [
        [
          `reach ${entity.plural} update 12 -f ${entity.kind === 'CONTACT' ? 'jobTitle=CTO' : 'industry=Software'}`,
          'one field',
        ],
        [
          `reach ${entity.plural} update ${entity.kind === 'CONTACT' ? 'ada@engines.example' : 'acme.example'} -F ${entity.kind === 'CONTACT' ? 'mobilePhone' : 'numberOfEmployees'}:=null`,
          'by what names it; null clears',
        ],
      ],
    }).argument('<id>', NAMED_BY[entity.noun]),
  );
  return doesUntyped(deps, command, async (session, text: string, flags: RecordFlags) => {
    const id = await recordIdOf(session, entity.noun, text);
    const record = await recordFrom(session.io, flags);
    if (flags.dryRun === true) return await printDryRun(session, 'PATCH', `/v1/${entity.plural}/${id}`, record);
    await session.print.record(entity.view, await entity.update(await session.api(), id, record));
  });
}

export function fieldsCommand(deps: Deps, entity: Entity): Command {
  return doesUntyped(
    deps,
    leaf('fields', {
      summary: `The fields of ${entity.plural}, custom and AI fields included`,
      uses: [entity.routes.fields],
      output: 'one row a field: id, label, kind, data type, whether it can be edited, its placeholder',
      examples: [
        [`reach ${entity.plural} fields`, 'all of them'],
        [`reach ${entity.plural} fields -o id`, 'ids, as filters and --fields take them'],
      ],
    }),
    async (session) => {
      await session.print.list(fieldView, rowsOf(await entity.fields(await session.api())));
    },
  );
}
