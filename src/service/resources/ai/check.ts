import { issuesText } from '../../../contract/envelope.ts';
import { isObject } from '../../../contract/json.ts';
// Checks the body of an AI entity against the rules, with everything the workspace knows.

import { AI_LIMITS, type AiKind } from '../../../contract/ai/enums.ts';
import { checkAiEntity } from '../../../rules/ai/check.ts';
import { TOKEN_CODES, validTokens } from '../../../rules/ai/check-prompt.ts';
import type { AiKnowledge, Current } from '../../../rules/ai/knowledge.ts';
import { CALLED } from '../../../rules/ai/policy.ts';
import { shortestPath } from '../../../rules/graph.ts';
import type { Problem } from '../../../rules/problem.ts';
import type { Purpose } from '../../../rules/purpose.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { toneIds } from './library.ts';
import { folderTrees } from './queries/folders.ts';
import { type AiRef, referencesAmong } from './queries/references.ts';
import { type AiWorkspace, isEntityName, knowledgeOf } from './workspace.ts';

/**
 * Throws Refusal `invalid` with every problem of the body. If a token is wrong, the message starts with "Invalid
 * placeholders detected", and `details.validTokenSample` lists valid tokens.
 */
export async function assertValid(
  context: Context,
  workspace: AiWorkspace,
  { kind, body, purpose, current }: { kind: AiKind; body: unknown; purpose: Purpose; current?: Current },
): Promise<void> {
  const { tx, principal } = context;
  const knowledge: AiKnowledge = {
    ...knowledgeOf(workspace, kind),
    toneIds: await toneIds(context),
    folders: await folderTrees(tx, principal.workspaceId),
    ...(current !== undefined && { current }),
  };
  const errors = checkAiEntity(kind, body, knowledge, purpose).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const issues = errors.map(issueOf);
  const wrong = errors.filter(({ code }) => TOKEN_CODES.has(code));
  if (wrong.length === 0) throw new Refusal('invalid', issuesText(issues), { issues });
  const sentEntity = isObject(body) ? body['entity'] : undefined;
  const entity = kind === 'ai-variable' ? (current?.entity ?? sentEntity) : 'CONTACT';
  const sample = validTokens(
    { kind, entity: isEntityName(entity) ? entity : 'CONTACT', knowledge },
    AI_LIMITS.tokenSample,
  );
  throw new Refusal('invalid', placeholdersText(wrong, errors.length), { issues, validTokenSample: sample });
}

/** With the wrong token, and the ids that its name could mean. */
function issueOf({ path, code, message, token, candidates }: Problem) {
  return {
    path,
    code,
    message,
    ...(token !== undefined && { token: token.text }),
    ...(candidates !== undefined && { candidates }),
  };
}

const TOKENS_MAX = 5;

function placeholdersText(wrong: readonly Problem[], total: number): string {
  const texts = [...new Set(wrong.map(({ token }) => token?.text ?? ''))];
  const tokens = texts.slice(0, TOKENS_MAX).join(', ') + (texts.length > TOKENS_MAX ? ', …' : '');
  const [first] = wrong;
  const more = total > 1 ? ` (${total} problems in all)` : '';
  return `Invalid placeholders detected: ${tokens}. ${first?.path}: ${first?.message}${more}`;
}

/** Throws Refusal `invalid` if an entity would refer to itself, directly or through others. */
export async function assertNoCycle({ tx }: Context, from: AiRef, targets: readonly AiRef[]): Promise<void> {
  const starts = targets.flatMap(({ kind, id }) => (kind === from.kind ? [id] : []));
  if (starts.length === 0) return;
  const way = shortestPath(starts, from.id, await referencesAmong(tx, from.kind));
  if (way === null) return;
  const message = `${CALLED[from.kind]} cannot refer to itself: ${[from.id, ...way].join(' refers to ')}`;
  const path = from.kind === 'template' ? 'messages' : 'prompt';
  throw new Refusal('invalid', `${path}: ${message}`, { issues: [{ path, code: 'cycle', message }] });
}
