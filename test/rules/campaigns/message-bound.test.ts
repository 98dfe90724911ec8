// How many messages a contact gets at most within seven days.

import { expect, test } from 'vitest';
import { mostMessages } from '../../../src/rules/campaigns/timeline.ts';
import { readSteps } from '../../../src/rules/campaigns/tree.ts';
import { Problems } from '../../../src/rules/problem.ts';

const email = { type: 'email', content: 'Hello' };
const after = (days: number) => ({ ...email, delay: { value: days, unit: 'days' } });
const opened = (onTrue: readonly object[], onFalse: readonly object[]) => ({
  type: 'condition',
  condition: { type: 'email_opened', waitFor: { value: 3, unit: 'days' } },
  onTrue,
  onFalse,
});

test.each<[steps: readonly object[], most: number]>([
  [[email], 1],
  [[email, after(2), after(5)], 3],
  [[email, after(2), after(6)], 2],
  [[email, opened([email, email], [email])], 3],
  [[opened([email], [after(4), email]), after(1)], 3],
  [[opened([email], [after(5), email])], 1],
  [[{ type: 'network_message_bundle', messages: [{ content: 'a' }, { content: 'b' }] }], 2],
  [[opened([email, email, { type: 'end' }], [email]), email, email], 3],
  [[opened([email, email, email, { type: 'end' }, email], [{ type: 'end' }]), email], 3],
  [[email, opened([{ type: 'end' }], [email]), email], 3],
  // Whoever has no network profile gets the emails at once.
  [
    [
      { type: 'network_connection', waitForAcceptance: { value: 10, unit: 'days' }, onNotAccepted: [email, after(1)] },
      { type: 'whatsapp_message', content: 'Hi' },
    ],
    3,
  ],
  [[{ type: 'network_visit_profile' }, { type: 'task', title: 'Call' }, { type: 'end' }, email], 0],
])('%j: %i', (steps, most) => {
  expect(mostMessages(readSteps(Problems.none(), steps), 7 * 86_400_000)).toBe(most);
});
