// Colours, decided by us and not by the package: chalk neither knows NO_COLOR nor asks which stream it paints.

export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const same = (text: string) => text;
export const PLAIN: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

/** Loads chalk only where there is colour to give. */
export async function paintFor(colour: boolean): Promise<Paint> {
  if (!colour) return PLAIN;
  const { Chalk } = await import('chalk');
  return new Chalk({ level: 1 });
}
