import type { PreviewInput } from '../../../contract/finder/endpoints.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { criteriaOfText, parseText } from '../../stand-ins/audience/understand.ts';
import { resolvedEntity, resolvedProvider } from '../../stand-ins/search/resolve.ts';
import { identityIds } from '../identities/queries/senders.ts';
import type { PreviewRow } from './queries/previews.ts';
import { savedFilterById } from './queries/saved-filters.ts';
import { storePreview } from './store-preview.ts';
import type { PreviewRecord } from './view.ts';

/** Throws Refusal `invalid` for an identity the caller does not have, `not_found` for the filter, `forbidden` without CRM. */
export async function createPreview(context: Context, input: PreviewInput): Promise<PreviewRecord> {
  const { text, savedFilterId, provider, identityId = null } = input;
  if (identityId !== null) await assertIdentity(context, identityId);
  const { userInput, criteria, notUnderstood } =
    savedFilterId === undefined ? parsedText(text ?? '') : await savedSearch(context, savedFilterId);
  const resolved = resolvedProvider(provider, criteria);
  return storePreview(context, {
    identityId,
    userInput,
    requestedProvider: provider,
    resolvedProvider: resolved,
    entity: resolvedEntity(resolved, criteria.entity),
    criteria,
    notUnderstood,
    previousId: null,
    feedback: null,
  });
}

/** Words without a meaning are only searched for if the text has no other criteria. */
function parsedText(text: string): Pick<PreviewRow, 'userInput' | 'criteria' | 'notUnderstood'> {
  const said = parseText(text);
  const criteria = criteriaOfText(said);
  const { notUnderstood } = said;
  const isEmpty = [criteria.include, criteria.exclude, criteria.spans, criteria.flags].every(
    (part) => Object.keys(part).length === 0,
  );
  const include = isEmpty && notUnderstood.length > 0 ? { keywords: notUnderstood } : criteria.include;
  return { userInput: text.trim(), criteria: { ...criteria, include }, notUnderstood };
}

async function savedSearch({ tx, principal }: Context, id: number) {
  const saved = await savedFilterById(tx, principal.workspaceId, id);
  if (!saved) throw new Refusal('not_found', `There is no saved filter ${id}: GET /v1/saved-filters lists them`);
  return { userInput: saved.description, criteria: saved.criteria, notUnderstood: [] };
}

async function assertIdentity({ tx, principal }: Context, id: number): Promise<void> {
  const isOwn = principal.identityIds === undefined || principal.identityIds.includes(id);
  if (isOwn && (await identityIds(tx, principal.workspaceId)).has(id)) return;
  const message = `there is no identity ${id} in this workspace`;
  throw new Refusal('invalid', `identityId: ${message}`, {
    issues: [{ path: 'identityId', code: 'unknown_identity', message }],
  });
}
