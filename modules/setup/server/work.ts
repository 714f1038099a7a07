import type { Doc, Entity, Me, Where } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { doerOf, type Context } from "#kernel/server/http/call.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import type { Text } from "#kernel/text.ts";
import { dayIn } from "#kernel/time.ts";

export type Row = Readonly<Record<string, unknown>>;
type Stored = Row & { readonly id: string };

/** How the steps of the assistant read and write: by find and act, in the name of whoever sets up. */
export class Work {
  readonly kernel: Kernel;
  readonly ctx: Context;
  readonly find: Find;

  /** Codes of questions the person has answered. */
  readonly #confirmed: readonly string[];

  constructor(kernel: Kernel, ctx: Context, confirmed: readonly string[] = []) {
    this.kernel = kernel;
    this.ctx = ctx;
    this.#confirmed = confirmed;
    this.find = factsFor(kernel, ctx.me);
  }

  get today(): string {
    return dayIn(this.ctx.now.toISOString(), this.ctx.me.zone);
  }

  /** Rows that are few by their nature, found anew: what an action has just written must be seen. */
  where<E extends Entity>(e: E, where: Where): Promise<readonly Doc<E>[]> {
    return factsFor(this.kernel, this.ctx.me).where(e, where, 10_000);
  }

  /** The first rows of what may be many, as a list shows them. */
  async page<E extends Entity>(e: E, filter: Row, rows: number): Promise<readonly Doc<E>[]> {
    const asked = { ...filter, pageRows: rows, count: "none" };
    return (await this.kernel.finder.list(e, asked, inOwnName(this.ctx.me))).rows as unknown as readonly Doc<E>[];
  }

  async first<E extends Entity>(e: E, filter: Row): Promise<Doc<E> | undefined> {
    return (await this.page(e, filter, 1))[0];
  }

  /** One action of the installation, in the name of the person at the assistant; the call has asked whether he may. */
  act(e: Entity, action: string, id: string | undefined, input: Row): Promise<Stored> {
    return this.actAs(inOwnName(this.ctx.me), e, action, id, input);
  }

  /** One action with the person's own rights. */
  actOwn(e: Entity, action: string, id: string | undefined, input: Row): Promise<Stored> {
    return this.actAs(this.ctx.me, e, action, id, input);
  }

  async actAs(me: Me, e: Entity, action: string, id: string | undefined, input: Row): Promise<Stored> {
    const { documents } = await this.kernel.actor.act(
      { entity: e, action, targets: [{ id, input: { ...input } }], reason: "setup", confirmed: this.#confirmed },
      { ...doerOf(this.ctx), me },
    );
    return documents[0] as unknown as Stored;
  }

  save(e: Entity, id: string | undefined, input: Row): Promise<Stored> {
    return this.act(e, "saveOrUpdate", id, input);
  }

  /** The row of this key, made where it is missing; pressed twice nothing is doubled. */
  async ensure(e: Entity, key: Where, input: Row, isKept = false): Promise<Stored> {
    const [known] = (await this.where(e, key)) as readonly Stored[];
    if (known && isKept) return known;
    const stored = known ? ((await this.kernel.finder.byId(e, known.id, inOwnName(this.ctx.me))) as unknown as Stored) : null;
    return this.save(e, known?.id, stored ? { ...input, versionNum: stored["versionNum"] } : input);
  }
}

/** Texts that must be filled in, by their keys; all that are missing are named at once. */
export function demand<const K extends string>(body: Row, asked: Readonly<Record<K, Text>>): Readonly<Record<K, string>> {
  const values = Object.fromEntries(Object.keys(asked).map((key) => [key, textOr(body, key, "")])) as Record<K, string>;
  const fieldErrors = (Object.entries(asked) as [K, Text][]).flatMap(([path, [cn, en]]) =>
    values[path] === "" ? [{ path, code: "TABLE_REQUIRED", text: [`${cn}必填`, `${en} is required`] as const }] : [],
  );
  const [first] = fieldErrors;
  if (!first) return values;
  const text: Text =
    fieldErrors.length === 1 ? first.text : [`还有 ${fieldErrors.length} 项必填`, `${fieldErrors.length} fields are still required`];
  throw refuse("TABLE_REQUIRED", text[0], text[1], { fieldErrors });
}

export const must = (body: Row, key: string, cn: string, en: string): string => demand(body, { [key]: [cn, en] })[key]!;

export const textOr = (body: Row, key: string, otherwise: string): string =>
  typeof body[key] === "string" && body[key].trim() !== "" ? body[key].trim() : otherwise;
