// The lock that one `reach apply` holds at a time, one per workspace.

import type { Parsed, ReplyData } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { clearSetting, setSetting, setting } from '../../core/queries/settings.ts';

/** Who holds it afterwards. A holder that is gone is replaced by whoever names its last beat: of several, one. */
export async function changeApplyLock(
  { tx, principal }: Context,
  { holder, who, beat, replaces, release }: Parsed<'account', 'applyLock'>['body'],
): Promise<ReplyData<'account', 'applyLock'>> {
  const name = `apply.lock.${principal.workspaceId}`;
  const text = await setting(tx, name);
  const held: ReplyData<'account', 'applyLock'>['held'] = text === null ? null : JSON.parse(text);
  const isOurs = held === null || held.holder === holder;
  if (!isOurs && !(replaces?.holder === held.holder && replaces.beat === held.beat)) return { held };
  if (release === true) {
    await clearSetting(tx, name);
    return { held: null };
  }
  const next = { holder, who, beat };
  await setSetting(tx, name, JSON.stringify(next));
  return { held: next };
}
