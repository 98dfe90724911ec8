// What every check of a workflow has at hand: where problems go, what is known, and how strict it is.

import type { WorkflowEntity } from '../../contract/workflows/enums.ts';
import type { ConditionField } from '../../contract/workflows/plan.ts';
import { didYouMean } from '../nearest.ts';
import { type At, type Basis, type Problem, Problems, type ServiceKnowledge } from '../problem.ts';
import { standardConditionFields } from './conditions/fields.ts';

let standard: ReadonlyMap<string, ConditionField> | undefined;

/** The fields that every workspace has. */
function standardFields(): ReadonlyMap<string, ConditionField> {
  standard ??= standardConditionFields();
  return standard;
}

export class Checking extends Problems {
  readonly knowledge: WorkflowKnowledge;
  readonly strictness: Strictness;

  constructor(knowledge: WorkflowKnowledge, strictness: Strictness, found: Problem[] = [], isAllUndocumented = false) {
    super(found, isAllUndocumented);
    this.knowledge = knowledge;
    this.strictness = strictness;
  }

  override get ofUndocumented(): Checking {
    return new Checking(this.knowledge, this.strictness, this.found, true);
  }

  /** What a draft may leave open and what is published may not. */
  open(basis: Basis, at: At, code: string, message: string): void {
    if (this.strictness === 'publish') this.errorOf(basis, at, code, message);
    else this.warn(at, code, `${message} (a draft may leave it open)`);
  }

  /** The condition field of an id, or null and a problem. A near miss is an error even where not all fields are known. */
  field(at: At, id: string): ConditionField | null {
    const { fields = standardFields(), complete = false } = this.knowledge.conditionFields ?? {};
    const found = fields.get(id);
    if (found !== undefined) return found;
    const meant = didYouMean(id, fields.keys(), this.found.length);
    const displayed = id.replace(/\s+/g, ' ').slice(0, 60);
    if (complete || meant !== '' || /^(platform|engagement|network|crm|activity|run)\./.test(id)) {
      const message = `unknown field "${displayed}"${meant}`;
      this.errorOf(complete ? 'given' : 'undocumented', at, 'unknown_field', message, { resembles: meant !== '' });
    } else {
      this.warn(at, 'unverified', `"${displayed}" is not a standard field; --online looks for it in the workspace`);
    }
    return null;
  }
}

// What may be known of a workspace when a workflow is checked. Offline next to nothing is; the service knows everything.

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
