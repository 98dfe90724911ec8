import { expect, test } from 'vitest';
import { stallDetector } from '../../../src/service/http/watchdog.ts';

test('a stall of more than 250 ms is reported with the requests it may be of; a shorter one is not', async () => {
  let now = 0;
  const reports: unknown[] = [];
  const { look, during } = stallDetector(
    () => now,
    (ms, requests) => reports.push([ms, requests]),
  );
  const after = (ms: number) => async () => {
    now += ms;
  };
  await during('GET /quick', after(50));
  now += 100;
  look();
  const waiting = during('GET /slow', () => new Promise<void>(() => {}));
  await during('POST /v1/contacts/bulk', after(400));
  now += 100;
  look();
  now += 100;
  look();
  now += 351;
  look();
  expect(reports).toEqual([
    [400, ['GET /slow', 'POST /v1/contacts/bulk']],
    [251, ['GET /slow']],
  ]);
  void waiting;
});
