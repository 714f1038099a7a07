import { refuse } from "#kernel/refusal.ts";
import type { Me } from "#kernel/entity.ts";
import type { Call, Context } from "#kernel/server/call.ts";
import { findFor } from "#kernel/server/find-for.ts";
import type { Keys } from "#kernel/server/gate/keys.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { escaped, LinkPages } from "#kernel/server/link-page.ts";
import { systemMe } from "#kernel/server/permit.ts";
import { trim } from "#kernel/decimal.ts";
import { say, type Language, type Text } from "#kernel/text.ts";
import type { Order } from "./ledger-effects.ts";
import { order } from "./order.entity.ts";
import { hatsFor } from "./server/hats.ts";

/** Which revision of which order may be confirmed by whom, and until when (milliseconds since 1970). */
type Ticket = readonly [orderId: string, revisionNum: number, userId: string, until: number];

const hour = 3_600_000;
const words = {
  title: ["订单确认", "Confirm an order"],
  page: ["登录系统处理（提出变更或拒绝）", "Sign in to propose a change or to refuse"],
  confirm: ["按要求确认", "Confirm as asked"],
  confirmed: ["已按要求确认，谢谢。", "Confirmed as asked. Thank you."],
  item: ["物料", "Item"],
  qty: ["数量", "Quantity"],
  date: ["要求日期", "Asked for"],
} as const satisfies Readonly<Record<string, Text>>;

const noLink = () => refuse("PUR_LINK", "链接无效", "This link is not valid", { http: 400 });
const overLink = () => refuse("PUR_LINK_EXPIRED", "链接已过期，请登录系统处理", "This link has expired; please sign in", { http: 410 });
const usedLink = () =>
  refuse("PUR_LINK_USED", "该订单已答复或已变更，请登录系统查看", "The order was answered or has changed; please sign in", { http: 410 });

const pending = (doc: Order) =>
  doc.lines
    .filter((line) => line.lineStatus === "OPEN")
    .flatMap((line) =>
      line.deliveries.filter((row) => ["PENDING", "BUYER_REJECTED"].includes(row.confirmStatus)).map((row) => ({ line, row })),
    );

/** Confirming an order as asked from its e-mail: for suppliers who seldom sign in. The link is for one person and one revision, lives for
 *  some hours and counts once; looking at it changes nothing. */
export class ConfirmLinks {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };
  readonly #publicUrl: string;
  readonly #pages: LinkPages<Ticket>;

  constructor(kernel: Kernel, keys: Pick<Keys, "mac">, clock: { now(): Date }, publicUrl: string) {
    this.#kernel = kernel;
    this.#clock = clock;
    this.#publicUrl = publicUrl.replace(/\/$/, "");
    this.#pages = new LinkPages({
      ...{ keys, purpose: "order-mail", title: words.title, noLink },
      wayIn: { url: `${this.#publicUrl}/main/purchaseOrderList3`, label: words.page },
    });
  }

  calls(): readonly Call[] {
    const path = "v1/srmPurOrderHeaderRestful/confirmByMail";
    const open = { service: "srmServer", path, guard: "public", perMinute: 60, raw: true } as const;
    return [
      { ...open, method: "GET", handle: (ctx) => this.#pages.page(ctx, (ticket) => this.#ask(ctx.language, ticket)) },
      { ...open, method: "POST", handle: (ctx) => this.#pages.page(ctx, (ticket) => this.#confirm(ctx, ticket)) },
    ];
  }

  #order = async (id: string): Promise<Order | null> => findFor(this.#kernel, systemMe("mail")).maybe(order, id);

  /** The person with the hat that may confirm orders of this supplier; null for everybody else. */
  async #wearer(userId: string, supplierId: string, language: Language): Promise<Me | null> {
    for (const { responsibilityId } of await hatsFor(this.#kernel.db, userId, supplierId)) {
      const me = await this.#kernel.permits.me({ userId, responsibilityId, supplierId, language });
      if (me.audience === "supplier" && me.may(order.name, "btnSupplierConfirm")) return me;
    }
    return null;
  }

  /** The link for an e-mail about an order, where the house allows it and something waits for this reader. */
  async offer(userId: string, route: string): Promise<{ readonly label: Text; readonly url: string } | null> {
    const id = /^purOrderManage\/purchaseOrderEdit\?id=([^&]+)$/.exec(route)?.[1];
    const doc = id ? await this.#order(decodeURIComponent(id)) : null;
    if (!doc || doc.status !== "PUBLISHED" || pending(doc).length === 0) return null;
    const hours = Number(await findFor(this.#kernel, systemMe("mail")).setting("PUR_MAIL_LINK_HOURS", { orgId: doc.orgId }));
    if (!(hours > 0) || !(await this.#wearer(userId, doc.supplierId, "CN"))) return null;
    const token = this.#pages.ticket([doc.id, doc.revisionNum, userId, this.#clock.now().getTime() + hours * hour]);
    return {
      label: [`按要求确认（${hours} 小时内有效，仅一次）`, `Confirm as asked (once, within ${hours} hours)`],
      url: `${this.#publicUrl}/api/srmServer/v1/srmPurOrderHeaderRestful/confirmByMail?token=${token}`,
    };
  }

  /** The order behind a ticket, as long as it asks what it asked when the letter was written. */
  async #open([orderId, revisionNum, , until]: Ticket): Promise<Order> {
    if (this.#clock.now().getTime() > until) throw overLink();
    const doc = await this.#order(orderId);
    if (!doc) throw noLink();
    if (doc.status !== "PUBLISHED" || doc.revisionNum !== revisionNum || pending(doc).length === 0) throw usedLink();
    return doc;
  }

  async #ask(language: Language, ticket: Ticket): Promise<string> {
    const doc = await this.#open(ticket);
    const said = (word: keyof typeof words): string => escaped(say(words[word], language));
    const rows = pending(doc).map(
      ({ line, row }) =>
        `<tr><td>${escaped(line.itemDesc)}</td><td>${escaped(`${trim(row.qty)} ${line.uom}`)}</td><td>${escaped(row.needByDate)}</td></tr>`,
    );
    return `<h1>${escaped(doc.orderNum)}</h1><table><tr><th>${said("item")}</th><th>${said("qty")}</th><th>${said("date")}</th></tr>${rows.join("")}</table>
<form method="post" action="confirmByMail?token=${encodeURIComponent(this.#pages.ticket(ticket))}"><p><button>${said("confirm")}</button></p></form>${this.#pages.wayIn(language)}`;
  }

  async #confirm(ctx: Context, ticket: Ticket): Promise<string> {
    const doc = await this.#open(ticket);
    const me = await this.#wearer(ticket[2], doc.supplierId, ctx.language);
    if (!me) throw noLink();
    await this.#kernel.actor.act(
      { entity: this.#kernel.declared.entity(order.name), action: "doSupplierDeliveryConfirm", targets: [{ id: doc.id, input: {} }] },
      { me, now: ctx.now, requestId: ctx.requestId, ip: ctx.ip },
    );
    return `<h1>${escaped(doc.orderNum)}</h1><p>${escaped(say(words.confirmed, ctx.language))}</p>`;
  }
}
