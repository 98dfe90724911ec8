import type { Change } from '../session/history/recorded-route.ts';
import type { SentRoute } from '../session/history/recorded-routes.ts';
import type { Session } from '../session/session.ts';
import { harmless } from '../terminal/formats/cells.ts';
import { printsWhole } from '../terminal/settings.ts';

/** For programs: `yes`, `partly: …` or `no: …`. None where nothing is remembered, and in tables. */
export interface UndoKey {
  readonly undo?: string;
}

/** Says whether undo would take back what these requests change, to a person, and gives it for the output. `more`: behind it. */
export async function noteUndo(
  { print, settings, history }: Session,
  sent: readonly SentRoute[],
  changes: readonly Change[] = [],
  more = '',
): Promise<UndoKey> {
  const text = await history.undoText(sent, changes);
  if (text === null) return {};
  const undo = harmless(`${text}${more}`);
  await print.note(`undo: ${undo}`);
  return printsWhole(settings) ? { undo } : {};
}
