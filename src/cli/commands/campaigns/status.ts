import { Argument } from 'commander';
import { ApiError } from '../../../client/errors.ts';
import { CAMPAIGN_STATUSES } from '../../../contract/campaigns/enums.ts';
import { counted } from '../../../contract/english.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { foundFolder } from '../../files/is-file.ts';
import { openFolder } from '../../outreach/folder/folder.ts';
import { assertStartable } from '../../outreach/planning/policy.ts';
import { asksFirst, does } from '../../session/command.ts';
import { openWord } from '../../session/open-words.ts';
import type { Session } from '../../session/session.ts';
import { orDash } from '../../shared/answer.ts';
import { approveAt, fromSender, typedCount } from '../../shared/approval.ts';
import { withExpect } from '../../shared/effects/expected.ts';
import { messagesRow } from '../../shared/effects/expected-messages.ts';
import type { Targets } from '../../shared/effects/targets.ts';
import { issuesIn } from '../../shared/lint/refusal.ts';
import { campaignIdOf } from '../../shared/lookup/by-name.ts';
import { assertContactable } from '../../shared/never-contact/guard.ts';
import { CONTACT } from '../../shared/records/entity.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { isOn } from '../../terminal/settings.ts';
import { printCampaign } from './view.ts';

const declare = () =>
  withExpect(
    asksFirst('status', {
      summary: 'Start, pause, resume or complete a campaign',
      description:
        'DRAFT → ACTIVE ⇄ PAUSED, both → COMPLETED. Starting asks first: messages cannot be unsent. A campaign with contacts that reach never-contact covers is not started.',
      uses: [
        routes.campaigns.setStatus,
        routes.campaigns.list,
        routes.campaigns.get,
        routes.identities.list,
        routes.contacts.search,
      ],
      view: campaignView,
      output: 'the campaign after the change',
      exits: ['notFound', 'conflict'],
      irreversible: true,
      examples: [
        ['reach campaign status 12 active', 'start; asks first'],
        ['reach campaign status "Q3 launch" paused', 'by name'],
      ],
    }),
  )
    .argument('<campaign>', 'id or name of the campaign')
    .addArgument(new Argument('<status>', 'the new status').choices(CAMPAIGN_STATUSES).argParser(String));

/** The refusal of a campaign that no one sends says how to change that. */
function withoutSender(error: unknown, campaignId: AnyId): unknown {
  const isMissing =
    error instanceof ApiError && issuesIn(error.details?.['issues']).some(({ path }) => path === 'identityId');
  if (isMissing) {
    error.hint = `reach identity list shows who can send; put identity: NAME in the file, and reach campaign update ${campaignId} FILE`;
  }
  return error;
}

const campaignNow = async (session: Session, campaignId: AnyId) =>
  await (await session.api()).campaigns.get({ params: { campaignId } });

type LiveCampaign = Awaited<ReturnType<typeof campaignNow>>;

/** Of a campaign that is resumed, those whose sequence is not over; undefined where the service does not say how many there are. */
const startedCount = ({ status, progress }: LiveCampaign): number | undefined =>
  (status === 'PAUSED' ? progress?.active : undefined) ?? progress?.contacts;

/** The API does not show whose sequence is over: none is named where there are some. */
async function startedIn(session: Session, campaignId: AnyId): Promise<Targets> {
  const live = await campaignNow(session, campaignId);
  const count = startedCount(live);
  return count === undefined || count === live.progress?.contacts
    ? { entity: CONTACT, campaigns: [campaignId] }
    : { entity: CONTACT, found: { count, named: [] } };
}

async function approved(session: Session, campaignId: AnyId): Promise<void> {
  const live = await campaignNow(session, campaignId);
  const { name, status, identityId } = live;
  const verb = status === 'PAUSED' ? 'Resume' : 'Start';
  const contacts = startedCount(live);
  const who = contacts === undefined ? 'its contacts' : counted(contacts, 'contact');
  const sender = await fromSender(session, identityId);
  if (session.prompt.possible) {
    const { campaignLine } = await import('../../outreach/forecast/forecasts.ts');
    const line = await campaignLine(session, campaignId, contacts ?? 0);
    if (line !== null) await session.print.note(line);
  }
  await approveAt(session, `${verb} "${orDash(name)}": ${who} will be messaged${sender}`, {
    declined: 'nothing changed',
    typed: typedCount(contacts),
  });
}

/** By the outreach folder that the command runs in, if any. Only in CI is the name of the campaign read. */
async function assertPolicy(session: Session, campaignId: AnyId): Promise<void> {
  const { io } = session;
  const named = isOn(io.env['CI']) ? foundFolder(io) : undefined;
  if (named === undefined) return;
  const { settings, problems } = await openFolder(io, named);
  if (problems.length > 0) throw new UsageError(`${named}/reach.yaml has errors`, { hint: `reach lint ${named}` });
  const { notFromCi } = settings.policy ?? {};
  if (notFromCi === undefined) return;
  assertStartable(session, notFromCi, (await campaignNow(session, campaignId)).name);
}

export const statusCommand = does(declare, async (session, text, word, options) => {
  const status = openWord(session, 'status', word, CAMPAIGN_STATUSES);
  const campaignId = await campaignIdOf(session, text);
  const request = { params: { campaignId }, body: { status } };
  const isStart = status === 'ACTIVE';
  if (isStart) {
    await assertPolicy(session, campaignId);
    await assertContactable(session, { campaigns: [campaignId] }, 'the campaign was not started', {
      how: `take them out of the campaign in the web app, or make another one: reach campaign clone ${campaignId}`,
    });
  }
  const through = isStart ? { targets: () => startedIn(session, campaignId) } : {};
  const call = planned(routes.campaigns.setStatus, request, through);
  const bounds = async (size: number | null) =>
    messagesRow(campaignId, await campaignNow(session, campaignId), size, true);
  const asked = isStart ? { ask: () => approved(session, campaignId), bounds } : {};
  if (!(await isApproved(session, call, options, asked))) return;
  try {
    await printCampaign(session, await (await session.api()).campaigns.setStatus(request));
  } catch (error) {
    throw withoutSender(error, campaignId);
  }
});
