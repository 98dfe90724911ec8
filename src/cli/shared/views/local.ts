import { viewOf } from '../../terminal/formats/cells.ts';

export const localStatusView = viewOf('status', 'statuses', 'version data now counts work servers locks', {
  id: 'data',
  titles: { data: 'store', now: 'clock', counts: 'records' },
});

/** `what`: of an event, with --until. */
export const clockView = viewOf('clock', 'clocks', 'now frozen offsetMs:number', { id: 'now', alsoHas: 'what' });

export const faultView = viewOf(
  'fault',
  'faults',
  'id:number endpoint times:number used:number probability:number status:number drop latencyMs:number',
);

export const keyView = viewOf('key', 'keys', 'id:number name scopes createdAt:time revokedAt:time');

export const createdKeyView = viewOf('key', 'keys', 'id:number name scopes key', { id: 'key' });

export const requestView = viewOf(
  'request',
  'requests',
  'at:time method path status:number ms:number key requestId:word:extra',
  { id: 'requestId' },
);

export const featureView = viewOf('switch', 'switches', 'name on', { id: 'name', titles: { name: 'switch' } });

export const grantView = viewOf('grant', 'grants', 'workflowId:number user granted', { id: 'workflowId' });

/** Titles so short that the names fit 80 columns; dueAt as it is: the service's clock need not be this machine's. */
export const enrolmentView = viewOf(
  'contact',
  'contacts',
  'contactId:number firstName lastName professionalEmail:address:extra status nextStep dueAt reason',
  { id: 'contactId', titles: { contactId: 'id' } },
);
