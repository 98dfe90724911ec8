// The account of the key, and sender identities.

import { type Call, type Json, notFound, page, type Route, refuse } from '../route.ts';

const IDENTITY_FIELDS = [
  'name',
  'firstName',
  'lastName',
  'jobTitle',
  'email',
  'phoneNumber',
  'networkUrl',
  'scheduleMeetingUrl',
  'timezone',
  'profileOverview',
  'keyResponsibilities',
  'interests',
  'languages',
  'gender',
  'seniorityLevel',
  'educations',
  'previousPositions',
  'countryCode',
  'signature',
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
  { method: 'GET', path: '/v1/validate', shown: true, run: () => ({}) },
  {
    method: 'GET',
    path: '/v1/identities',
    shown: true,
    query: ['page', 'pageSize'],
    run: (call) =>
      page(
        'identities',
        call.store.identities.map((identity) => readIdentity(identity, call)),
      ),
  },
  {
    method: 'PATCH',
    path: '/v1/identities/{identityId}',
    shown: true,
    body: Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, 'any'])),
    run: (call) => {
      const found = call.store.identities.find(({ id }) => String(id) === call.params['identityId']);
      if (found === undefined) return notFound('Identity');
      if (Object.keys(call.body).length === 0) return refuse(400, 'at least one field is required');
      return readIdentity(Object.assign(found, call.body), call);
    },
  },
  {
    method: 'GET',
    path: '/v1/identities/{identityId}/mailboxes',
    shown: true,
    run: (call) =>
      call.store.identities.some(({ id }) => String(id) === call.params['identityId']) ? {} : notFound('Identity'),
  },
  { method: 'POST', path: '/v1/identities/{identityId}/mailboxes', shown: true, body: null, run: () => ({}) },
];
