import { AI_LIMITS, type AiKind } from '../../../contract/ai/enums.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../contract/campaigns/enums.ts';
import { firstOf } from '../../../contract/english.ts';
import { issuesText } from '../../../contract/envelope.ts';
import { given, isObject } from '../../../contract/json.ts';
import { checkAiEntity } from '../../../rules/ai/check.ts';
import { TOKEN_CODES, validTokens } from '../../../rules/ai/check-prompt.ts';
import { type AiKnowledge, CALLED, type Current } from '../../../rules/ai/knowledge.ts';
import { shortestPath } from '../../../rules/graph.ts';
import type { Problem, Purpose } from '../../../rules/problem.ts';
import { type Context, Refusal } from '../../core/context.ts';
import type { Fragment } from '../../core/sql.ts';
import { type NamedField, workflowsReading } from '../workflows/named-fields.ts';
import { toneIds } from './library.ts';
import { folderTrees } from './queries/folders.ts';
import {
  type AiRef,
  type CampaignUse,
  campaignsUsing,
  dependentCopies,
  referencesAmong,
  referrersOf,
  usesField,
  usesMessages,
} from './queries/references.ts';
import { type AiWorkspace, isEntityName, knowledgeOf } from './workspace.ts';

// Checks the body of an AI entity against the rules, with everything the workspace knows.

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
  const known = { kind, entity: isEntityName(entity) ? entity : 'CONTACT', knowledge };
  const sample = validTokens(known, AI_LIMITS.tokenSample);
  throw new Refusal('invalid', placeholdersText(wrong, errors.length), { issues, validTokenSample: sample });
}

/** With the wrong token, and the ids that its name could mean. */
function issueOf({ path, code, message, token, candidates }: Problem) {
  return { path, code, message, ...given({ token: token?.text, candidates }) };
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

/** Our choice: the statuses in which the steps of a campaign count as active. */
const ACTIVE: readonly CampaignStatus[] = ['ACTIVE', 'PAUSED'];

interface DeletionTarget extends AiRef {
  readonly name: string;
  /** Of a variable; campaigns and workflows refer to it by name. */
  readonly field?: NamedField;
  /** A campaign step's own copy, which the campaign needs in any status. */
  readonly isCopy?: boolean;
}

const REFERRERS_MAX = 5;

/** Throws Refusal `conflict` with everything that refers to it in `details.referencedBy`. */
export async function assertUnused(context: Context, target: DeletionTarget): Promise<void> {
  const entities = (await referrersOf(context.tx, target)).filter(
    ({ kind, id }) => kind !== target.kind || id !== target.id,
  );
  const campaigns = await campaignsOf(context, target);
  const workflows = target.field ? await workflowsReading(context, target.field) : [];
  const users = [
    ...entities,
    ...campaigns.map((use) => ({ ...use, kind: 'campaign' as const })),
    ...workflows.map((use) => ({ ...use, kind: 'workflow' as const })),
  ];
  if (users.length === 0) return;
  const texts = users.map((user) => {
    const noun = user.kind === 'campaign' || user.kind === 'workflow' ? user.kind : KIND_NOUN[user.kind];
    const name = user.name === null ? '' : ` "${user.name}"`;
    return `${noun} ${user.id}${name}${'status' in user ? ` (${user.status})` : ''}`;
  });
  const referrers = firstOf(texts, REFERRERS_MAX);
  const message = `${KIND_NOUN[target.kind]} ${target.id} "${target.name}" is still referenced by ${referrers}`;
  throw new Refusal('conflict', message, { referencedBy: users });
}

async function campaignsOf({ tx, principal }: Context, target: DeletionTarget): Promise<CampaignUse[]> {
  const statuses = target.isCopy === true ? CAMPAIGN_STATUSES : ACTIVE;
  const copies = await dependentCopies(tx, principal.workspaceId, target);
  const using = (use: Fragment) => campaignsUsing(tx, principal.workspaceId, statuses, use);
  const found = copies.length === 0 ? [] : await using(usesMessages(copies));
  const { field } = target;
  const reading = field?.of.includes('LEAD') ? await using(usesField(field.name)) : [];
  const known = new Set(found.map(({ id }) => id));
  return [...found, ...reading.filter(({ id }) => !known.has(id))].toSorted((a, b) => a.id - b.id);
}

export const KIND_NOUN: Readonly<Record<AiKind, string>> = {
  'ai-variable': 'AI variable',
  'ai-message': 'AI message',
  'ai-snippet': 'AI snippet',
  template: 'message template',
};
