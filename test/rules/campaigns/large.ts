// A campaign of a given size, for tests and measurements.

interface Branching {
  readonly type: 'condition';
  readonly condition: { readonly type: 'has_network_profile' };
  readonly onTrue: readonly object[];
  readonly onFalse: readonly object[];
}

/** `count` steps, some of them nested `levels` deep; every email but those behind another has a subject. */
export function largeCampaign(count: number, levels: number): { name: string; steps: object[] } {
  let left = count;
  const message = (content: string) => {
    left -= 1;
    return { type: 'email', subject: 'About {companyName}', content, delay: { value: 1, unit: 'days' } };
  };
  const nest = (level: number): object => {
    if (level === 0) return message('deepest');
    left -= 1;
    const branching: Branching = {
      type: 'condition',
      condition: { type: 'has_network_profile' },
      onTrue: [nest(level - 1), message('Hi {firstName}, how is {companyName}?')],
      onFalse: [message('Hello {firstName}'), message('Once more, {firstName} {lastName}')],
    };
    return branching;
  };
  const steps: object[] = [];
  while (left > levels * 4) steps.push(nest(levels));
  while (left > 0) steps.push(message('Hello {firstName}'));
  return { name: 'Large', steps };
}
