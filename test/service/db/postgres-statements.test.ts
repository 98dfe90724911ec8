// How often a request asks PostgreSQL: over a network, that is how long it takes.

import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { worldForTest } from '../../opened.ts';
import { isPostgres } from '../engine.ts';

const NUMBERS = Array.from({ length: 100 }, (_, n) => n);

/** Statements sent while `work` runs, without those of the request log, which are sent once in a while, and of a new connection. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const send: (this: Client, ...input: unknown[]) => unknown = Client.prototype.query;
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...input: unknown[]) {
    const [first] = input;
    sent.push(typeof first === 'string' ? first : String(Object(first).text));
    return send.apply(this, input);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return sent.filter((text) => !/^insert into requests|^set /.test(text));
}

describe.runIf(isPostgres)('a bulk of 100 is written by the set', () => {
  test.each([
    ['100 new contacts at 100 new companies, on a list', {}, 27],
    ['100 that change, and so do their companies', { jobTitle: 'CEO', companyIndustry: 'Steel' }, 32],
    ['100 that change nothing', { jobTitle: 'CEO', companyIndustry: 'Steel' }, 25],
  ])('%s', async (what, values, most) => {
    const world = await worldForTest({ rateLimits: 'on' });
    const listId = (await world.done('POST', '/v1/lists', { body: { name: 'All' } })).id;
    const bulk = (more: object) => {
      const contacts = NUMBERS.map((n) => ({
        ...{ firstName: `F${n}`, lastName: `L${n}`, companyName: `Firm ${n}`, listId },
        networkProfileUrl: `https://network.example/in/p${n}`,
        ...more,
      }));
      return world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
    };
    if (what !== '100 new contacts at 100 new companies, on a list') await bulk({});
    if (what === '100 that change nothing') await bulk(values);
    // The first request of a service loads what later ones have.
    await world.call('GET', '/v1/lists');
    const sent = await statementsOf(() => bulk(values));
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most);
    expect(sent.length).toBeGreaterThan(15);
  });
});
