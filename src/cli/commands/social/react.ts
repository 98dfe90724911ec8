// reach social react: reactions of identities to a post, spread over time.

import { REACTION_TYPES } from '../../../contract/campaigns/enums.ts';
import { counted } from '../../../contract/english.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { collect, does, type OptionsOf, withYes, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { identityIdsOf } from '../../shared/lookup/identity.ts';
import { anyId } from '../../shared/lookup/ids.ts';
import { knownWords } from '../../shared/lookup/inbox-enums.ts';
import { approveAt } from '../../shared/target.ts';
import { reactionView, scheduleView } from '../../shared/views/social.ts';
import { UsageError } from '../../terminal/exit.ts';
import { wholeNumber } from '../../terminal/settings.ts';

const declare = () =>
  withYes(
    writes('react', {
      summary: 'Schedule reactions of identities to a post, spread over time',
      description: 'Asks for confirmation. The author and identities that have already reacted are skipped.',
      uses: [routes.social.react, routes.identities.list],
      view: reactionView,
      json: { record: routes.social.react },
      output: 'who reacts when, and the link to the schedule; JSON is the answer of the service',
      exits: ['notFound'],
      irreversible: true,
      examples: [
        ['reach social react 7 --amount 3', 'three random identities'],
        ['reach social react 7 --identities 2,3 --types LIKE,PRAISE --yes', 'these two, without asking'],
        ['reach social react 7 --amount 5 --dry-run', 'what would change; nothing is sent'],
      ],
      completes: { '--identities': 'identities' },
    })
      .argument('<post>', 'id of the post')
      .option('--amount <n>', 'this many random identities')
      .option(
        '--identities <identity>',
        'exactly these: a name, an email or ids separated by commas; repeatable',
        collect,
      )
      .option('--types <reactions>', `separated by commas: ${REACTION_TYPES.join(', ')} (LIKE)`)
      .option('--include-author', 'the author may react, too'),
  );

async function bodyOf(session: Session, options: OptionsOf<typeof declare>) {
  const { amount, identities, types, includeAuthor } = options;
  if ((amount === undefined) === (identities === undefined)) {
    throw new UsageError('give either --amount N (random identities) or --identities');
  }
  const most = isLocal(session) ? LIMITS.socialReactions : Number.MAX_SAFE_INTEGER;
  return {
    ...(amount !== undefined && { amount: wholeNumber(amount, '--amount', 1, most) }),
    ...(identities !== undefined && { identityIds: await identityIdsOf(session, identities) }),
    ...(types !== undefined && { reactionTypes: knownWords('--types', [types], REACTION_TYPES) }),
    ...(includeAuthor === true && { skipAuthor: false }),
  };
}

async function react(session: Session, text: string, options: OptionsOf<typeof declare>): Promise<void> {
  const postId = anyId(session, text, 'post');
  const body = await bodyOf(session, options);
  if (options.dryRun === true) {
    return await printDryRun(session, planned(routes.social.react, { params: { postId }, body }));
  }
  if (options.yes !== true) {
    const count = body.amount ?? body.identityIds?.length ?? 0;
    const who = counted(count, 'identity');
    await approveAt(session, `Let ${who} react to post ${postId}`, { declined: 'nothing changed' });
  }
  await printSchedule(session, await (await session.api()).social.react({ params: { postId }, body }));
}

/** For a person: who reacts when, and the link to change it. For a program: the answer. */
async function printSchedule(
  session: Session,
  schedule: {
    readonly appUrl?: string | undefined;
    readonly reactions?: readonly unknown[] | undefined;
    readonly skipped?:
      | readonly { readonly identityId?: number | undefined; readonly reason?: string | undefined }[]
      | undefined;
  },
): Promise<void> {
  const { print, settings, io } = session;
  for (const { identityId, reason } of schedule.skipped ?? []) {
    await print.note(
      `identity ${identityId ?? '-'} does not react: ${reason === 'AUTHOR' ? 'it is the author (--include-author)' : 'it has already reacted'}`,
    );
  }
  if (settings.output !== 'table' || settings.fields !== null || !io.stdout.isTTY || !schedule.reactions) {
    return await print.record(scheduleView, schedule);
  }
  await print.list(reactionView, schedule.reactions);
  if (schedule.appUrl !== undefined) await print.foreign(`\n${schedule.appUrl}\n`);
}

export const reactCommand = does(declare, react);
