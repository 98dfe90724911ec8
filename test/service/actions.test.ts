// Enrichment runs (SERVICE-API, Actions), over the service.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld({ empty: false });
});

afterEach(async () => {
  expect(world.bugs).toEqual([]);
  await world.close();
});

const post = (path: string, body: unknown) => world.call('POST', path, { body });
const read = async (path: string, query: Record<string, string | number> = {}) =>
  (await world.call('GET', path, { query })).body.data;

/** The status of a run that was worked off. */
async function run(body: unknown) {
  const { status, body: answer } = await post('/v1/actions', body);
  expect([status, answer]).toEqual([200, expect.anything()]);
  await world.work();
  return read(`/v1/actions/${answer.data.actionsId}/status`);
}

test('actions run sequentially on each entity: what one finds, the next verifies', async () => {
  const { body } = await post('/v1/contact', {
    firstName: 'Anna',
    lastName: 'Ackermann',
    companyName: 'Pathlight',
    companyDomain: 'pathlight.example',
  });
  const status = await run({
    contactIds: [body.data.id],
    actions: [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'VERIFY_LEAD_EMAIL' }],
  });
  expect(status).toMatchObject({
    entity: 'CONTACT',
    overallStatus: 'COMPLETED',
    totalActions: 2,
    statusCounts: { COMPLETED: 2 },
    progress: 100,
    creditsUsed: 3,
  });
  expect(await read(`/v1/contacts/${body.data.id}`)).toMatchObject({
    professionalEmail: 'anna.ackermann@pathlight.example',
    emailVerificationStatus: 'VALID',
  });
});
