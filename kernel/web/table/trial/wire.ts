import { localApi } from "../local.ts";
import type { Row, TableApi, TableQuery } from "../types.ts";

export const calls: TableQuery[] = [];
/** What the next list calls do: answer, fail, or wait. */
export const wire: { mode: "ok" | "fail" | "denied" | "slow" | "never"; loads: (number | null)[] } = { mode: "ok", loads: [] };

/** A list call over these rows, as good or bad as the wire is now. */
export const over =
  (rows: readonly Row[], more: object = {}): TableApi =>
  async (query, signal) => {
    calls.push(query);
    if (wire.mode === "fail") throw Object.assign(new Error("x"), { msg: "结算服务 30 秒没有答复", requestId: "7F3A-21C9" });
    if (wire.mode === "denied") throw Object.assign(new Error("x"), { code: "PERM_DENIED" });
    if (wire.mode === "never") await new Promise(() => undefined);
    const { status } = query as { status?: string };
    const found = rows.filter((row) => status === undefined || row["status"] === status);
    const reply = await localApi(found)(query, signal);
    return { ...reply, page: { ...reply.page, ...more } };
  };
