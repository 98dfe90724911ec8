import { getOwn } from '../../../contract/json.ts';
import { changeByFile, isByFile, withRowsFile } from '../../import/change-options.ts';
import type { About } from '../../session/about.ts';
import { type AnyCommand, type Deps, does, withYes, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned } from '../../shared/dry-run.ts';
import { withSafeguards } from '../../shared/effects/expected.ts';
import { visibleRecordFrom, withFields } from '../../shared/fields.ts';
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
import { isApproved } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';

const BY = { CONTACT: ['id', 'email'], COMPANY: ['id'] } as const;

const EXAMPLES: Readonly<Record<Entity['name'], NonNullable<About['examples']>>> = {
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

export function updateRecord(deps: Deps, entity: Entity): AnyCommand {
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
                  ...EXAMPLES[kind],
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
  )(deps);
}
