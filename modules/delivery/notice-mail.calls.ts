import { trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { AnswerLinks } from "#kernel/server/http/answer-link.ts";
import type { Keys } from "#kernel/server/gate/keys.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { meanings } from "#kernel/server/sheet/columns.ts";
import { say } from "#kernel/text.ts";
import { goodsOfLines } from "#modules/base/index.ts";
import { houseClock } from "./house-time.ts";
import { notice } from "./notice.entity.ts";

type Notice = Doc<typeof notice>;

/** Confirming a call-off as asked from its e-mail: its day, its hours and all of its quantities, once. */
export const noticeLinks = (kernel: Kernel, keys: Pick<Keys, "mac">, clock: { now(): Date }, publicUrl: string) =>
  new AnswerLinks<Notice>(kernel, keys, clock, publicUrl, {
    entity: kernel.declared.entity(notice.name),
    action: "doSupplierConfirm",
    button: "btnSupplierConfirm",
    purpose: "notice-mail",
    edit: "purDeliveryManage/purDeliveryNoticeEdit",
    list: "purDeliveryNoticeList",
    call: "v1/srmPurDeliveryNoticeRestful/confirmByMail",
    words: {
      title: ["送货通知确认", "Confirm a call-off"],
      wayIn: ["登录系统处理（另报时段、数量或拒绝）", "Sign in to propose other times or quantities, or decline"],
      press: ["按要求确认", "Confirm as requested"],
      done: ["已按要求确认，谢谢。", "Confirmed as requested. Thank you."],
    },
    heads: [
      ["物料", "Item"],
      ["数量", "Quantity"],
      ["到货时段", "Arrival"],
    ],
    supplierId: (doc) => doc.supplierId,
    number: (doc) => doc.noticeNum ?? "",
    // A call-off that was taken back and sent again has moved on.
    asks: (doc) => (doc.status === "PUBLISHED" ? String(doc.versionNum) : null),
    rows: async (find, doc, language) => {
      const goods = await goodsOfLines(find, doc.lines);
      const units = meanings(kernel.lookups, "UOM", language);
      const [from, to] = [doc.arriveFrom, doc.arriveTo].map(houseClock);
      return doc.lines.map((line) => [
        say(goods(line), language),
        `${trim(line.openQty)} ${units.get(line.uom ?? "") ?? line.uom ?? ""}`,
        `${from} – ${to!.slice(from!.slice(0, 10) === to!.slice(0, 10) ? 11 : 0)}`,
      ]);
    },
    hours: async (find, doc) => Number(await find.setting("PUR_MAIL_LINK_HOURS", { orgId: doc.orgId ?? "" })),
  });
