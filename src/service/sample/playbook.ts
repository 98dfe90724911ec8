// The sample workspace's playbook. One that somebody began to write stays as it is.

import type { Context } from '../core/context.ts';
import { getPlaybook } from '../resources/playbook/get.ts';
import { refreshPlaybook } from '../resources/playbook/refresh.ts';
import { writePlaybook } from '../resources/playbook/update.ts';
import { SAMPLE_PLAYBOOK } from './data/playbook.ts';

/** After companies: its recommendations are among them, and made at once, so that the sample has no work to do. */
export async function loadPlaybook(context: Context): Promise<void> {
  const { company, idealCompanies: _, ...sections } = await getPlaybook(context);
  const isBegun =
    Object.values(company).some((value) => value !== null) || Object.values(sections).some(({ length }) => length > 0);
  if (isBegun) return;
  await writePlaybook(context, SAMPLE_PLAYBOOK);
  await refreshPlaybook(context);
}
