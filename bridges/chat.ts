import { createHmac, timingSafeEqual } from "node:crypto";

/** What a card in an office chat shows. */
export interface ChatCard {
  readonly instanceId: string;
  readonly subject: string;
  readonly status: string;
  /** Open tasks by their chat user, so that each sees his own buttons. */
  readonly tasks: readonly {
    readonly taskId: string;
    readonly chatUserId: string | null;
    readonly node: string;
    /** Sent back with the button: it fits the task as it stands on this card and no other time it comes up. */
    readonly nonce: string;
  }[];
  readonly url: string;
}

/** What somebody pressed in the chat. */
export interface ChatAction {
  readonly externalTaskId: string;
  readonly action: "PASS" | "REJECT";
  readonly userExternalId: string;
  readonly comment: string;
  /** As the card's button carried it. */
  readonly nonce: string;
  /** When it was pressed, in milliseconds since 1970, as the chat signed it. */
  readonly pressedAt: number;
}

/** An office chat that shows approvals and sends back what people press there. None is connected unless one is configured. */
export interface ChatApproval {
  createInstance(card: ChatCard): Promise<string>;
  updateInstance(chatInstanceId: string, card: ChatCard): Promise<void>;
  cancelInstance(chatInstanceId: string): Promise<void>;
  /** The pressed button, or null when the signature is not the chat's own; nonce and time are under the signature. */
  parseCallback(rawBody: string, headers: Readonly<Record<string, string | undefined>>): ChatAction | null;
  /** The account behind a chat user, where the chat itself knows; the employee's chat id is asked otherwise. */
  resolveUser(chatUserId: string): Promise<string | null>;
}

/** A chat in this process: cards are kept in memory, callbacks are signed with a shared secret. For trials and tests. */
export class LocalChat implements ChatApproval {
  readonly cards = new Map<string, ChatCard & { readonly cancelled: boolean }>();
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  async createInstance(card: ChatCard): Promise<string> {
    const id = `chat-${card.instanceId}`;
    this.cards.set(id, { ...card, cancelled: false });
    return id;
  }

  async updateInstance(chatInstanceId: string, card: ChatCard): Promise<void> {
    this.cards.set(chatInstanceId, { ...card, cancelled: false });
  }

  async cancelInstance(chatInstanceId: string): Promise<void> {
    const card = this.cards.get(chatInstanceId);
    if (card) this.cards.set(chatInstanceId, { ...card, cancelled: true });
  }

  sign(rawBody: string): string {
    return createHmac("sha256", this.#secret).update(rawBody).digest("hex");
  }

  parseCallback(rawBody: string, headers: Readonly<Record<string, string | undefined>>): ChatAction | null {
    const given = Buffer.from(headers["x-chat-signature"] ?? "", "utf8");
    const own = Buffer.from(this.sign(rawBody), "utf8");
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
    const parsed = JSON.parse(rawBody) as Partial<Record<keyof ChatAction, unknown>>;
    const { externalTaskId, action, userExternalId, comment, nonce, pressedAt } = parsed;
    if (typeof externalTaskId !== "string" || typeof userExternalId !== "string" || (action !== "PASS" && action !== "REJECT")) return null;
    if (typeof nonce !== "string" || typeof pressedAt !== "number") return null;
    return { externalTaskId, action, userExternalId, comment: typeof comment === "string" ? comment : "", nonce, pressedAt };
  }

  async resolveUser(): Promise<string | null> {
    return null;
  }
}
