import { listPages } from '../../../client/answers/pages.ts';
import type { AiChannel } from '../../../contract/campaigns/enums.ts';
import { type AnyId, isIdText } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { type CampaignKnowledge, fieldsOfWorkspace } from '../../../rules/campaigns/knowledge.ts';
import { type References, referencesOf } from '../../../rules/campaigns/references.ts';
import { missingSender } from '../../../rules/campaigns/sender.ts';
import { markOf, type ServiceKnowledge } from '../../../rules/problem.ts';
import { type CampaignFile, problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { does, reads } from '../../session/command.ts';
import type { SeenKind } from '../../session/profile-cache.ts';
import type { Session } from '../../session/session.ts';
import { having, havingSome, isAiSwitchedOff } from '../../shared/answer.ts';
import { offlineKnowledge } from '../../shared/lint/campaign-knowledge.ts';
import { printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import { existing } from '../../shared/lookup/match.ts';
import { keepRecords } from '../../shared/lookup/seen-records.ts';
import { besideUnknown, resolveNames } from '../../shared/names/resolve.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';

// What is known of the workspace by asking it, only about what the files name.

function allReferences(files: readonly CampaignFile[]): References {
  const each = files.map(({ body }) => referencesOf(isObject(body) ? body['steps'] : undefined));
  return {
    aiMessageIds: [...new Set(each.flatMap(({ aiMessageIds }) => aiMessageIds))],
    voiceIds: [...new Set(each.flatMap(({ voiceIds }) => voiceIds))],
    ownerIds: [...new Set(each.flatMap(({ ownerIds }) => ownerIds))],
    campaignIds: [...new Set(each.flatMap(({ campaignIds }) => campaignIds))],
    hasTasks: each.some(({ hasTasks }) => hasTasks),
  };
}

/** Those of the campaigns that exist. A file is not a campaign yet, so no chain can lead back to it. */
async function campaignsOf(api: Api, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await existing(ids, async (campaignId) => api.campaigns.get({ params: { campaignId } }));
  return new Map([...found.keys()].map((id) => [id, []]));
}

/** What is known of AI messages; `splitAi` is false when AI is switched off for the workspace. */
type KnownMessages = Pick<CampaignKnowledge, 'aiMessages' | 'splitAi'>;

/** Of the library, of the workspace, or the copy of a step. */
async function aiMessagesOf(api: Api, ids: readonly string[]): Promise<KnownMessages> {
  if (ids.length === 0) return {};
  const found = new Map<string, AiChannel>();
  try {
    if (ids.some((id) => !isIdText(id))) {
      const { aiMessages } = await api.promptLibrary.aiMessages();
      for (const { id, channel } of having(aiMessages, 'id', 'channel')) found.set(String(id), channel);
    }
    const others = ids.filter((id) => !found.has(id));
    const channels = await existing(
      others,
      async (aiMessageId) => (await api.aiMessages.get({ params: { aiMessageId } })).channel,
    );
    for (const [id, channel] of channels) if (channel !== undefined) found.set(id, channel);
  } catch (error) {
    if (isAiSwitchedOff(error)) return { splitAi: false };
    throw error;
  }
  return { aiMessages: found, splitAi: true };
}

/** Every identity of the workspace, where a file names one. */
async function identitiesOf(
  session: Session,
  files: readonly CampaignFile[],
): Promise<CampaignKnowledge['identityIds']> {
  const named = files.some(({ body }) => isObject(body) && typeof body['identityId'] === 'number');
  if (!named) return undefined;
  const { call } = await session.client();
  const ids = new Set<number>();
  for await (const { id } of listPages(call, 'identities', 'list', {})) if (id !== undefined) ids.add(id);
  return ids;
}

/** The fields of the workspace, and whatever else the files name; keeps the fields for lint offline. */
async function onlineKnowledge(session: Session, files: readonly CampaignFile[]): Promise<CampaignKnowledge> {
  const { api } = await session.client();
  const names = allReferences(files);
  const fields = havingSome((await api.contacts.fields()).fields, 'fields', 'id');
  keepRecords(session, 'contactFields', fields);
  const idsOf = (kind: SeenKind, records: readonly { readonly id: AnyId }[]) => {
    keepRecords(session, kind, records);
    return new Set(records.map(({ id }) => String(id)));
  };
  return {
    ...undocumentedRules(session),
    isOnline: true,
    fields: fieldsOfWorkspace(fields.map(({ id }) => id)),
    identityIds: await identitiesOf(session, files),
    ownerIds: names.hasTasks ? idsOf('owners', having((await api.tasks.owners()).owners, 'id')) : undefined,
    voiceIds: names.voiceIds.length > 0 ? idsOf('voices', having((await api.voices.list()).voices, 'id')) : undefined,
    campaigns: names.campaignIds.length > 0 ? await campaignsOf(api, names.campaignIds) : undefined,
    ...(await aiMessagesOf(api, names.aiMessageIds)),
  };
}

const declare = () =>
  withLintOptions(
    reads('lint', {
      summary: 'Find everything that is wrong with campaign files',
      description: [
        'Checks offline, with the rules of the service itself: every step and condition, branches, subjects, placeholders.',
        'Errors would be refused by the service; warnings would be accepted, but are hardly what was meant.',
        'A placeholder that is not a standard field is "unverified": the workspace may have it. --online checks fields,',
        'owners, voices, campaigns, identities, and AI messages of the workspace and of the library.',
      ].join('\n'),
      uses: [
        routes.contacts.fields,
        routes.tasks.owners,
        routes.voices.list,
        routes.campaigns.get,
        routes.identities.list,
        routes.aiMessages.get,
      ],
      json: 'problems',
      output: 'one problem after the other: file:line:col, message, path, the line with a caret; JSON: an array',
      exits: ['bad'],
      examples: [
        ['reach campaign lint campaigns/*.yaml', 'all files of a folder'],
        ['reach campaign lint --strict q3.yaml', 'exit 1 on warnings, too'],
        ['reach campaign lint --format sarif campaigns/*.yaml > lint.sarif', 'for code scanning'],
        ['reach campaign lint --online q3.yaml', 'with the fields, owners and voices of the workspace'],
        ['cat q3.yaml | reach campaign lint -', 'standard input'],
      ],
    })
      .argument('<file...>', 'campaign files, YAML or JSON (- = standard input)')
      .option('--online', 'check against the workspace what the files refer to'),
  );

export const lintCommand = does(declare, async (session, names, options) => {
  const files = await readAll(names, (name) => readCampaign(session.io, name));
  const problems = options.online
    ? await session.progress('Reading what the files refer to', () => onlineProblems(session, files))
    : await offlineProblems(session, files);
  return await printLint(session, files, problems, options);
});

async function offlineProblems(session: Session, files: readonly CampaignFile[]): Promise<FileProblem[]> {
  const knowledge = { ...offlineKnowledge(session), isOnline: false };
  const found = files.map(async (file) => withSender(file, await problemsOf(file, knowledge), 'warning', knowledge));
  return (await Promise.all(found)).flat();
}

async function onlineProblems(session: Session, reported: readonly CampaignFile[]): Promise<FileProblem[]> {
  const resolved = await resolveNames(session, reported);
  const knowledge = await onlineKnowledge(
    session,
    resolved.map(({ file }) => file),
  );
  const severity = knowledge.undocumentedRules === 'warn' ? 'warning' : 'error';
  const found = resolved.map(async ({ file, unknown }) =>
    withSender(file, besideUnknown(await problemsOf(file, knowledge), unknown), severity, knowledge),
  );
  return (await Promise.all(found)).flat();
}

function withSender(
  file: CampaignFile,
  problems: readonly FileProblem[],
  severity: FileProblem['severity'],
  { given: input }: ServiceKnowledge,
): FileProblem[] {
  const missing = missingSender(file.body).filter((one) => input?.has(markOf(one, file.body)) !== true);
  const place = file.yaml.placeOf(['name']);
  return inFileOrder([
    ...problems,
    ...missing.map(({ path, code, message, basis }) => ({
      file: file.name,
      ...place,
      path,
      code,
      message,
      severity,
      basis,
    })),
  ]);
}
