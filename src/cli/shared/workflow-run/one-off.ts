// A run of a workflow that is made for it: how the interface shows actions and imports, where it shows no path of their own.

import { ApiError } from '../../../client/errors.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { WorkflowInput } from '../../../contract/workflows/plan.ts';
import type { Session } from '../../session/session.ts';
import { CliError, type ExitName } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { createdId } from '../answer/created.ts';
import { planned, printDryRun } from '../dry-run.ts';
import { withEitherEnd, withOwnEnds } from '../lookup/ends.ts';
import { printOrFollow, type WatchOptions } from './follow.ts';

export interface OneOffNode {
  readonly id: string;
  readonly kind: 'BLOCK';
  readonly blockId: string;
  readonly inputs: Record<string, unknown>;
  readonly next: string[];
}

interface OneOff {
  /** What it is for; the time is added to it. */
  readonly what: string;
  readonly nodes: readonly OneOffNode[];
  readonly importSources?: WorkflowInput['importSources'];
}

/** Creates and publishes the workflow, and starts its run. What was created and not started is said. */
export async function runOneOff(
  session: Session,
  { what, nodes, importSources }: OneOff,
  options: WatchOptions & { readonly dryRun?: true | undefined },
): Promise<ExitName> {
  const { print } = session;
  const name = `${what}, ${new Date(session.now()).toISOString().slice(0, 19)}Z`;
  const body = await withOwnEnds(session, {
    ...{ name, plan: { name, nodes: [...nodes] }, publish: true },
    ...(importSources !== undefined && { importSources }),
  });
  if (options.dryRun === true) {
    await printDryRun(session, planned(routes.workflows.create, { body }));
    return 'done';
  }
  const { ask } = await session.client();
  const { id, isPublished, warnings } = await withEitherEnd(
    session,
    body,
    async (sent) => (await ask('workflows', 'create', { body: sent })).data,
  );
  for (const warning of warnings ?? []) await print.warn(harmless(JSON.stringify(warning)));
  const workflowId = await createdId(
    id,
    { what: `the workflow "${name}"`, find: 'reach workflow list' },
    async () => undefined,
  );
  if (isPublished === false) {
    const message = `workflow ${workflowId} was created, and the service did not publish it: nothing was started`;
    const hint = `reach workflow validate ${workflowId} says why`;
    throw new CliError('bad', 'not_published', message, { hint });
  }
  await print.note(`created workflow ${workflowId}, which stays: the interface shows no way to delete one`);
  const started = await ask('workflows', 'run', { params: { workflowId }, body: {} }).catch(async (error: unknown) => {
    const isSure = error instanceof ApiError && error.status < 500;
    await print.warn(`workflow ${workflowId} ${isSure ? 'was not started' : 'may not have been started'}`);
    await print.note(`its runs: reach workflow runs ${workflowId}; start it: reach workflow run ${workflowId}`);
    throw error;
  });
  return await printOrFollow(session, started.data, options, workflowId);
}
