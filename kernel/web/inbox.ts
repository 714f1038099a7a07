import { callPath } from "../page.ts";
import { call, CallError } from "./call.ts";
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
export const askUnread = async (): Promise<void> => learnCount((await call(path("unreadCount"))).data);

/** Marks messages of mine; the number at the bell follows. */
export async function markMine(name: "doRead" | "doStar" | "doArchive", body: object): Promise<void> {
  await call(path(name), body);
  await askUnread();
}

/** Whether the document a message speaks of is still there for me; words say why not. */
async function isThere({ bizEntity, bizId }: BoxMessage): Promise<boolean> {
  const { loadEntity } = await import("./page/records.ts");
  const entity = bizEntity && bizId ? await loadEntity(bizEntity) : undefined;
  if (entity === undefined) return true;
  try {
    await call(callPath(entity, "findById"), { id: bizId });
    return true;
  } catch (error) {
    if (!(error instanceof CallError) || error.code === "NETWORK") throw error;
    return false;
  }
}

/** Reads a message and opens the page it leads to; what is gone or no longer mine to see says so, and counts as read. */
export async function openMessage(message: BoxMessage): Promise<boolean> {
  try {
    if (message.readFlag !== "Y") await markMine("doRead", { ids: [message.id] });
    if (!message.linkRoute) return false;
    if (!(await isThere(message))) {
      toast.warning(["这份单据已不存在，或您不再有权查看。", "This document is gone, or you may no longer see it."]);
      return true;
    }
    const query = Object.fromEntries(Object.entries(message.linkParams ?? {}).map(([key, value]) => [key, String(value)]));
    await openPage({ path: message.linkRoute, query });
    return true;
  } catch (error) {
    toast.error(error);
    return true;
  }
}
