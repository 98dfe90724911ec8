import type { RequestInput } from '../../../client/request.ts';
import type { Route } from '../../../contract/routes/route.ts';

/** A call that is not made. */
export interface PlannedCall {
  readonly route: Route;
  readonly input: RequestInput;
}
