// Who is on a list: add and remove send the same bodies, in as many requests as it takes.

import type { Command, OptionValues } from 'commander';
import type { Route } from '../../../client/routes/route.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Api } from '../../../contract/table.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { membersView } from '../../output/views/lists.ts';
import { planned, printDryRun } from '../../shared/dry-run/dry-run.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import { type RecordIdsOptions, recordIdsOf, withRecordIds } from '../../shared/records/record-ids.ts';

export const withMembers = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => withRecordIds(command.argument('<list>', 'name or id of the list'));

type Body = { contactIds: number[] } | { companyIds: number[] };

interface Change {
  readonly route: Route;
  send(
    api: Api,
    request: { params: { listId: number }; body: Body },
  ): Promise<Readonly<Record<string, number | undefined>>>;
}

function chunks(ids: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (let at = 0; at < ids.length; at += LIMITS.listMembers) parts.push(ids.slice(at, at + LIMITS.listMembers));
  return parts;
}

/** The ids of one of the two options, in as many parts as the service takes at once. */
async function bodiesOf(session: Session, options: RecordIdsOptions): Promise<Body[]> {
  const isOne = (options.contacts === undefined) !== (options.companies === undefined);
  const ids = isOne ? await recordIdsOf(session.io, options) : null;
  if (ids === null) {
    throw new UsageError('give --contacts or --companies', {
      hint: '--contacts 1,2 or --contacts - to read ids from standard input',
    });
  }
  return 'contactIds' in ids
    ? chunks(ids.contactIds).map((contactIds) => ({ contactIds }))
    : chunks(ids.companyIds).map((companyIds) => ({ companyIds }));
}

/** Sends the members, and prints the counts of all requests together. */
export async function changeMembers(
  session: Session,
  text: string,
  options: RecordIdsOptions & { readonly dryRun?: true | undefined },
  { route, send }: Change,
): Promise<void> {
  const bodies = await bodiesOf(session, options);
  const client = await session.client({ sustained: bodies.length > 1 });
  const listId = await listIdOf(session, text, options.contacts === undefined ? 'COMPANY' : 'CONTACT');
  const params = { listId };
  if (options.dryRun) {
    const requests = bodies.map((body) => planned(route, { params, body }));
    return await printDryRun(session, requests);
  }
  const sum: Record<string, number> = {};
  for (const body of bodies) {
    for (const [key, count] of Object.entries(await send(client.api, { params, body }))) {
      if (count === undefined) continue;
      sum[key] = key === 'listId' ? count : (sum[key] ?? 0) + count;
    }
  }
  await session.print.record(membersView, sum);
}
