import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { toast } from "#kernel/web/message.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { FlaskConical } from "lucide-react";

/** Tries the connection as it is stored and says what answered, or what is missing. */
async function test(row: Row): Promise<void> {
  try {
    const { data } = await call<Row>("baseServer/v1/baseDatasourceRestful/doTest", { id: row["id"] });
    const told = `${String(row["dsCode"])} · PostgreSQL ${String(data["version"])} · ${String(data["size"])} · ${String(data["ms"])} ms`;
    toast.success([`连接正常：${told}`, `Connected: ${told}`]);
  } catch (error) {
    toast.error(error);
  }
}

export const slots: ListSlots = {
  rowActions: (row) => [{ label: ["测试", "Test"], icon: FlaskConical, resourceCode: "btnTest", handler: () => void test(row) }],
  rowTone: (row) => (row["enabledFlag"] === "N" ? "muted" : null),
};
