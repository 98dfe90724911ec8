// What may be known of a workspace when a workflow is checked. Offline next to nothing is; the service knows everything.

import type { WorkflowEntity } from '../../contract/workflows/enums.ts';
import type { ConditionField } from '../../contract/workflows/plan.ts';
import type { ServiceKnowledge } from '../problem.ts';

/** A draft may have open slots and empty inputs; what is published may not. */
export type Strictness = 'draft' | 'publish';

/** Whatever is left out is not checked. */
export interface WorkflowKnowledge extends ServiceKnowledge {
  /** Condition fields by id. Left out: the standard ones, and nothing is said about the rest. */
  readonly conditionFields?:
    | {
        readonly fields: ReadonlyMap<string, ConditionField>;
        /** Whether a field that is not listed does not exist. */
        readonly complete: boolean;
      }
    | undefined;
  /** Blocks of the service that this build does not know: what they take is for the service to say. */
  readonly otherBlocks?: ReadonlySet<string> | undefined;
  /** Lists of the workspace → what they hold. */
  readonly lists?: ReadonlyMap<number, WorkflowEntity> | undefined;
  /** As text: 7 and "7" are the same. */
  readonly campaignIds?: ReadonlySet<string> | undefined;
  readonly identityIds?: ReadonlySet<number> | undefined;
}
