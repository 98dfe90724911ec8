import { describe, expect, test } from 'vitest';
import { sessionHistory } from '../../../src/cli/session/history/session-history.ts';
import { planned, printDryRun } from '../../../src/cli/shared/dry-run.ts';
import { openPrinter } from '../../../src/cli/terminal/formats/print.ts';
import { type GlobalFlags, settingsOf } from '../../../src/cli/terminal/settings.ts';
import { routes } from '../../../src/contract/routes/routes.ts';
import { virtualClock } from '../../clock.ts';
import { testIo } from '../host.ts';

const CLONE = { method: 'POST', path: '/v1/campaign/7/clone', body: { name: 'Autumn' } };
const DELETES = [12, 13].map((id) => ({ method: 'DELETE', path: `/v1/contacts/${id}`, body: null }));
const clone = planned(routes.campaigns.clone, { params: { campaignId: 7 }, body: { name: 'Autumn' } });
const deletes = [12, 13].map((contactId) => planned(routes.contacts.delete, { params: { contactId } }));

async function printed(requests: Parameters<typeof printDryRun>[1], flags: GlobalFlags = {}, isTTY = false) {
  const out: string[] = [];
  const err: string[] = [];
  const io = testIo({ home: '/', clock: virtualClock(), out, err, isTTY, columns: 80 });
  const settings = settingsOf(io, flags, null);
  await printDryRun(
    {
      ...{ io, settings, print: await openPrinter(io, settings, { now: io.now, jqThread: null, writes: true }) },
      profile: () => ({
        ...{
          name: 'local',
          namedBy: 'default',
          baseUrl: null,
          key: null,
          keychain: null,
          output: null,
          contactedWithin: null,
          sync: null,
        },
      }),
      history: sessionHistory(null, null),
      client: () => Promise.reject(new Error('the service on this machine has the names of reach')),
    },
    requests,
  );
  return { stdout: out.join(''), stderr: err.join('') };
}

describe('--dry-run prints', () => {
  test('one request as a record, several as a list', async () => {
    expect(JSON.parse((await printed(clone, { json: true })).stdout)).toEqual(CLONE);
    expect(JSON.parse((await printed(deletes, { json: true })).stdout)).toEqual(DELETES);
    expect(JSON.parse((await printed(deletes.slice(1), { json: true })).stdout)).toEqual(DELETES.slice(1));
  });

  test('one request per line in a pipe', async () => {
    expect(await printed(deletes)).toEqual({
      stdout: 'DELETE\t/v1/contacts/12\t\nDELETE\t/v1/contacts/13\t\n',
      stderr: 'dry run: nothing is sent\n',
    });
    expect((await printed(clone, { output: 'csv' })).stdout).toBe(
      'method,path,body\nPOST,/v1/campaign/7/clone,"{""name"":""Autumn""}"\n',
    );
  });

  test('the request line and its body on a terminal', async () => {
    expect((await printed([clone, ...deletes], {}, true)).stdout).toBe(
      'POST /v1/campaign/7/clone\n{\n  "name": "Autumn"\n}\n\nDELETE /v1/contacts/12\n\nDELETE /v1/contacts/13\n',
    );
  });
});
