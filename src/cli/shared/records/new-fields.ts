// A name that is not a field becomes a custom field of every record of the workspace: a typing error would stay there.

import type { Command, OptionValues } from 'commander';
import { ApiError } from '../../../client/errors.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { COMPANY_ALIASES, RESERVED_NAMES, STANDARD_FIELDS } from '../../../rules/records/fields.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import { having } from '../answer.ts';
import { type Entity, rowsOf } from './entity.ts';

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
  try {
    const rows = rowsOf(await entity.fields(await session.api())).filter(isNamed);
    return having(rows, 'id').flatMap(({ id, label }) => (label === undefined ? [id] : [id, label]));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return [];
    throw error;
  }
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
