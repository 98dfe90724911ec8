// The account of the key, and sender identities.

import { type Call, type Json, PAGED, page, type Route, refuse, route, withRecord } from '../route.ts';

const IDENTITY_FIELDS = [
  ...['name', 'firstName', 'lastName', 'jobTitle', 'email', 'phoneNumber', 'networkUrl', 'scheduleMeetingUrl'],
  ...['timezone', 'profileOverview', 'keyResponsibilities', 'interests', 'languages', 'gender', 'seniorityLevel'],
  ...['educations', 'previousPositions', 'countryCode', 'signature'],
];

/** What the interface shows of an identity that is read. */
const readIdentity = ({ id, appUrl, email, emails, signature, name }: Json, call: Call): Json => ({
  id,
  appUrl,
  email,
  emails,
  signature,
  ...(call.switches.mode !== 'minimal' && { name }),
});

export const IDENTITY_ROUTES: readonly Route[] = [
  // The interface shows no body of this answer.
  route('GET /v1/validate', () => ({})),
  route('GET /v1/identities', { query: PAGED }, (call) =>
    page(
      'identities',
      call.store.identities.map((identity) => readIdentity(identity, call)),
    ),
  ),
  route(
    'PATCH /v1/identities/{identityId}',
    { body: Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, 'any'])) },
    withRecord('identities', 'Identity', (found, call) => {
      if (Object.keys(call.body).length === 0) return refuse(400, 'at least one field is required');
      return readIdentity(Object.assign(found, call.body), call);
    }),
  ),
  route(
    'GET /v1/identities/{identityId}/mailboxes',
    withRecord('identities', 'Identity', () => ({})),
  ),
  route('POST /v1/identities/{identityId}/mailboxes', { body: null }, () => ({})),
];
