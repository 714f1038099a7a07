import { menuRoute } from "../menu.ts";
import type { Menu } from "../menu.ts";
import { call } from "./call.ts";
import { usePulse } from "./heartbeat.ts";
import { toast } from "./message.ts";
import { openPage } from "./router.ts";

/** One message in my box, in the language it was written to me in. */
export interface BoxMessage {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly content: string | null;
  readonly senderName?: string | null;
  readonly linkRoute: string | null;
  readonly linkParams: Readonly<Record<string, unknown>> | null;
  readonly readFlag: "Y" | "N";
  readonly starFlag: "Y" | "N";
  readonly archiveFlag: "Y" | "N";
  readonly creationDate: string;
}

const path = (name: string): string => `messageServer/baseMsgBoxService/${name}`;

const countOf = (data: unknown): number | null => {
  const count = typeof data === "object" && data !== null ? (data as { readonly unreadCount?: unknown }).unreadCount : data;
  return typeof count === "number" ? count : null;
};

/** Keeps the number at the bell as the server last said it. */
function learnCount(data: unknown): void {
  const unread = countOf(data);
  if (unread !== null) usePulse.setState({ unread });
}

/** My messages, newest first, as the filters say. */
export const findMine = async (query: object) => call<readonly BoxMessage[]>(path("findMine"), { pageIndex: 1, pageRows: 10, ...query });

/** How many I have not read; a house without messages has none. */
export const askUnread = async (): Promise<void> => learnCount((await call(path("unreadCount"))).data);

/** Marks messages of mine; the number at the bell follows. */
export async function markMine(name: "doRead" | "doStar" | "doArchive", body: object): Promise<void> {
  learnCount((await call(path(name), body)).data);
  await askUnread();
}

/** Reads a message and opens the page it leads to; what is gone or no longer mine to see says so, and counts as read. */
export async function openMessage(message: BoxMessage, inbox: Menu): Promise<void> {
  try {
    if (message.readFlag !== "Y") await markMine("doRead", { ids: [message.id] });
    if (!message.linkRoute) return await openPage({ path: menuRoute(inbox)!, menuId: inbox.menuId, query: { message: message.id } });
    await call(path("checkLink"), { id: message.id });
    const query = Object.fromEntries(Object.entries(message.linkParams ?? {}).map(([key, value]) => [key, String(value)]));
    await openPage({ path: message.linkRoute, query });
  } catch (error) {
    toast.error(error);
  }
}
