// What a value may be, as plain data. The generated tables beside the zod declarations hold shapes, so that rules and
// completion know them without loading zod.

interface AnyShape {
  /** A good value, as a file has it. */
  readonly example?: string;
  /** Whether null stands for no value. */
  readonly nullable?: true;
  /** Whether the interface does not show it. */
  readonly undocumented?: true;
}

interface TextShape extends AnyShape {
  readonly kind: 'text';
  readonly max: number;
  /** Whether the interface names the bound. */
  readonly givenMax?: true;
  /** Whether empty text has a meaning. */
  readonly blank?: true;
}

interface NumberShape extends AnyShape {
  readonly kind: 'number';
  readonly min?: number;
  readonly max?: number;
  readonly whole?: true;
  /** Whether `min` itself is too small. */
  readonly above?: true;
}

interface EnumShape extends AnyShape {
  readonly kind: 'enum';
  readonly values: readonly string[];
}

export interface ListShape extends AnyShape {
  readonly kind: 'list';
  readonly of: Shape;
  readonly min?: number;
  readonly max?: number;
}

export interface ObjectShape extends AnyShape {
  readonly kind: 'object';
  /** Every field that can be written, in the order people write them. */
  readonly fields: Readonly<Record<string, Shape>>;
  readonly required: readonly string[];
  /** Fields that only reading shows: accepted and ignored, so that what was read can be sent back. */
  readonly ignored: readonly string[];
}

export type Shape =
  | TextShape
  | NumberShape
  | EnumShape
  | ListShape
  | ObjectShape
  /** `id`: of a record. `reference`: an id that may also be text. `any`: whatever JSON can hold. */
  | ({ readonly kind: 'boolean' | 'id' | 'reference' | 'any' } & AnyShape)
  /** An object with keys of the caller's own. */
  | ({ readonly kind: 'map'; readonly of: Shape } & AnyShape)
  /** One of these: a list or a single value. */
  | ({ readonly kind: 'union'; readonly of: readonly Shape[] } & AnyShape);
