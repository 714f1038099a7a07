import { closed, opened, type Seal } from "#kernel/seal.ts";

/** Behind the closed value stand its last four characters, which everybody may see. */
const cut = "~";
const isClosed = (value: string): boolean => /^m\d+\.[\w-]{20,}~/.test(value);

/** A sensitive value as it is stored; one that is stored already stays as it is. */
export function kept(seal: Seal, value: string | null | undefined, binding: string): string | null {
  if (!value) return null;
  if (isClosed(value)) return value;
  const shut = closed(seal, value, binding)!;
  return shut === value ? value : `${shut}${cut}${value.slice(-4)}`;
}

/** A value that was typed, as it is stored, with what tells it equal to others; nothing for one that is stored already. */
export const closing = (
  seal: Seal,
  value: string | null | undefined,
  binding: string,
): { readonly stored: string; readonly key: string | null } | null =>
  value && !isClosed(value) ? { stored: kept(seal, value, binding)!, key: markOf(seal, value) } : null;

/** The whole value, for whoever may see it. */
export const whole = (seal: Seal, stored: string | null, binding: string): string | null =>
  stored === null || !isClosed(stored) ? stored : opened(seal, stored.slice(0, stored.lastIndexOf(cut)), binding);

/** What two writings of one number share, told without the number. */
export const markOf = (seal: Seal, value: string | null | undefined): string | null => {
  const plain = (value ?? "")
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");
  return plain === "" ? null : seal.mark(plain);
};
