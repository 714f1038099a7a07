import type { Seen } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import { toast } from "#kernel/web/message.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { FlaskConical } from "lucide-react";
import type { datasource } from "./datasource.entity.ts";

/** Tries the connection as it is stored and says what answered, or what is missing. */
async function test(row: Seen<typeof datasource>): Promise<void> {
  try {
    const { data } = await call<{ readonly version: string; readonly size: string; readonly ms: number }>(
      "baseServer/v1/baseDatasourceRestful/doTest",
      { id: row.id },
    );
    const text = `${String(row.dsCode)} · PostgreSQL ${data.version} · ${data.size} · ${data.ms} ms`;
    toast.success([`连接正常：${text}`, `Connected: ${text}`]);
  } catch (error) {
    toast.error(error);
  }
}

export const slots: ListSlots<typeof datasource> = {
  rowActions: (row) => [{ label: ["测试", "Test"], icon: FlaskConical, resourceCode: "btnTest", handler: () => void test(row) }],
  rowTone: (row) => (row.enabledFlag === "N" ? "muted" : null),
};
