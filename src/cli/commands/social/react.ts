// reach social react: reactions of identities to a post, spread over time.

import { routes } from '../../../client/routes/routes.ts';
import { REACTION_TYPES } from '../../../contract/campaigns/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Reaction } from '../../../contract/social/enums.ts';
import type { Deps } from '../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { wholeNumber } from '../../app/settings.ts';
import { reactionView, scheduleView } from '../../output/views/social.ts';
import { identityIdsOf } from '../../shared/lookup/identity.ts';
import { idOf } from '../../shared/lookup/ids.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';

interface Flags {
  readonly amount?: string;
  readonly identities?: readonly string[];
  readonly types?: string;
  readonly includeAuthor?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

function typesOf(text: string): Reaction[] {
  const words = text
    .split(',')
    .map((word) => word.trim().toUpperCase())
    .filter((word) => word !== '');
  if (words.length === 0) throw new UsageError('--types names none', { hint: `known: ${REACTION_TYPES.join(', ')}` });
  return words.map((word) => {
    const type = REACTION_TYPES.find((known) => known === word);
    if (type === undefined)
      throw new UsageError(`--types: no reaction ${word}`, { hint: `known: ${REACTION_TYPES.join(', ')}` });
    return type;
  });
}

async function bodyOf(session: Session, flags: Flags) {
  const { amount, identities, types, includeAuthor } = flags;
  if ((amount === undefined) === (identities === undefined)) {
    throw new UsageError('say who reacts: --amount N draws N identities, --identities names them; one of the two');
  }
  return {
    ...(amount !== undefined && { amount: wholeNumber(amount, '--amount', 1, LIMITS.socialReactions) }),
    ...(identities !== undefined && { identityIds: await identityIdsOf(session, identities) }),
    ...(types !== undefined && { reactionTypes: typesOf(types) }),
    ...(includeAuthor === true && { skipAuthor: false }),
  };
}

async function react(session: Session, text: string, flags: Flags): Promise<void> {
  const postId = idOf(text, 'post');
  const body = await bodyOf(session, flags);
  if (flags.dryRun === true) {
    return await printDryRun(session, 'POST', `/v1/social-selling/posts/${postId}/reactions`, body);
  }
  if (flags.yes !== true) {
    const count = body.amount ?? body.identityIds?.length ?? 0;
    const who = count === 1 ? '1 identity' : `${count} identities`;
    if (!(await session.prompt.confirm(`Let ${who} react to post ${postId}?`, '--yes'))) {
      return await session.print.note('nothing changed');
    }
  }
  const told = await (await session.api()).social.react({ params: { postId }, body });
  await printSchedule(session, told);
}

/** A person sees who reacts when, and where to change it; a program gets the answer. */
async function printSchedule(
  session: Session,
  told: { readonly appUrl: string; readonly reactions?: readonly unknown[]; readonly skipped?: readonly Skipped[] },
): Promise<void> {
  const { print, settings, io } = session;
  for (const { identityId, reason } of told.skipped ?? []) {
    await print.note(
      `identity ${identityId} does not react: ${reason === 'AUTHOR' ? 'it is the author (--include-author)' : 'it reacts already'}`,
    );
  }
  if (settings.output !== 'table' || settings.fields !== null || !io.stdout.isTTY || !told.reactions) {
    return await print.record(scheduleView, told);
  }
  await print.list(reactionView, told.reactions);
  await print.foreign(`\n${told.appUrl}\n`);
}

interface Skipped {
  readonly identityId: number;
  readonly reason: string;
}

export function reactCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('react', {
      summary: 'Schedule reactions of identities to a post, spread over time',
      description: 'Asks first. The author does not react, nor does an identity that reacts already.',
      uses: [routes.social.react, routes.identities.list],
      output: 'who reacts when, and the link to the schedule; JSON is the answer',
      exits: ['notFound'],
      examples: [
        ['reach social react 7 --amount 3', 'three identities, drawn from those that can'],
        ['reach social react 7 --identities 2,3 --types LIKE,PRAISE --yes', 'exactly these, without asking'],
        ['reach social react 7 --amount 5 --dry-run', 'what would be sent'],
      ],
    })
      .argument('<post>', 'id of the post')
      .option('--amount <n>', 'draw that many identities')
      .option(
        '--identities <identity>',
        'exactly these: a name, an e-mail, or ids separated by commas; repeat it',
        collect,
      )
      .option('--types <reactions>', `separated by commas: ${REACTION_TYPES.join(', ')} (LIKE)`)
      .option('--include-author', 'the author may react, too')
      .option('-y, --yes', 'do not ask')
      .option('--dry-run', 'print what would be sent, send nothing'),
    react,
  );
}
