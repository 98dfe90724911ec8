import { expect, test } from 'vitest';
import {
  company,
  contact,
  known,
  list,
  on,
  onCompanies,
  openActionWorld,
  post,
  read,
  start,
  statusOf,
  world,
} from './action-world.ts';

openActionWorld();

/** Two companies with so many contacts. */
async function staffed(count: number): Promise<number[]> {
  const ids = [await company({ name: 'Large', domain: 'large.example' })];
  ids.push(await company({ name: 'Small', domain: 'small.example' }));
  const people = [...Array(count).keys()].map((nth) => {
    const company = { domain: nth % 10 === 0 ? 'small.example' : 'large.example' };
    return { firstName: 'Jo', lastName: `L${nth}`, professionalEmail: `l${nth}@staff.example`, company };
  });
  for (let from = 0; from < people.length; from += 100)
    expect((await post('/v1/contacts/bulk', { contacts: people.slice(from, from + 100) })).status).toBe(200);
  return ids;
}
/** Begins with the contacts that a signal is about. */
const hearing = { id: 'to', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: '__MANUAL_INPUT' }, next: [] };

const exported = () =>
  world.service.store.read((tx) =>
    tx.one(
      'select count(contact_crm_id) as contacts, count(lead_crm_id) as leads, count(company_id) as n from contacts',
    ),
  );

test('EXPORT_TO_CRM gives contacts, leads and companies their CRM ids', async () => {
  const id = await contact(known);
  const first = await on([id], 'EXPORT_TO_CRM', { exportAssociatedObject: true });
  expect(first.records[0]).toMatchObject({ contactCRMId: expect.stringMatching(/^003\w{15}$/), isInCRM: true });
  expect(await read(`/v1/companies/${first.records[0].companyId}`)).toMatchObject({
    companyCRMId: expect.stringMatching(/^001\w{15}$/),
    isCompanyInCRM: true,
  });
  const again = await on([id], 'EXPORT_TO_CRM', { associationType: 'LEAD' });
  expect(again.records[0]).toMatchObject({
    contactCRMId: first.records[0].contactCRMId,
    leadCRMId: expect.stringMatching(/^00Q/),
  });
});

test('a CRM takes no one without a last name', async () => {
  expect(await on([await contact({ firstName: 'Cher' })], 'EXPORT_TO_CRM')).toMatchObject({ reasons: { NO_NAME: 1 } });
});

test('companies, and with exportAssociatedObject their contacts', async () => {
  const person = await contact(known);
  const { companyId } = await read(`/v1/contacts/${person}`);
  await onCompanies([companyId], 'EXPORT_TO_CRM', { exportAssociatedObject: true });
  expect((await read(`/v1/contacts/${person}`)).contactCRMId).toMatch(/^003/);
});

test('contacts of its companies slice by slice; the run ends when all are exported', async () => {
  const ids = await staffed(230);
  const both = ['CONTACT', 'LEAD'].map((associationType) => ({
    type: 'EXPORT_TO_CRM',
    options: { exportAssociatedObject: true, associationType },
  }));
  const id = await start({ companyIds: ids, actions: both });
  const performed: unknown[] = [];
  const stop = new AbortController();
  await world.work({ signal: stop.signal, onProgress: () => stop.abort() });
  performed.push([(await statusOf(id)).overallStatus, await exported()]);
  await world.work();
  performed.push([(await statusOf(id)).overallStatus, await exported()]);
  expect(performed).toEqual([
    ['PROCESSING', { contacts: 200, leads: 200, n: 230 }],
    ['COMPLETED', { contacts: 230, leads: 230, n: 230 }],
  ]);
});

test('a step of a workflow exports them too, the rest in the background', async () => {
  const companyGroupId = await list('COMPANY', await staffed(230));
  const from = { id: 'from', kind: 'BLOCK', blockId: 'SELECT_COMPANIES_FROM_LIST', inputs: { companyGroupId } };
  const inputs = { exportAssociatedObject: true };
  const plan = {
    nodes: [
      { ...from, next: ['crm'] },
      { id: 'crm', kind: 'BLOCK', blockId: 'EXPORT_TO_CRM', inputs, next: [] },
    ],
  };
  const made = await post('/v1/workflows', { name: 'Export', plan, publish: true });
  const intent = { type: 'INTENT', signal: { kind: 'LEAD_PROPERTY_UPDATED' } };
  expect(
    (await post('/v1/workflows', { name: 'Hear', plan: { nodes: [hearing] }, trigger: intent, publish: true })).status,
  ).toBe(200);
  expect((await post(`/v1/workflow/${made.body.data.id}/run`, {})).status).toBe(200);
  await world.work();
  expect(await exported()).toEqual({ contacts: 230, leads: 0, n: 230 });
  const causes = 'select caused_by from workflow_runs where workflow_id = 2 order by id';
  expect(await world.service.store.read((tx) => tx.values(causes))).toEqual(['[1]', '[1]']);
});

test('SYNC_LEAD_WITH_CRM keeps an id; with fullResync every record is matched again', async () => {
  const ids: number[] = [];
  for (let nth = 0; nth < 30; nth += 1) {
    ids.push(await contact({ ...known, firstName: `S${nth}`, contactCRMId: `003own${nth}` }));
  }
  const kept = await on(ids, 'SYNC_LEAD_WITH_CRM');
  expect(kept.records.every((one: { contactCRMId: string }) => one.contactCRMId.startsWith('003own'))).toBe(true);
  const { records, statusCounts, reasons } = await on(ids, 'SYNC_LEAD_WITH_CRM', { fullResync: true });
  const now = records.map((one: { contactCRMId: string | null }) => one.contactCRMId);
  const missing = now.filter((crmId: string | null) => crmId === null).length;
  expect(now.some((crmId: string | null) => crmId?.startsWith('003own'))).toBe(false);
  expect([missing > 0 && missing < 30, statusCounts.FAILED, reasons]).toEqual([true, missing, { NOT_IN_CRM: missing }]);
});

test('what was exported is found again by a full resync', async () => {
  const ids: number[] = [];
  for (let nth = 0; nth < 20; nth += 1) ids.push(await contact({ ...known, firstName: `E${nth}` }));
  const exported = await on(ids, 'EXPORT_TO_CRM');
  const plan = { nodes: [hearing] };
  const trigger = { type: 'INTENT', signal: { kind: 'LEAD_PROPERTY_UPDATED', field: 'contactCRMId' } };
  await post('/v1/workflows', { name: 'Hear', plan, trigger, publish: true });
  const synced = await on(ids, 'SYNC_LEAD_WITH_CRM', { fullResync: true });
  const crmIds = ({ records }: typeof exported) => records.map((one: { contactCRMId: string }) => one.contactCRMId);
  expect(crmIds(synced)).toEqual(crmIds(exported));
  // None of them was updated.
  expect((await read('/v1/workflow/1/runs')).runs).toEqual([]);
});

test('SYNC_COMPANY_WITH_CRM does the same for companies', async () => {
  const ids: number[] = [];
  for (let nth = 0; nth < 20; nth += 1) {
    ids.push(await company({ name: `C${nth}`, domain: `c${nth}.example`, companyCRMId: `001own${nth}` }));
  }
  const { records, reasons } = await onCompanies(ids, 'SYNC_COMPANY_WITH_CRM', { fullResync: true });
  const missing = records.filter((one: { companyCRMId: string | null }) => one.companyCRMId === null).length;
  expect([missing > 0 && missing < 20, reasons]).toEqual([true, { NOT_IN_CRM: missing }]);
});

test('a CRM that is disconnected meanwhile: every record fails', async () => {
  const id = await start({ contactIds: [await contact(known)], actions: [{ type: 'EXPORT_TO_CRM' }] });
  await world.control('PATCH', '/_local/features', { crm: false });
  await world.work();
  expect(await statusOf(id)).toMatchObject({
    overallStatus: 'FAILED',
    actions: [{ reasons: { CRM_NOT_CONNECTED: 1 } }],
  });
});
