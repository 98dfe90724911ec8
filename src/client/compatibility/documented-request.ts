// What stands in for a request that the interface does not show: documented reads and writes, with the data of its route.

import type { Route } from '../../contract/routes/route.ts';
import type { Reply } from '../answers/reply.ts';
import type { RequestInput } from '../request.ts';

export type DocumentedCall = (route: Route, input?: RequestInput) => Promise<Reply>;

/** Answers an undocumented read. `note` is for a person. */
export type DocumentedRead = (
  call: DocumentedCall,
  route: Route,
  input: RequestInput,
) => Promise<{ readonly reply: Reply; readonly note?: string }>;

export interface RequestContext {
  readonly call: DocumentedCall;
  readonly now: () => number;
  /** Says to a person what happens. */
  readonly note: (text: string) => void;
}

interface DocumentedPlan {
  /** The writes, as far as they are known before the first is sent. */
  readonly requests: readonly { readonly route: Route; readonly input: RequestInput }[];
  readonly send: () => Promise<Reply>;
}

/** Plans what does an undocumented write: only reads are sent. Throws where it cannot be done. */
export type DocumentedWrite = (context: RequestContext, route: Route, input: RequestInput) => Promise<DocumentedPlan>;
