import { trim } from "#kernel/decimal.ts";
import { AnswerLinks } from "#kernel/server/http/answer-link.ts";
import type { Keys } from "#kernel/server/gate/keys.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { meanings } from "#kernel/server/sheet/columns.ts";
import { say } from "#kernel/text.ts";
import { goodsOfLines } from "#modules/base/index.ts";
import type { Order } from "../ledger/effects.ts";
import { order } from "../order.entity.ts";

const pending = (doc: Order) =>
  doc.lines
    .filter((line) => line.lineStatus === "OPEN")
    .flatMap((line) =>
      line.deliveries.filter((row) => ["PENDING", "BUYER_REJECTED"].includes(row.confirmStatus)).map((row) => ({ line, row })),
    );

/** Confirming an order as asked from its e-mail, one revision once. */
export const confirmLinks = (kernel: Kernel, keys: Pick<Keys, "mac">, clock: { now(): Date }, publicUrl: string) =>
  new AnswerLinks<Order>(kernel, keys, clock, publicUrl, {
    entity: kernel.declared.entity(order.name),
    action: "doSupplierDeliveryConfirm",
    button: "btnSupplierConfirm",
    purpose: "order-mail",
    edit: "purOrderManage/purchaseOrderEdit",
    list: "purchaseOrderList3",
    call: "v1/srmPurOrderHeaderRestful/confirmByMail",
    words: {
      title: ["订单确认", "Confirm an order"],
      wayIn: ["登录系统处理（提出变更或拒绝）", "Sign in to propose a change or decline"],
      press: ["按要求确认", "Confirm as requested"],
      done: ["已按要求确认，谢谢。", "Confirmed as requested. Thank you."],
    },
    heads: [
      ["物料", "Item"],
      ["数量", "Quantity"],
      ["要求日期", "Requested"],
    ],
    supplierId: (doc) => doc.supplierId,
    number: (doc) => doc.orderNum ?? "",
    asks: (doc) => (doc.status === "PUBLISHED" && pending(doc).length > 0 ? String(doc.revisionNum) : null),
    rows: async (find, doc, language) => {
      const units = meanings(kernel.lookups, "UOM", language);
      const goods = await goodsOfLines(find, doc.lines);
      return pending(doc).map(({ line, row }) => [
        say(goods(line), language),
        `${trim(row.qty)} ${units.get(line.uom) ?? line.uom}`,
        row.needByDate,
      ]);
    },
    hours: async (find, doc) => Number(await find.setting("PUR_MAIL_LINK_HOURS", { orgId: doc.orgId })),
  });
