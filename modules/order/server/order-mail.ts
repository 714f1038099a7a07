import { trim } from "#kernel/decimal.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { meanings } from "#kernel/server/sheet/columns.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { say, type Language, type Text } from "#kernel/text.ts";
import { goodsOfLines } from "#modules/base/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { order } from "../order.entity.ts";
import { reachOf } from "../publish/publish.facts.ts";

const subjects: Readonly<Record<string, Text>> = {
  PUR_ORDER_PUBLISHED: ["采购订单", "Purchase order"],
  PUR_ORDER_CHANGED: ["采购订单变更", "Changed purchase order"],
};

/** A supplier without an account reads the order itself in the mail; whoever has an account hears of it as of any message. */
export function mailOrders({ kernel, gate, clock }: Pick<Premises, "kernel" | "gate" | "clock">): void {
  const send = async (kind: string, id: string, revision: string): Promise<void> => {
    const find = findFor(kernel, systemMe("orders"));
    const doc = await find.maybe(order, id);
    if (!doc) return;
    const [reach, supplier] = await Promise.all([reachOf(find, doc.supplierId), find.maybe(supplierInfo, doc.supplierId)]);
    if (reach.hasUser) return;
    const language: Language = supplier?.supLanguage === "EN" ? "EN" : "CN";
    const units = meanings(kernel.lookups, "UOM", language);
    const number = `${doc.orderNum ?? ""} (${say(["版次", "rev"], language)} ${revision})`;
    const goods = await goodsOfLines(find, doc.lines);
    const rows = doc.lines.flatMap((line) =>
      line.deliveries.map(
        (row) =>
          `${line.lineNum}. ${say(goods(line), language)}  ${trim(row.qty)} ${units.get(line.uom) ?? line.uom}  ${row.needByDate}  ${trim(line.priceExcl)} ${doc.currency}`,
      ),
    );
    const subject = `${say(subjects[kind]!, language)} ${number}`;
    const text = [
      subject,
      "",
      ...rows,
      "",
      say(
        [
          `未税合计 ${doc.amountExcl} ${doc.currency}，价税合计 ${doc.amountIncl} ${doc.currency}`,
          `Total excl. tax ${doc.amountExcl} ${doc.currency}, incl. tax ${doc.amountIncl} ${doc.currency}`,
        ],
        language,
      ),
    ].join("\n");
    for (const to of reach.addresses) await gate.mail.send({ to, kind, subject, text, userId: null }, clock.now());
  };
  for (const kind of Object.keys(subjects))
    kernel.outbox.on(kind, ({ data }) => send(kind, String(data["id"] ?? ""), String(data["r"] ?? "")));
}
