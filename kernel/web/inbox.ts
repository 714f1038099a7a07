import { call } from "./call.ts";
import { usePulse } from "./heartbeat.ts";
import { toast } from "./message.ts";
import { openPage } from "./router.ts";
import { ask } from "./together.ts";

/** One message in my box, in the language it was written to me in. */
export interface BoxMessage {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly content: string | null;
  readonly senderName?: string | null;
  readonly linkRoute: string | null;
  readonly linkParams: Readonly<Record<string, unknown>> | null;
  readonly bizEntity?: string | null;
  readonly bizId?: string | null;
  readonly bizNum?: string | null;
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

/** The newest of my messages, in the words of a list. */
export const findMine = async (query: object) =>
  call<readonly BoxMessage[]>("messageServer/v1/baseMsgBoxRestful/listByPage", {
    pageIndex: 1,
    archiveFlag: "N",
    orderBy: [{ key: "creationDate", dir: "desc" }],
    count: "none",
    ...query,
  });

/** How many I have not read; a house without messages has none. */
export const askUnread = async (): Promise<void> => learnCount((await ask(path("unreadCount"))).data);

/** Marks messages of mine; the number at the bell follows. */
export async function markMine(name: "doRead" | "doStar" | "doArchive", body: object): Promise<void> {
  await call(path(name), body);
  await askUnread();
}

/** Reads a message and opens the page it leads to; what is gone or no longer mine to see says so, and counts as read. Answers whether there was somewhere to go. */
export async function openMessage(message: Pick<BoxMessage, "id">): Promise<boolean> {
  try {
    const { data } = await call<BoxMessage & { readonly linkState: "NONE" | "OPEN" | "GONE" }>(path("findById"), { id: message.id });
    void askUnread().catch(() => undefined);
    if (data.linkState === "NONE" || !data.linkRoute) return false;
    if (data.linkState === "GONE")
      toast.warning(["这份单据已不存在，或您不再有权查看。", "This document no longer exists, or you can no longer see it."]);
    else await openPage({ path: data.linkRoute, query: queryOf(data.linkParams) });
  } catch (error) {
    toast.error(error);
  }
  return true;
}

const queryOf = (params: BoxMessage["linkParams"]): Record<string, string> =>
  Object.fromEntries(Object.entries(params ?? {}).map(([key, value]) => [key, String(value)]));
