// Options whose words the interface shows without saying that there are no others: `open-words.ts` checks them.

import type { Option } from 'commander';

type OpenOption = Pick<Option, 'flags' | 'argChoices' | 'parseArg' | 'attributeName'>;

const OPEN = new WeakSet<OpenOption>();

/** Help and completion offer the choices of the option; a service other than the local one may take more. */
export function openWords<O extends OpenOption>(option: O): O {
  delete option.parseArg;
  OPEN.add(option);
  return option;
}

export const isOpen = (option: OpenOption): boolean => OPEN.has(option);
