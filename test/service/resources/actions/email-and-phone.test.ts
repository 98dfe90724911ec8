import { describe, expect, test } from 'vitest';
import { at, contact, known, on, openActionWorld } from './action-world.ts';

openActionWorld();

describe('ENRICH_WITH_EMAIL and ENRICH_WITH_PHONE', () => {
  test('an address that is there is left alone, unless a verified one is wanted', async () => {
    const input = { ...known, professionalEmail: 'a@pathlight.example' };
    expect(await on([await contact(input)], 'ENRICH_WITH_EMAIL')).toMatchObject({ reasons: { HAS_EMAIL: 1 } });
    const wanted = await on([await contact(input)], 'ENRICH_WITH_EMAIL', { stopType: 'VERIFIED_EMAIL' });
    expect(wanted.records[0].professionalEmail).toBe('anna.ackermann@pathlight.example');
  });

  test('without a name or a company domain no one is asked', async () => {
    const ids = [await contact({ firstName: 'Anna', ...at }), await contact({ firstName: 'Anna', lastName: 'Solo' })];
    for (const type of ['ENRICH_WITH_EMAIL', 'ENRICH_WITH_PHONE']) {
      expect(await on(ids, type)).toMatchObject({ statusCounts: { SKIPPED: 2 }, reasons: { MISSING_DATA: 2 } });
    }
  });

  test('the website gives the domain where none is stored', async () => {
    const id = await contact({ ...known, companyDomain: null, companyWebsite: 'https://www.pathlight.example/about' });
    const { records } = await on([id], 'ENRICH_WITH_EMAIL');
    expect(records[0].professionalEmail).toBe('anna.ackermann@pathlight.example');
  });

  test('only as many providers are asked as sortedApis, speed and maxTimeToWait leave time for', async () => {
    // The third provider alone knows this address.
    const late = { firstName: 'Ida', lastName: 'Ackermann', ...at };
    const outcome = async (options: unknown) =>
      (await on([await contact(late)], 'ENRICH_WITH_EMAIL', options)).statusCounts;
    expect(await outcome({})).toEqual({ COMPLETED: 1 });
    expect(await outcome({ speed: 'FAST' })).toEqual({ FAILED: 1 });
    expect(await outcome({ maxTimeToWait: 5000 })).toEqual({ FAILED: 1 });
    expect(await outcome({ sortedApis: ['domaincrawler'] })).toEqual({ COMPLETED: 1 });
    expect(await outcome({ sortedApis: ['mailfinder', 'inboxlookup'] })).toEqual({ FAILED: 1 });
  });

  test('stopType NONE continues: private addresses and the number at the desk as well', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 40; nth += 1) ids.push(await contact({ firstName: `Q${nth}`, lastName: 'Otto', ...at }));
    const mail = await on(ids, 'ENRICH_WITH_EMAIL', { stopType: 'NONE' });
    const phone = await on(ids, 'ENRICH_WITH_PHONE', { stopType: 'NONE' });
    const some = (records: Record<string, unknown>[], field: string) => records.filter((one) => one[field]).length;
    expect(mail.records.some((one: { personalEmails: string[] }) => one.personalEmails.length > 0)).toBe(true);
    for (const field of ['mobilePhone', 'phones']) {
      const count = some(phone.records, field);
      expect([field, count > 0 && count < 40]).toEqual([field, true]);
    }
  });

  test('phones: found, kept, and verified', async () => {
    const id = await contact({ firstName: 'Jonas', lastName: 'Ackermann', ...at });
    const found = await on([id], 'ENRICH_WITH_PHONE');
    expect([found.statusCounts, found.records[0].mobilePhone]).toEqual([
      { COMPLETED: 1 },
      expect.stringMatching(/^\+\d+ 555 \d{6}$/),
    ]);
    expect(await on([id], 'ENRICH_WITH_PHONE')).toMatchObject({ reasons: { HAS_PHONE: 1 } });
    const verified = await on([id], 'VERIFY_LEAD_PHONE');
    expect(verified.records[0].phoneVerificationStatus).toBe('VALID');
    expect(await on([await contact({ firstName: 'None' })], 'VERIFY_LEAD_PHONE')).toMatchObject({
      reasons: { NO_PHONE: 1 },
    });
  });
});

test('VERIFY_LEAD_EMAIL: every verdict is stored; only a server that gives no answer is a failure', async () => {
  const ids: number[] = [];
  for (let nth = 0; nth < 80; nth += 1) {
    ids.push(await contact({ firstName: `V${nth}`, professionalEmail: `v${nth}@pathlight.example` }));
  }
  const { records, statusCounts, reasons } = await on(ids, 'VERIFY_LEAD_EMAIL');
  const verdicts = records.map((one: { emailVerificationStatus: string }) => one.emailVerificationStatus);
  expect([...new Set(verdicts)].toSorted()).toEqual(['CATCH_ALL', 'INVALID', 'UNKNOWN', 'VALID']);
  const unanswered = verdicts.filter((verdict: string) => verdict === 'UNKNOWN').length;
  expect([statusCounts.FAILED, reasons]).toEqual([unanswered, { NO_ANSWER: unanswered }]);
});
