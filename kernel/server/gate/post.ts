/** One letter, already written in its reader's language. `kind` is the event it belongs to, such as VERIFY_CODE. */
export interface Letter {
  readonly to: string;
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly userId?: string | null;
  /** What opens an account: no log and no page shows it. */
  readonly secrets?: readonly string[];
}

/** How letters leave the house; an outside mail server stands behind the same one verb. */
export interface Mail {
  send(letter: Letter, now: Date): Promise<void>;
}

export interface ShortMessage {
  readonly to: string;
  readonly kind: string;
  readonly text: string;
  readonly userId?: string | null;
  /** What opens an account: no log and no page shows it. */
  readonly secrets?: readonly string[];
}

/** How phone messages leave the house; where none is connected, pages do not offer the phone at all. */
export interface Sms {
  readonly connected: boolean;
  send(message: ShortMessage, now: Date): Promise<void>;
}
