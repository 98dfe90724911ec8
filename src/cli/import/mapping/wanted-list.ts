// The list of `--list`: looked for before anything is asked, created once everything is decided.

import { ApiError } from '../../../client/errors.ts';
import { isIdText } from '../../../contract/ids.ts';
import type { Session } from '../../session/session.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { assertCreatable, createdListId, findList } from '../../shared/lookup/list.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import type { ImportPlan } from './plan.ts';

/** What gives the list, and creates it first where it does not exist: exit 5, unless it may be created. */
export async function wantedList(
  session: Session,
  entity: Entity,
  name: string | null,
  mayCreate: boolean,
): Promise<() => Promise<ImportPlan['list']>> {
  if (name === null) return async () => null;
  // An id given by hand is taken at its word: no path that reads a list is shown.
  if (isIdText(name) && !isLocal(session)) return async () => ({ id: Number(name), name });
  try {
    const list = await findList(session, name, entity.name);
    if (list.entity !== undefined && list.entity !== entity.name) {
      const holds = list.entity === 'CONTACT' ? 'contacts' : 'companies';
      throw new UsageError(`the list "${list.name}" is a list of ${holds}`);
    }
    return async () => ({ id: list.id, name: list.name });
  } catch (error) {
    // A service that shows no lists has them all the same: an id given by hand is taken for one.
    if (error instanceof ApiError && error.status === 405 && isIdText(name))
      return async () => ({ id: Number(name), name });
    if (!(error instanceof CliError && error.exit === 'notFound')) throw error;
    if (!mayCreate) {
      throw new CliError('notFound', 'not_found', error.message, {
        hint: `use --create-list to create it; ${error.hint}`,
      });
    }
    await assertCreatable(session, name, entity.name, error);
    return async () => ({ id: await createdListId(session, name, entity.name), name });
  }
}
