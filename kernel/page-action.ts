import { isOnSide, type Action, type Audience, type Entity, type Who } from "./entity.ts";
import type { Fields } from "./field.ts";
import { midSentence } from "./page-format.ts";
import { stateOf } from "./page.ts";
import type { Text } from "./text.ts";

type Row = Readonly<Record<string, unknown>>;

/** The reader of a page, as far as buttons depend on it. */
export interface Viewer {
  readonly userId: string;
  readonly audience: Audience;
  /** What the page's own menu grants to the current responsibility: a button of another page says nothing here. */
  may(button: string): boolean;
}

/** One button of a document: pressable, or grey with a reason one may ask for. */
export interface Offer {
  readonly name: string;
  readonly action: Action;
  readonly ready: boolean;
  /** Grey, but the way leads there: an action that is ready now ends in a state from which this one starts. */
  readonly next: boolean;
}

/** What a set of chosen rows can do together. */
export interface BulkOffer {
  readonly name: string;
  readonly action: Action;
  readonly fits: number;
  readonly total: number;
  /** The rows it cannot be done with. */
  readonly unfit: readonly Row[];
}

function isWho(who: Who, viewer: Viewer, row: Row | null): boolean {
  if (who === "both") return viewer.audience === "internal" || viewer.audience === "supplier";
  if (typeof who === "string") return who === viewer.audience;
  if ("side" in who) return row === null ? isWho("both", viewer, row) : isOnSide(viewer.audience, row[who.side]);
  if ("owner" in who) return row === null || row[who.owner] === viewer.userId;
  return viewer.audience === who.of && (row === null || row[who.notOwner] !== viewer.userId);
}

/** Is the reader one of those named? Silence means nobody. */
export const isAmong = (who: Who | readonly Who[] | undefined, viewer: Viewer, row: Row | null): boolean =>
  who !== undefined && (Array.isArray(who) ? (who as readonly Who[]) : [who as Who]).some((candidate) => isWho(candidate, viewer, row));

const startsFrom = (action: Action, state: string): boolean => action.from === undefined || action.from.includes(state);

const actionsOf = (e: Entity): readonly (readonly [string, Action])[] =>
  Object.entries(e.actions as Readonly<Record<string, Action>>).filter(([, action]) => !action.quiet);

/** Enabling what is enabled, or disabling what is disabled, is no button at all. */
const isIdle = (name: string, row: Row): boolean =>
  (name === "doEnabled" && row["enabledFlag"] === "Y") || (name === "doDisable" && row["enabledFlag"] === "N");

/** The buttons of one document for one reader: whoever may never press it does not see it, whoever may not press it now sees it grey. */
export function offersOf(e: Entity, row: Row, viewer: Viewer): readonly Offer[] {
  const state = stateOf(e, row);
  const mine = actionsOf(e).filter(
    ([name, a]) => !a.creates && !isIdle(name, row) && (a.offered?.(row) ?? true) && viewer.may(a.button) && isAmong(a.who, viewer, row),
  );
  const ready = mine.filter(([, a]) => startsFrom(a, state));
  const reach = new Set(
    ready
      .filter(([, a]) => a.tone !== "danger")
      .map(([, a]) => a.to)
      .filter((to) => to !== undefined && to !== state),
  );
  return mine.map(([name, action]) => {
    const now = startsFrom(action, state);
    return { name, action, ready: now, next: !now && (action.from ?? []).some((from) => reach.has(from)) };
  });
}

/** Where each button stands: one blue, a few plain, at most one grey step to come, the rest under "more". */
export interface Bar {
  readonly primary?: Offer;
  readonly plain: readonly Offer[];
  readonly grey: readonly Offer[];
  readonly more: readonly Offer[];
}

export function barOf(offers: readonly Offer[], room = 2, greys = 1): Bar {
  const ready = offers.filter((o) => o.ready);
  const calm = ready.filter((o) => o.action.tone !== "danger");
  // Taking back is possible, never the next step: it is neither blue nor behind the key of the blue one.
  const leadsOn = (o: Offer): boolean => o.action.to !== undefined && o.action.button !== "btnWithdraw";
  const primary = calm.find((o) => o.action.tone === "primary") ?? calm.find(leadsOn);
  const others = ready.filter((o) => o !== primary);
  const plain = others.filter((o) => o.action.tone !== "danger").slice(0, room);
  const grey = offers.filter((o) => o.next && o.action.tone !== "danger").slice(0, greys);
  const more = offers.filter((o) => o !== primary && !plain.includes(o) && !grey.includes(o));
  return { ...(primary ? { primary } : {}), plain, grey, more };
}

/** Actions over many rows: only those declared for it; a row that does not fit makes the button grey, never silently fewer. */
export function bulkOffersOf(e: Entity, rows: readonly Row[], viewer: Viewer): readonly BulkOffer[] {
  return (
    actionsOf(e)
      .filter(([, a]) => a.batch !== undefined && !a.creates && viewer.may(a.button))
      .map(([name, action]) => ({
        name,
        action,
        total: rows.length,
        unfit: rows.filter((row) => !startsFrom(action, stateOf(e, row)) || !isAmong(action.who, viewer, row)),
      }))
      .map((offer) => ({ ...offer, fits: offer.total - offer.unfit.length }))
      // what fits no row at all is no offer; what fits every row comes first
      .filter((offer) => rows.length === 0 || offer.fits > 0)
      .toSorted((a, b) => Number(b.fits === b.total) - Number(a.fits === a.total))
  );
}

/** What an action asks when it is done with many: what differs from row to row (lines, payloads) is not asked, all of it is meant. */
export const bulkInput = (action: Action): Fields =>
  Object.fromEntries(
    Object.entries((action.input ?? {}) as Fields).filter(
      ([, field]) =>
        field.kind !== "rows" && field.kind !== "payload" && (!field.optional || field.kind === "longtext" || field.kind === "yn"),
    ),
  );

/** Actions that make a new document; they stand beside "new". */
export const creatorsOf = (e: Entity, viewer: Viewer): readonly Offer[] =>
  actionsOf(e)
    .filter(([, a]) => a.creates && viewer.may(a.button) && isAmong(a.who, viewer, null))
    .map(([name, action]) => ({ name, action, ready: true, next: false }));

export const mayCreate = (e: Entity, viewer: Viewer): boolean => viewer.may("btnAdd") && isAmong(e.saves, viewer, null);

/** May this reader change the document as it stands? A new one is judged by the right to create. */
export function maySave(e: Entity, row: Row, viewer: Viewer): boolean {
  if (e.appendOnly && row["id"]) return false;
  if (!row["id"]) return mayCreate(e, viewer);
  const state = stateOf(e, row);
  const open = e.states === undefined || (e.savesFrom ?? Object.keys(e.states)).includes(state);
  return open && isAmong(e.saves, viewer, row) && (viewer.may("btnSave") || viewer.may("btnEdit"));
}

export function mayDelete(e: Entity, row: Row, viewer: Viewer): boolean {
  const open = e.states === undefined || (e.deletesFrom ?? Object.keys(e.states)).includes(stateOf(e, row));
  return !e.appendOnly && open && isAmong(e.deletes, viewer, row) && viewer.may("btnDelete");
}

/** Why a button is grey in few words, before the server is asked: it needs another state. */
export function stateReason(e: Entity, action: Action, row: Row): Text | undefined {
  const state = stateOf(e, row);
  if (startsFrom(action, state)) return undefined;
  const name = (code: string): Text => [e.states?.[code]?.[0] ?? code, e.states?.[code]?.[1] ?? code];
  const needed = (action.from ?? []).map(name);
  return [
    `现在是「${name(state)[0]}」，${needed.map((n) => `「${n[0]}」`).join("、")}时才可${action.label[0]}`,
    `Now ${name(state)[1]}; ${midSentence(action.label[1])} starts from ${needed.map((n) => n[1]).join(" or ")}`,
  ];
}

/** The action whose approval begins when this one is pressed: itself, or the one it starts for this document. */
export const submitsBy = (name: string, action: Action, row: Row): string | null =>
  action.approval ? name : (action.submits?.(row) ?? null);

/** The word on the button that goes through with an action: nobody confirms a confirmation. */
export const confirmLabel = ({ label: [cn, en] }: Pick<Action, "label">): Text => [
  cn.startsWith("确认") ? cn : `确认${cn}`,
  /^confirm\b/i.test(en) ? en : `Confirm ${midSentence(en)}`,
];

/** Has the action consequences worth a look before it happens? Then "What if?" comes first. */
export const hasConsequences = (action: Action): boolean =>
  action.approval !== undefined ||
  action.submits !== undefined ||
  action.previews === true ||
  (action.to !== undefined && action.confirm === undefined && action.input === undefined);
