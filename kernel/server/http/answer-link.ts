import { shift } from "#kernel/time.ts";
import type { Entity, Me } from "../../entity.ts";
import { refuse } from "../../refusal.ts";
import type { Find } from "../../rule.ts";
import { say, type Language, type Text } from "../../text.ts";
import type { Call, Context } from "./call.ts";
import type { Db } from "../database/db.ts";
import { findFor } from "../find/find-for.ts";
import type { Keys } from "../gate/keys.ts";
import { inLink } from "./input.ts";
import type { Kernel } from "../kernel.ts";
import { escaped, LinkPages } from "./link-page.ts";
import { systemMe } from "../access/permit.ts";

/** Which state of which document may be answered by whom, and until when (milliseconds since 1970). */
type Ticket = readonly [docId: string, state: string, userId: string, until: number];

/** One answer a supplier may give straight from an e-mail. */
interface AnswerShape<D> {
  readonly entity: Entity;
  readonly action: string;
  readonly button: string;
  /** Tickets of one purpose open nothing of another. */
  readonly purpose: string;
  /** The page a letter about such a document leads to, and the list where the same is done signed in. */
  readonly edit: string;
  readonly list: string;
  readonly call: string;
  readonly words: Readonly<Record<"title" | "wayIn" | "press" | "done", Text>>;
  readonly heads: readonly Text[];
  supplierId(doc: D): string | null;
  number(doc: D): string;
  /** What is asked right now; null where nothing waits for an answer. A letter counts while this is what it was. */
  asks(doc: D): string | null;
  rows(find: Find, doc: D, language: Language): Promise<readonly (readonly string[])[]>;
  /** For how many hours a link counts; 0 offers none. */
  hours(find: Find, doc: D): Promise<number>;
}

const noLink = () => refuse("LINK_WRONG", "链接无效", "This link is not valid", { http: 400 });
const overLink = () => refuse("LINK_EXPIRED", "链接已过期，请登录系统处理", "This link has expired; please sign in", { http: 410 });
const usedLink = () =>
  refuse("LINK_USED", "该单据已答复或已变更，请登录系统查看", "It was already answered or has changed. Please sign in", { http: 410 });

/** The responsibilities a person holds for a supplier, so that a link acts with exactly what the person may do signed in. */
const responsibilitiesFor = (db: Db, userId: string, supplierId: string): Promise<{ readonly responsibilityId: string }[]> =>
  db.query(
    `select u."responsibilityId" from "BaseUserResp" u join "BaseUsers" a on a.id = u."userId"
      where u."userId" = $1 and coalesce(u."supplierId", a."supplierId") = $2 and a."userStatus" = 'ACTIVE' order by u.id limit 20`,
    [userId, supplierId],
  );

/** Answering from an e-mail: for suppliers who seldom sign in. The link is for one person and one state of the document, lives for some
 *  hours and counts once; looking at it changes nothing. */
export class AnswerLinks<D extends { readonly id: string }> {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };
  readonly #publicUrl: string;
  readonly #shape: AnswerShape<D>;
  readonly #pages: LinkPages<Ticket>;

  constructor(kernel: Kernel, keys: Pick<Keys, "mac">, clock: { now(): Date }, publicUrl: string, shape: AnswerShape<D>) {
    this.#kernel = kernel;
    this.#clock = clock;
    this.#publicUrl = publicUrl.replace(/\/$/, "");
    this.#shape = shape;
    this.#pages = new LinkPages({
      keys,
      purpose: shape.purpose,
      title: shape.words.title,
      noLink,
      wayIn: { url: `${this.#publicUrl}/main/${shape.list}`, label: shape.words.wayIn },
    });
  }

  calls(): readonly Call[] {
    const open = {
      service: this.#shape.entity.service,
      path: this.#shape.call,
      guard: "public",
      perMinute: 60,
      raw: true,
      input: inLink(),
    } as const;
    return [
      { ...open, method: "GET", handle: (ctx) => this.#pages.page(ctx, (ticket) => this.#ask(ctx.language, ticket)) },
      { ...open, method: "POST", handle: (ctx) => this.#pages.page(ctx, (ticket) => this.#answer(ctx, ticket)) },
    ];
  }

  #find = (): Find => findFor(this.#kernel, systemMe("mail"));
  #doc = async (id: string): Promise<D | null> => (await this.#find().maybe(this.#shape.entity, id)) as unknown as D | null;

  /** The person with the responsibility that may answer for this supplier; null for everybody else. */
  async #holder(userId: string, supplierId: string | null, language: Language): Promise<Me | null> {
    const { entity, button } = this.#shape;
    if (supplierId === null) return null;
    for (const { responsibilityId } of await responsibilitiesFor(this.#kernel.db, userId, supplierId)) {
      const me = await this.#kernel.permits.me({ userId, responsibilityId, supplierId, language });
      if (me.audience === "supplier" && me.may(entity.name, button)) return me;
    }
    return null;
  }

  /** The link for an e-mail about a document, where the house allows it and something waits for this reader. */
  async offer(userId: string, route: string): Promise<{ readonly label: Text; readonly url: string } | null> {
    const { entity, edit, call, words, asks, hours: lifeOf, supplierId } = this.#shape;
    const [page, id] = route.split("?id=");
    const doc = page === edit && id ? await this.#doc(decodeURIComponent(id)) : null;
    const state = doc && asks(doc);
    if (!doc || state === null) return null;
    const hours = await lifeOf(this.#find(), doc);
    if (!(hours > 0) || !(await this.#holder(userId, supplierId(doc), "CN"))) return null;
    const token = this.#pages.ticket([doc.id, state, userId, shift(this.#clock.now(), { hours }).getTime()]);
    return {
      label: [`${words.press[0]}（${hours} 小时内有效，仅一次）`, `${words.press[1]} (once, within ${hours} hours)`],
      url: `${this.#publicUrl}/api/${entity.service}/${call}?token=${token}`,
    };
  }

  /** The document behind a ticket, as long as it asks what it asked when the letter was written. */
  async #open([docId, state, , until]: Ticket): Promise<D> {
    if (this.#clock.now().getTime() > until) throw overLink();
    const doc = await this.#doc(docId);
    if (!doc) throw noLink();
    if (this.#shape.asks(doc) !== state) throw usedLink();
    return doc;
  }

  async #ask(language: Language, ticket: Ticket): Promise<string> {
    const { heads, rows, number, words, call } = this.#shape;
    const doc = await this.#open(ticket);
    const line = (tag: string, cells: readonly string[]): string =>
      `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
    const head = line(
      "th",
      heads.map((text) => say(text, language)),
    );
    const body = (await rows(this.#find(), doc, language)).map((cells) => line("td", cells));
    return `<h1>${escaped(number(doc))}</h1><table>${head}${body.join("")}</table>
<form method="post" action="${call.split("/").at(-1)!}?token=${encodeURIComponent(this.#pages.ticket(ticket))}"><p><button>${escaped(say(words.press, language))}</button></p></form>${this.#pages.wayIn(language)}`;
  }

  async #answer(ctx: Context, ticket: Ticket): Promise<string> {
    const { entity, action, supplierId, number, words } = this.#shape;
    const doc = await this.#open(ticket);
    const me = await this.#holder(ticket[2], supplierId(doc), ctx.language);
    if (!me) throw noLink();
    await this.#kernel.actor.act(
      { entity, action, targets: [{ id: doc.id, input: {} }] },
      { me, now: ctx.now, requestId: ctx.requestId, ip: ctx.ip },
    );
    return `<h1>${escaped(number(doc))}</h1><p>${escaped(say(words.done, ctx.language))}</p>`;
  }
}
