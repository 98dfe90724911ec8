import type { Context } from '../../core/context.ts';
import { refined } from '../../stand-ins/audience/refine.ts';
import { parseText } from '../../stand-ins/audience/understand.ts';
import { resolvedEntity } from '../../stand-ins/search/resolve.ts';
import { storePreview } from './store-preview.ts';
import { type PreviewRecord, previewOf } from './view.ts';

/** Creates a new preview; the original stays as it is. Throws Refusal `not_found`. */
export async function iteratePreview(context: Context, id: string, feedback: string): Promise<PreviewRecord> {
  const preview = await previewOf(context, id);
  const said = parseText(feedback);
  const criteria = refined(preview.criteria, feedback, said);
  const { resolvedProvider: provider } = preview;
  return storePreview(context, {
    ...preview,
    entity: resolvedEntity(provider, criteria.entity),
    criteria,
    notUnderstood: said.notUnderstood,
    previousId: preview.id,
    feedback: feedback.trim(),
  });
}
