// A YAML document as far as we need it: values with their places in the text. An alias is the node of its anchor itself.

interface Ranged {
  /** Offsets in the text; for what is left out, both are where it would be. */
  readonly start: number;
  readonly end: number;
}

export interface ScalarNode extends Ranged {
  readonly kind: 'scalar';
  readonly value: unknown;
  /** As it is written, for a plain scalar without a tag; null for one in quotes or in a block, which is text anyway. */
  readonly source: string | null;
}

export interface YamlPair {
  readonly key: Ranged & { readonly text: string };
  readonly value: YamlNode;
}

export interface MapNode extends Ranged {
  readonly kind: 'map';
  readonly pairs: readonly YamlPair[];
}

interface SeqNode extends Ranged {
  readonly kind: 'seq';
  readonly items: readonly YamlNode[];
}

export type YamlNode = ScalarNode | MapNode | SeqNode;
