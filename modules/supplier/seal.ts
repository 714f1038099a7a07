/** Closes a sensitive value so that a stolen table tells nothing, and opens it again; the binding must be the same. */
export interface Seal {
  close(text: string, binding: string): string;
  open(text: string, binding: string): string | null;
}

let seal: Seal = { close: (text) => text, open: (text) => text };

/** The server brings its keys; where there are none, as in a trial in the browser, nothing is closed. */
export const bringSeal = (brought: Seal): void => void (seal = brought);

export const closed = (value: unknown, binding: string): string | null =>
  value === null || value === undefined || value === "" ? null : seal.close(String(value), binding);

export const opened = (text: string | null, binding: string): string | null => (text === null ? null : seal.open(text, binding));
