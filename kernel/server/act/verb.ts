import type { Declared } from "../../declared.ts";
import { isOnSide, type Action, type Entity, type Me, type Who } from "../../entity.ts";
import { isSelf } from "../../rule.ts";
import { refuse, type Refusal } from "../../refusal.ts";
import type { Row } from "../find/visible.ts";

/** The generic verbs look like declared ones from here on; without a word about who, only the system may. */
export function verbOf(e: Entity, action: string): Action | undefined {
  if (Object.hasOwn(e.actions, action)) return (e.actions as Record<string, Action>)[action];
  if (action === "saveOrUpdate")
    return { label: ["保存", "Save"], button: "btnSave", who: e.saves ?? "system", ...(e.savesFrom ? { from: e.savesFrom } : {}) };
  if (action === "delete" && !e.appendOnly)
    return {
      label: ["删除", "Delete"],
      button: "btnDelete",
      who: e.deletes ?? "system",
      ...(e.deletesFrom ? { from: e.deletesFrom } : {}),
      loads: "row",
    };
  return undefined;
}

const listed = (who: Action["who"]): readonly Who[] => (Array.isArray(who) ? (who as readonly Who[]) : [who as Who]);

const isSide = (me: Me, who: string): boolean =>
  who === me.audience || (who === "both" && (me.audience === "internal" || me.audience === "supplier"));

/** May this audience, with these grants, press the button at all? The person and the state come later. */
export function mayPress(me: Me, e: Entity, button: string, who: Action["who"], declared: Declared): boolean {
  if (me.audience === "system") return true;
  if (me.audience === "public") return listed(who).includes("public");
  const fits = listed(who).some((w) =>
    typeof w === "string" ? isSide(me, w) : "owner" in w ? true : "side" in w ? isSide(me, "both") : w.of === me.audience,
  );
  if (!fits) return false;
  // Personal things need no grant: whoever owns them may keep them in order.
  if (e.mine || (e.open && listed(who).some((w) => typeof w === "object" && "owner" in w))) return true;
  const parent = declared.parent(e);
  return me.may(e.name, button) || (parent ? me.may(parent.entity.name, button) : false);
}

/** Does it change anything of the business? The own things of a person do not, and what settles something is meant to be pressed. */
export function isBusiness(e: Entity, verb: Action): boolean {
  return !verb.settles && !e.mine && !(e.open && listed(verb.who).some((w) => typeof w === "object" && "owner" in w));
}

/** Is this the person the document names, or at least not the one it excludes? */
export function isPerson(me: Me, row: Row, who: Action["who"]): boolean {
  if (me.audience === "system") return true;
  return listed(who).some((w) =>
    typeof w === "string"
      ? isSide(me, w)
      : "owner" in w
        ? row[w.owner] === me.userId
        : "side" in w
          ? isOnSide(me.audience, row[w.side])
          : w.of === me.audience && !isSelf(me, row[w.notOwner]),
  );
}

/** Why an action is refused in this state: in the action's words, else the area's, else the kernel's. */
export function wrongState(e: Entity, row: Row, verb: Action, input: Row = {}): Refusal {
  const own = verb.wrongState?.(row, input);
  if (own) return own;
  const [code = "STATE_NOT_ALLOWED", ownCn, ownEn] = e.codes?.state ?? [];
  if (ownCn !== undefined && ownEn !== undefined) return refuse(code, ownCn, ownEn);
  const states = (e.states ?? {}) as Record<string, readonly [string, string]>;
  const state = states[row[e.stateField]] ?? ["–", "–"];
  const right = (verb.from ?? []).flatMap((value) => (states[value] ? [states[value]] : []));
  const [cn, en] = right.length
    ? [`，须为${right.map((entry) => `「${entry[0]}」`).join("")}`, `, only while ${right.map((entry) => entry[1]).join(" or ")}`]
    : ["", ""];
  return refuse(code, `当前状态「${state[0]}」不能${verb.label[0]}${cn}`, `${verb.label[1]} is not possible while ${state[1]}${en}`);
}

/** Personal things belong to whoever makes them. */
export function ownership(e: Entity, me: Me): Row {
  if (me.audience === "system") return {};
  const owner = e.mine ?? listed(e.saves ?? "system").flatMap((w) => (typeof w === "object" && "owner" in w ? [w.owner] : []))[0];
  return owner && e.fields[owner]?.computed ? { [owner]: me.userId } : {};
}
