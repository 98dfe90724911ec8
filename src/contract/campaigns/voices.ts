import * as z from 'zod';
import { AnyTextId, Id, undocumented } from '../common.ts';
import { endpoints, GET } from '../endpoint.ts';

const VOICE_SOURCES = ['system', 'identity'] as const;

/** A voice for synthesized voice messages: the service's own, or recorded by an identity. */
export const Voice = z.lazy(() =>
  z.object({
    id: undocumented(AnyTextId, 'the kind of the id is not shown'),
    name: z.string(),
    source: z.enum(VOICE_SOURCES),
    identityId: undocumented(Id.nullable(), 'whose voice it is; null for the service’s own'),
    language: undocumented(z.string().nullable(), 'not shown'),
  }),
);
export type Voice = z.output<typeof Voice>;

export const voices = endpoints({
  list: {
    ...GET,
    path: '/v1/voices',
    access: 'CAMPAIGNS_READ',
    summary: 'Voices for synthesized voice messages',
    data: z.lazy(() => undocumented(z.object({ voices: z.array(Voice) }), 'the answer is not shown')),
    command: 'campaign voices',
  },
});
