// A draft is read back after it was written: what did not take effect is never passed over.

import type { MissedEdit } from '../../../rules/effects.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';

const TEXT_MAX = 60;

function displayed(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = harmless(JSON.stringify(value));
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}

/**
 * Compares what is read now with what was sent. What the service stores otherwise is a warning. Exit 1 for what is as it was
 * before. The write was done: that it cannot be read is a note.
 */
export async function assertTaken(session: Session, what: string, missed: () => Promise<readonly MissedEdit[]>) {
  const { print, io } = session;
  let effects: readonly MissedEdit[];
  try {
    effects = await missed();
  } catch (error) {
    if (io.interrupt.aborted) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return await print.note(harmless(`${what} was changed; it could not be read back to compare it: ${why}`));
  }
  const hidden = effects.filter((effect) => effect.is === 'hidden').map(({ path }) => path);
  if (hidden.length > 0)
    await print.note(harmless(`not compared, for the service does not show it: ${hidden.join(', ')}`));
  for (const { path, wanted, found } of effects.filter((effect) => effect.is === 'other')) {
    await print.warn(`${harmless(path)}: the service stored ${displayed(found)} instead of ${displayed(wanted)}`);
  }
  const lost = effects.filter((effect) => effect.is === 'lost');
  if (lost.length === 0) return;
  const places = lost.map(
    ({ path, wanted, found }) => `${path} is still ${displayed(found)}, not ${displayed(wanted)}`,
  );
  const message = harmless(`the service accepted the change of ${what}, but ${places.join('; ')}`);
  throw new CliError('bad', 'not_applied', message, {
    hint: 'the rest was changed; make this change in the web app',
    details: { effects: lost },
  });
}
