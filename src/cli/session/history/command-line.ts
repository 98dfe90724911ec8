// A command line as the history keeps it: whatever could be a secret is left out.

const HIDDEN = '…';

const SECRET_NAME = /(?:^|[-_])(?:key|token|secret|password|passwd|pwd|credential|authorization|cookie|signature)s?$/i;
/** Keys, tokens and secrets that their form gives away, wherever they stand. */
const SECRET_TEXT =
  /\b(?:gsk|whsec|sk|pk|ghp|gho|xox[abp]|AKIA)[_-][\w-]{6,}|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+|\bBearer\s+\S+|\bBasic\s+[\w+/=]{6,}/gi;

const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));

function withoutUserInfo(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${HIDDEN}@`);
}

/** `password=x`, `x-api-key: x`, `?token=x`; the name stays. */
function withoutNamedValues(text: string): string {
  const header = /^[\w-]+(?=:\s)/.exec(text)?.[0];
  if (header !== undefined && isSecretName(header)) return `${header}:${HIDDEN}`;
  return text
    .split(/(?<=[&;,?\s])/)
    .map((part) => {
      const [, name = '', sign = ''] = /^([\w-]+)(:=|=|:)/.exec(part) ?? [];
      return isSecretName(name) ? `${name}${sign}${HIDDEN}${/[&;,]$/.exec(part)?.[0] ?? ''}` : part;
    })
    .join('');
}

function harmlessWord(word: string): string {
  const [, name, value] = /^--([\w-]+)=(.*)$/s.exec(word) ?? [];
  if (name !== undefined && value !== undefined && isSecretName(name)) return `--${name}=${HIDDEN}`;
  return withoutUserInfo(withoutNamedValues(word)).replace(SECRET_TEXT, HIDDEN);
}

export function withoutSecrets(argv: readonly string[]): string[] {
  return argv.map((word, index) => {
    const option = /^--([\w-]+)$/.exec(argv[index - 1] ?? '')?.[1];
    const isValue = option !== undefined && isSecretName(option) && !word.startsWith('--');
    return isValue ? HIDDEN : harmlessWord(word);
  });
}

export const commandText = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
