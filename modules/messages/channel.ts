import type { ErrorClass } from "./schedule.ts";

/** A file that goes along with a mail. */
export interface Attachment {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** One message as it leaves the house; repeating it under the same deliveryId must do no harm. */
export interface Outgoing {
  readonly deliveryId: string;
  readonly kind: string;
  readonly address: string;
  readonly userId: string | null;
  readonly title: string;
  /** HTML for e-mail, plain text elsewhere. */
  readonly content: string;
  readonly link: string | null;
  readonly attachments?: readonly Attachment[];
  readonly unsubscribeUrl: string | null;
  readonly meta: Readonly<Record<string, string | null>>;
}

/** What the other side said. `code` is its own; `errorClass` says what follows from it. */
export interface Sent {
  readonly accepted: boolean;
  readonly providerMsgId?: string | null;
  readonly code?: string | null;
  readonly text?: string | null;
  readonly errorClass?: ErrorClass;
  readonly retryAfterSeconds?: number | null;
}

/** Pure transport over one channel: no templates, no retries, at most fifteen seconds. */
export interface ChannelSender {
  send(message: Outgoing, now: Date): Promise<Sent>;
  /** Is the other side there? */
  probe(): Promise<Sent>;
  close?(): void;
}

/** The account a sender stands for, with its secret opened. */
export interface SourceAccount {
  readonly id: string;
  readonly sourceCode: string;
  readonly channel: string;
  readonly provider: string;
  readonly endpoint: string | null;
  readonly method: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly bodyTemplate: string | null;
  readonly successExpr: string | null;
  readonly idExpr: string | null;
  readonly errorExpr: string | null;
  readonly account: string | null;
  readonly secret: string | null;
  readonly fromName: string | null;
  readonly fromAddress: string | null;
  /** Where letters come back to, such as pop3s://host; with its own account where that differs. */
  readonly inboxEndpoint?: string | null;
  readonly inboxAccount?: string | null;
  readonly allowedHosts: readonly string[];
}

/** What a provider reports later about a message it took. */
export interface Receipt {
  readonly providerMsgId: string;
  readonly state: "DELIVERED" | "FAILED" | "BOUNCED";
  readonly code: string | null;
}
