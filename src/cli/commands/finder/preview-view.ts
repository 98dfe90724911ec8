// Printing a preview: what was understood, its refinement history, and the next step.

import { own } from '../../../contract/dictionary.ts';
import type { Preview } from '../../../contract/finder/endpoints.ts';
import { isObject } from '../../../contract/json.ts';
import type { Session } from '../../session/session.ts';
import { previewView } from '../../shared/views/finder.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { filterText } from './filter-text.ts';
import { rememberPreview } from './last.ts';

/** Texts of a list in `result`, which has no fixed shape. */
function textsOf(result: unknown, name: string): string[] {
  const list = isObject(result) ? own(result, name) : undefined;
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

/** `1. CTOs in Berlin`, `2. also in Vienna`: from the first preview to this one; nothing for an unrefined preview. */
function chainLines({ userInput, result }: Preview): string[] {
  const refinements = isObject(result) ? result['refinements'] : undefined;
  const steps = Array.isArray(refinements) ? refinements.filter(isObject) : [];
  if (steps.length < 2) return [];
  return steps.map(({ previewId, feedback }, index) => {
    const text = typeof feedback === 'string' ? feedback : (userInput ?? '-');
    return harmless(`  ${index + 1}. ${text}  (${String(previewId)})`);
  });
}

/** In a table with its filters as text; else the whole record. */
function shownIn({ settings }: Session, preview: Preview): Readonly<Record<string, unknown>> {
  if (settings.output !== 'table' || settings.fields !== null) return preview;
  const { result, droppedFilters, createdAt: _, ...head } = preview;
  return {
    ...head,
    filters: filterText(isObject(result) ? result['filters'] : null),
    ...((droppedFilters ?? []).length > 0 && { droppedFilters }),
  };
}

/** The preview on stdout, remarks on stderr. */
export async function printPreview(session: Session, preview: Preview): Promise<void> {
  const { print } = session;
  const { resolvedProvider, droppedFilters, previewId, result } = preview;
  if (previewId !== undefined) await rememberPreview(session, previewId);
  await print.record(previewView, shownIn(session, preview));
  const chain = chainLines(preview);
  if (chain.length > 0) await print.note(`refinement history:\n${chain.join('\n')}`);
  if (droppedFilters !== undefined && droppedFilters.length > 0) {
    await print.note(
      harmless(
        `dropped: ${droppedFilters.join(', ')} (${resolvedProvider ?? 'the provider'} cannot filter by ${droppedFilters.length === 1 ? 'it' : 'them'})`,
      ),
    );
  }
  const notUnderstood = textsOf(result, 'notUnderstood');
  if (notUnderstood.length > 0) await print.note(harmless(`not understood: ${notUnderstood.join(', ')}`));
  await print.note(
    previewId === undefined ? 'the answer names no preview' : `list its records: reach finder results ${previewId}`,
  );
}
