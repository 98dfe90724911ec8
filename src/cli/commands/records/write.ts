// create and update.

import { getOwn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { changeByFile, isByFile, withRowsFile } from '../../import/change-options.ts';
import type { About } from '../../session/about.ts';
import { does, withYes, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { noteUnnamed } from '../../shared/created.ts';
import { withSafeguards } from '../../shared/effects/expected.ts';
import { visibleRecordFrom, withFields } from '../../shared/fields.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { assertFieldsExist, withCustom } from '../../shared/records/new-fields.ts';
import {
  checkNames,
  type OverwritingOptions,
  overwritingOf,
  settable,
  withOverwriting,
} from '../../shared/records/overwriting.ts';
import { dryRunView, importView } from '../../shared/views/imports.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';

const CREATE_EXAMPLES: Readonly<Record<Entity['name'], About['examples']>> = {
  CONTACT: [
    ['reach contacts create -f firstName=Ada -f lastName=Lovelace -f companyName=Analytical', 'from flags'],
    ['reach contacts create --input contact.yaml --list "ICP DACH"', 'from a file, into a list'],
  ],
  COMPANY: [
    ['reach companies create -f name=Acme -f domain=acme.example', 'from flags'],
    ['reach companies create --input company.yaml --list "Target accounts"', 'from a file, into a list'],
  ],
};

export function createRecord(entity: Entity) {
  const command = withCustom(
    withFields(
      writes('create', {
        summary: `Create one ${entity.noun}, or merge it with the one it matches`,
        uses: [entity.routes.create, entity.routes.fields, routes.lists.list],
        view: entity.resultView,
        output: `the ${entity.noun} and what was done: CREATED, MERGED_UPDATED or MERGED_NOOP`,
        exits: ['notFound'],
        replaces: true,
        examples: CREATE_EXAMPLES[entity.name],
      }),
    ),
  )
    .option('--list <name|id>', 'list to add it to')
    .option('--no-merge', 'always create, never merge');
  return does(
    () => command,
    async (session, options) => {
      const body = await visibleRecordFrom(session.io, options);
      await assertFieldsExist(session, entity, Object.keys(body), options.custom === true);
      if (!options.merge) body['mergeWithExisting'] = false;
      if (options.list !== undefined) body['listId'] = await listIdOf(session, options.list, entity.name);
      if (!(await isApproved(session, planned(entity.routes.create, { body }), options))) return;
      const created = await entity.create(await session.api(), body);
      await session.print.record(entity.resultView, created);
      await noteUnnamed(session, Object(created), `reach ${entity.plural} search`);
    },
  );
}

const BY = { CONTACT: ['id', 'email'], COMPANY: ['id'] } as const;

const UPDATE_EXAMPLES: Readonly<Record<Entity['name'], NonNullable<About['examples']>>> = {
  CONTACT: [
    ['reach contacts update 12 -f jobTitle=CTO', 'one field'],
    ['reach contacts update ada@engines.example -F mobilePhone:=null', 'by email; null clears'],
  ],
  COMPANY: [
    ['reach companies update 12 -f industry=Software', 'one field'],
    ['reach companies update acme.example -F numberOfEmployees:=null', 'by domain; null clears'],
  ],
};

type WrittenValues = Awaited<ReturnType<typeof visibleRecordFrom>>;

/** Those that may be set; null, which is noted, where none may. */
async function settableFields(
  session: Session,
  entity: Entity,
  id: number,
  values: WrittenValues,
  options: OverwritingOptions,
): Promise<WrittenValues | null> {
  const of = overwritingOf(options);
  if (of === null) return values;
  checkNames(of, Object.keys(values));
  const record = await entity.get(await session.api(), id);
  const kept = settable(of, values, (field) => getOwn(record, field));
  if (Object.keys(kept).length > 0) return kept;
  await session.print.note('nothing to change: the fields have values that are kept');
  await session.print.record(entity.view, record);
  return null;
}

export function updateRecord(entity: Entity) {
  const { noun, plural, name: kind, routes } = entity;
  const command = withSafeguards(
    withOverwriting(
      withYes(
        withRowsFile(
          withCustom(
            withFields(
              writes('update', {
                summary: `Change fields of one ${noun}, or of many by a file`,
                description: [
                  `With --csv, each row updates the ${noun} that it names: empty cells change nothing, and nothing is created.`,
                  'Columns are mapped as in import, a journal lets an update that was interrupted continue, and a row that',
                  `names no ${noun}, or several, does not keep the others from being done.`,
                ].join('\n'),
                uses: [routes.update, routes.search, routes.fields],
                view: entity.view,
                json: [{ record: entity.routes.update }, { record: importView }, { record: dryRunView }],
                output: `the ${noun} after the change; with --csv one record: how many rows were updated, failed, rejected, skipped`,
                exits: ['bad', 'notFound', 'conflict'],
                completes: { '--by': BY[kind] },
                replaces: true,
                dryRun: 'show what would change, old and new; with --csv, look up every record and change none',
                examples: [
                  ...UPDATE_EXAMPLES[kind],
                  [
                    `reach ${plural} update --csv ${plural}.csv --by ${BY[kind].at(-1)} --rejects rejects.csv`,
                    'by a file',
                  ],
                ],
              }).argument('[id]', NAMED_BY[noun]),
            ),
          ),
          BY[kind],
        ),
      ),
    ),
  );
  return does(
    () => command,
    async (session, text, options) => {
      if (isByFile(options)) {
        if (text !== undefined || options.field || options.fieldJson || options.input !== undefined)
          throw new UsageError(`--csv names the ${plural} and their fields: give no other`);
        const custom = options.custom === true;
        return await changeByFile({ session, entity, act: 'update', by: BY[kind], options, custom });
      }
      if (text === undefined) throw new UsageError("missing required argument 'id'", { hint: 'or --csv FILE --by id' });
      const given = await visibleRecordFrom(session.io, options);
      await assertFieldsExist(session, entity, Object.keys(given), options.custom === true);
      const id = await recordIdOf(session, noun, text);
      const body = await settableFields(session, entity, id, given, options);
      if (body === null) return;
      const request = planned(routes.update, { params: entity.params(id), body });
      if (!(await isApproved(session, request, options))) return;
      await session.print.record(entity.view, await entity.update(await session.api(), id, body));
    },
  );
}
