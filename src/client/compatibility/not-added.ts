// Whom a list could not take: beside the counts in the answer, where the service has no path for members and each is added by itself.

import { isObject } from '../../contract/json.ts';

export interface NotAdded {
  readonly id: number;
  readonly error: string;
}

const isNotAdded = (one: unknown): one is NotAdded =>
  isObject(one) && typeof one['id'] === 'number' && typeof one['error'] === 'string';

export const notAddedOf = (data: unknown): readonly NotAdded[] =>
  isObject(data) && Array.isArray(data['failed']) ? data['failed'].filter(isNotAdded) : [];
