import type { RequestInput } from '../../../client/request.ts';
import type { Route } from '../../../contract/routes/route.ts';
import type { Targets } from './targets.ts';

/** A call that is not made. */
export interface PlannedCall {
  readonly route: Route;
  readonly input: RequestInput;
  /** Whom it goes through, where these are what it touches; null where that is not known before it is sent. */
  readonly targets?: () => Promise<Targets | null>;
  /** Printed beside the request. */
  readonly records?: readonly object[];
}
