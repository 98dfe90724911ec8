// create and update.

import type { Command, OptionValues } from 'commander';
import { getOwn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { COMPANY_ALIASES, RESERVED_NAMES, STANDARD_FIELDS } from '../../../rules/records/fields.ts';
import { changeByFile, isByFile, withRowsFile } from '../../import/change-options.ts';
import type { About } from '../../session/about.ts';
import { does, withYes, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../../shared/answer.ts';
import { noteUnnamed } from '../../shared/created.ts';
import { withSafeguards } from '../../shared/effects/expected.ts';
import { visibleRecordFrom, withFields } from '../../shared/fields.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import { type Entity, readableFields } from '../../shared/records/entity.ts';
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

// A name that is not a field becomes a custom field of every record of the workspace: a typing error would stay there.

export const withCustom = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.option('--custom', 'create the custom fields that do not exist yet');

function builtIn({ name: kind }: Entity): string[] {
  const aliases = kind === 'CONTACT' ? [...COMPANY_ALIASES.keys()] : [];
  return [...STANDARD_FIELDS[kind].map(({ id }) => id), ...aliases, ...RESERVED_NAMES[kind]];
}

const isNamed = (field: unknown): field is { readonly id?: string; readonly label?: string } =>
  typeof field === 'object' && field !== null;

/** Ids and labels of the workspace's fields; none where the key may not read them. */
async function workspaceNames(session: Session, entity: Entity): Promise<string[]> {
  const fields = (await readableFields(session, entity)).filter(isNamed);
  return having(fields, 'id').flatMap(({ id, label }) => (label === undefined ? [id] : [id, label]));
}

/** Throws UsageError for names that are no field, with what was probably meant. Asks only about names that are not built in. */
export async function assertFieldsExist(
  session: Session,
  entity: Entity,
  names: readonly string[],
  isCustomWanted: boolean,
): Promise<void> {
  if (isCustomWanted) return;
  const standard = builtIn(entity);
  const others = names.filter((name) => !standard.includes(name));
  if (others.length === 0) return;
  const known = [...standard, ...(await workspaceNames(session, entity))];
  const unknown = others.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const each = unknown.map((name) => `there is no ${entity.noun} field "${name}"${didYouMean(name, known)}`);
  throw new UsageError(each.join('; '), {
    hint: `reach ${entity.plural} fields lists them; --custom creates custom fields, for every ${entity.noun}`,
  });
}
