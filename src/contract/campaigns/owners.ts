import * as z from 'zod';
import { AnyId, undocumented } from '../common.ts';
import { endpoints, GET } from '../endpoint.ts';

/** Who can own a task step. */
export const Owner = z.lazy(() =>
  undocumented(z.object({ id: AnyId, name: z.string(), email: z.string() }), 'the interface does not show the record'),
);
export type Owner = z.output<typeof Owner>;

export const tasks = endpoints({
  owners: {
    ...GET,
    path: '/v1/tasks/owners',
    access: 'OWNERS_READ',
    given: 'scope',
    summary: 'Valid owners for task steps; none when the workspace needs none',
    data: z.lazy(() => undocumented(z.object({ owners: z.array(Owner) }), 'the answer is not shown')),
    command: 'campaign owners',
  },
});
