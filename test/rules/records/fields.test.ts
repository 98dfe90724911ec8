import { describe, expect, test } from 'vitest';
import { COMPANY_ALIASES, type CustomField, EDITABLE_FIELDS, knownFields } from '../../../src/rules/records/fields.ts';

const custom = (entity: CustomField['entity'], name: string): CustomField => ({
  entity,
  name,
  key: `f-${entity}-${name}`,
  fieldType: 'EMPTY_FIELD',
  dataType: 'text',
});

const INTERFACE_ENRICHMENT = [
  ...'ecommerceStoreEstimatedSales ecommerceStoreEstimatedSalesYearly ecommerceStoreProductCount'.split(' '),
  ...'ecommerceStoreAvgPrice ecommerceStoreEstimatedVisits ecommerceStoreEstimatedPageViews'.split(' '),
  ...'ecommerceStoreTrustpilotRating ecommerceStoreTrustpilotReviewCount ecommerceStoresPlatform'.split(' '),
  ...'ecommerceStoresShippingCarriers ecommerceStoresShipsToCountries ecommerceStores'.split(' '),
];

describe('the fields of contacts', () => {
  const known = knownFields('CONTACT', []);
  test.each([
    ['firstName', 'STANDARD', 'text', true, 'CONTACT', 'firstName'],
    ['professionalEmail', 'STANDARD', 'email', true, 'CONTACT', 'professionalEmail'],
    ['contactCRMId', 'CRM_FIELD', 'text', true, 'CONTACT', 'contactCRMId'],
    ['lastActivityAtCRM', 'CRM_FIELD', 'date', false, 'CONTACT', 'lastActivityAtCRM'],
    ['isInCRM', 'CRM_FIELD', 'boolean', false, 'CONTACT', 'isInCRM'],
    ['companyName', 'STANDARD', 'text', false, 'COMPANY', 'name'],
    ['companyDomain', 'STANDARD', 'text', false, 'COMPANY', 'domain'],
    ['companyNetworkUrl', 'STANDARD', 'url', false, 'COMPANY', 'companyNetworkUrl'],
    ['numberOfEmployees', 'STANDARD', 'number', false, 'COMPANY', 'numberOfEmployees'],
    ['isCompanyInCRM', 'CRM_FIELD', 'boolean', false, 'COMPANY', 'isCompanyInCRM'],
    ['leadsCount', 'STANDARD', 'number', false, 'COMPANY', 'leadsCount'],
  ])('%s', (id, fieldType, dataType, editable, of, key) => {
    expect(known.get(id)).toMatchObject({ fieldType, dataType, editable, promptReference: `{${id}}`, of, key });
  });

  test('company-backed ids never hide a field of the contact, and the bare company names are none', () => {
    expect([known.get('createdAt')?.of, known.has('name'), known.has('domain')]).toEqual(['CONTACT', false, false]);
  });
});

test('company fields include the enrichment-backed ones the interface names, and five kinds more', () => {
  const ids = [...knownFields('COMPANY', []).keys()];
  expect(ids).toEqual(expect.arrayContaining(INTERFACE_ENRICHMENT));
  for (const kind of ['webTraffic', 'funding', 'jobOpening', 'headcount', 'technologies']) {
    expect(ids.some((id) => id.startsWith(kind))).toBe(true);
  }
});

describe('custom fields of the workspace', () => {
  const customs = [custom('CONTACT', 'Segment'), custom('COMPANY', 'Segment'), custom('COMPANY', 'Tier')];
  test('a contact has its own, and reads those of its company unless one of its own has the name', () => {
    const known = knownFields('CONTACT', customs);
    expect([known.get('Segment'), known.get('Tier')]).toMatchObject([
      { of: 'CONTACT', editable: true, fieldType: 'EMPTY_FIELD' },
      { of: 'COMPANY', editable: false, key: 'f-COMPANY-Tier' },
    ]);
  });

  test('a company has its own', () => {
    const known = knownFields('COMPANY', customs);
    expect(known.get('Segment')).toMatchObject({ of: 'COMPANY', key: 'f-COMPANY-Segment', editable: true });
  });

  test('computed ones are not editable', () => {
    const formula: CustomField = { ...custom('CONTACT', 'score'), fieldType: 'FORMULA_FIELD', dataType: 'number' };
    expect(knownFields('CONTACT', [formula]).get('score')).toMatchObject({ editable: false, dataType: 'number' });
  });
});

test('every editable field of a company can be given on a contact', () => {
  expect([...COMPANY_ALIASES.values()]).toEqual([...EDITABLE_FIELDS.COMPANY.keys()]);
  expect(Object.fromEntries(COMPANY_ALIASES)).toMatchObject({
    companyName: 'name',
    companyDomain: 'domain',
    companyNetworkUrl: 'companyNetworkUrl',
    companyIndustry: 'industry',
    companyWebsite: 'website',
  });
});
