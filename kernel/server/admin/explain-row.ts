import { isWithin, type Action, type Entity, type Me, type Where } from "../../entity.ts";
import type { Text } from "../../text.ts";
import { houseDay } from "../../time.ts";
import type { Context } from "../http/call.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../database/schema.ts";
import type { Dimension } from "../access/scope.ts";
import { isPerson, verbOf } from "../act/verb.ts";
import { scopeOf, type Row } from "../find/visible.ts";

export type StepKind =
  | "account"
  | "responsibility"
  | "role"
  | "menu"
  | "resource"
  | "organisation"
  | "category"
  | "material"
  | "row"
  | "state";

/** One link of the chain: what it says, and why. */
export interface Step {
  readonly kind: StepKind;
  readonly ok: boolean;
  readonly label: Text;
  readonly why: Text;
  /** The page on which this step is decided. */
  readonly route: string;
}

const kinds: Readonly<Record<StepKind, Text>> = {
  account: ["账号", "Account"],
  responsibility: ["职责", "Responsibility"],
  role: ["角色", "Role"],
  menu: ["菜单", "Menu"],
  resource: ["按钮", "Button"],
  organisation: ["组织", "Organisation"],
  category: ["品类", "Category"],
  material: ["物料", "Material"],
  row: ["数据", "Record"],
  state: ["状态与本人", "State and person"],
};

export const step = (kind: StepKind, ok: boolean, cn: string, en: string, route: string): Step => ({
  kind,
  ok,
  label: kinds[kind],
  why: [cn, en],
  route,
});

const dimensions: readonly (readonly [Dimension, StepKind])[] = [
  ["orgs", "organisation"],
  ["categories", "category"],
  ["items", "material"],
];

/** Which field of the entity a dimension is compared with, found by asking the scope with a marked caller. */
export function scopedField(where: Where, mark: string): string | undefined {
  for (const [key, test] of Object.entries(where)) {
    if (key === "any" || key === "all") {
      const found = (test as readonly Where[]).map((entry) => scopedField(entry, mark)).find((value) => value !== undefined);
      if (found) return found;
    } else if (Array.isArray(test) && (test as unknown[]).includes(mark)) return key;
  }
  return undefined;
}

/** Every verb the button presses on this entity; a new record is saved with btnAdd. */
export function verbsOf(e: Entity, button: string): Action[] {
  const declared = Object.values(e.actions as Record<string, Action>).filter((a) => a.button === button);
  const generic = ["saveOrUpdate", "delete"]
    .map((name) => verbOf(e, name))
    .filter((verb) => verb !== undefined && (verb.button === button || (button === "btnAdd" && verb.button === "btnSave")));
  return [...declared, ...(generic as Action[])];
}

/** The part of an explanation that looks at one record. */
export class RowSteps {
  readonly #kernel: Kernel;
  readonly #ctx: Context;

  constructor(kernel: Kernel, ctx: Context) {
    this.#kernel = kernel;
    this.#ctx = ctx;
  }

  /** Is there such a record, is it within the scopes, does its own rule show it, and does its state let the button through? */
  async of(e: Entity, id: string, button: string | null, me: Me): Promise<Step[]> {
    const row = await this.#kernel.db.one<Row>(`select * from ${q(e.name)} where id = $1`, [id]);
    if (!row) return [step("row", false, "数据不存在", "The record does not exist", e.pages?.list ?? "")];
    const steps = await this.#scopes(e, row, me);
    const seen = await this.#kernel.finder.sees(e, id, me);
    steps.push(
      seen
        ? step("row", true, "符合数据规则", "The record rule holds", e.pages?.list ?? "")
        : step("row", false, "不符合该单据的可见规则", "The record's own rule hides it", e.pages?.list ?? ""),
    );
    const verbs = button && seen && button !== "btnAdd" ? verbsOf(e, button) : [];
    if (verbs.length) {
      const fits = verbs.some((verb) => (!verb.from || verb.from.includes(row[e.stateField])) && isPerson(me, row, verb.who));
      const state = (e.states as Record<string, readonly [string, string]> | undefined)?.[row[e.stateField] as string];
      steps.push(
        step(
          "state",
          fits,
          `当前状态「${state?.[0] ?? "–"}」${fits ? "可以" : "或本人不可以"}执行`,
          `While ${state?.[1] ?? "–"}: ${fits ? "possible" : "not possible for this person"}`,
          e.pages?.list ?? "",
        ),
      );
    }
    return steps;
  }

  /** Organisation, category and material, as far as the entity's own scope looks at them. */
  async #scopes(e: Entity, row: Row, me: Me): Promise<Step[]> {
    if (me.audience !== "internal") return [];
    const { declared, permits, db } = this.#kernel;
    const marked = scopeOf(declared, e, { ...me, orgs: ["?orgs"], categories: ["?categories"], items: ["?items"] }) ?? {};
    const responsibility = await db.one<Parameters<typeof permits.scopes.of>[0]>(
      `select id, "respCode", audience, "orgScope", "categoryScope", "materialScope" from "BaseResponsibility" where id = $1`,
      [me.responsibilityId],
    );
    const orgId = (await db.one<{ orgId: string | null }>(`select "orgId" from "BaseUsers" where id = $1`, [me.userId]))!.orgId;
    const steps: Step[] = [];
    for (const [dimension, kind] of dimensions) {
      const key = scopedField(marked, `?${dimension}`);
      const value = key ? (row[key] as string | null) : null;
      if (!key || value === null || !responsibility) continue;
      const found = await permits.scopes.dimension(dimension, responsibility, { userId: me.userId, orgId }, houseDay(this.#ctx.now));
      if (isWithin(found.person, value)) steps.push(step(kind, true, "在数据范围内", "Within the data scope", "systemsetting/respSave"));
      else if (!isWithin(found.responsibility, value))
        steps.push(step(kind, false, "不在职责的数据范围内", "Outside the responsibility's data scope", "systemsetting/respSave"));
      else steps.push(step(kind, false, "被用户数据权限排除", "Excluded by the person's own permits", "systemsetting/userresponsibility"));
    }
    return steps;
  }
}
