// AI entities by id or name on the command line.

import type { Fields } from '../../../rules/shape.ts';
import { isFields } from '../../../rules/shape.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import type { Kind } from '../../shared/ai/kinds.ts';

const ID = /^[1-9][0-9]{0,15}$/;

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where several have it. */
export async function aiIdOf(session: Session, kind: Kind, text: string): Promise<number> {
  return ID.test(text) ? Number(text) : await idOfName(session, kind, text.trim());
}

async function idOfName(session: Session, kind: Kind, name: string): Promise<number> {
  const { call } = await session.client();
  const found: { readonly id: number; readonly entity: unknown }[] = [];
  for await (const one of kind.list(call, { name, includeArchived: true }, { limit: 100 })) {
    if (isFields(one) && typeof one['id'] === 'number' && one['name'] === name) {
      found.push({ id: one['id'], entity: one['entity'] });
    }
  }
  const [first, second] = found;
  if (first === undefined) {
    throw new CliError('notFound', 'not_found', `no ${kind.noun} "${name}"`, {
      hint: `reach ai ${kind.word} list shows them`,
    });
  }
  if (second === undefined) return first.id;
  const ids = found.map(({ id, entity }) => (typeof entity === 'string' ? `${id} (${entity})` : String(id)));
  throw new UsageError(`several ${kind.plural} are called "${name}": ${ids.join(', ')}`, { hint: 'name it by its id' });
}

/** The record. Throws ApiError for an id that nobody has; else as `aiIdOf`. */
export async function findAi(session: Session, kind: Kind, text: string): Promise<Fields> {
  const id = await aiIdOf(session, kind, text);
  const { call } = await session.client();
  const { data } = await call(kind.routes.get, { params: { [kind.param]: id } });
  return isFields(data) ? data : {};
}
