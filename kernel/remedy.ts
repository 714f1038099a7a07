import type { Me } from "./entity.ts";
import type { MenuPage } from "./module.ts";
import { Refusal, type Fix, type Reason } from "./refusal.ts";
import type { Text } from "./text.ts";

/** Where the cause of a refusal is put right, for every refusal with its code. */
export interface Remedy {
  readonly route: string;
  /** What the page is opened with: a value, or `{supplierId}` for what the refusal's data says under that name. */
  readonly query?: Readonly<Record<string, string>>;
  /** Which value of the refusal's data holds what the page's new document begins with. */
  readonly begins?: string;
  /** What is done there, as a button says it. */
  readonly label: Text;
  /** The button of that page it takes; whoever does not have it is told whom to ask. */
  readonly button?: string;
}

/** By code; of several the first counts where the person may do it and whose query the refusal can fill. */
export type Remedies = Readonly<Record<string, Remedy | readonly Remedy[]>>;

/** What answering needs to know of the declarations. */
export interface Leading {
  remedies(code: string): readonly Remedy[];
  /** The menu's page behind a route, also of a page opened from it. */
  pageOf(route: string): MenuPage | undefined;
}

export const remedy = (route: string, cn: string, en: string, more: Pick<Remedy, "query" | "begins" | "button"> = {}): Remedy => ({
  route,
  label: [cn, en],
  ...more,
});

const slot = /^\{(\w+)\}$/;

/** The name in the refusal's data that a value of a query stands for; null for a value of its own. */
export const slotOf = (value: string): string | null => slot.exec(value)?.[1] ?? null;

/** A remedy with its query filled; null where the refusal does not say what the page has to be opened with. */
export function filled({ route, query, begins, label }: Remedy, data: unknown): Fix | null {
  const known = (data ?? {}) as Readonly<Record<string, unknown>>;
  const entries = Object.entries(query ?? {}).map(([name, value]): readonly [string, unknown] => {
    const from = slotOf(value);
    return [name, from === null ? value : known[from]];
  });
  if (entries.some(([, value]) => typeof value !== "string" || value === "")) return null;
  const beginning = begins === undefined ? undefined : known[begins];
  const start = typeof beginning === "object" && beginning !== null ? { begins: beginning as Readonly<Record<string, unknown>> } : {};
  return { route, label, ...start, ...(query ? { query: Object.fromEntries(entries) as Record<string, string> } : {}) };
}

const ended = /[。.；;]$/;

/** The sentence for somebody who cannot open the page: where it is put right, and whom to ask. */
function saidElsewhere([cn, en]: Text, page: MenuPage | undefined, me: Me): Text {
  const join = (cnMore: string, enMore: string): Text => [`${cn.replace(ended, "")}。${cnMore}`, `${en.replace(ended, "")}. ${enMore}`];
  const isOurs = me.audience === "internal" || page?.audience !== "INTERNAL";
  if (me.audience !== "internal" && me.audience !== "supplier") return [cn, en];
  if (!page || !isOurs) return join("请联系采购方处理", "Ask the buying company to put this right");
  const [name, nameEn] = page.label;
  // A sentence that quotes the page already says where.
  if (cn.includes(`“${name}”`)) return [cn, en];
  return join(`请联系可维护“${name}”的同事处理`, `Ask a colleague who maintains "${nameEn}" to put this right`);
}

interface Place extends Pick<Remedy, "button"> {
  readonly fix: Fix;
}

/** A reason as this person is answered: with the page that puts it right, if he may do it there, and with words that say who can, if not. */
export function led<R extends Reason>(leading: Leading, current: R, me: Me): R {
  const places: readonly Place[] = current.fix
    ? [{ fix: current.fix }]
    : leading.remedies(current.code).flatMap((remedy) => {
        const fix = filled(remedy, current.data);
        return fix ? [{ fix, ...remedy }] : [];
      });
  const [first] = places;
  if (!first) return current;
  const open = places.find(({ fix, button }) => me.opens(fix.route, button))?.fix;
  return { ...current, fix: open, ...(open ? {} : { text: saidElsewhere(current.text, leading.pageOf(first.fix.route), me) }) };
}

/** What a refusal says, reason by reason: each wrong field, or the sentence itself. */
export const reasonsOf = ({ code, text, data, fix, fieldErrors }: Refusal): readonly (Reason & { readonly path?: string })[] =>
  fieldErrors.length === 0
    ? [{ code, text, data, fix }]
    : fieldErrors.map((fieldError) =>
        fieldError.code === code ? { ...fieldError, data: fieldError.data ?? data, fix: fieldError.fix ?? fix } : fieldError,
      );

/** Reason by reason, as this person is answered. */
export const reasonsFor = (leading: Leading, refusal: Refusal, me: Me): ReturnType<typeof reasonsOf> =>
  reasonsOf(refusal).map((reason) => led(leading, reason, me));

/** The same for a whole refusal, each of its reasons included; it leads where its first reason does that leads anywhere. */
export function answeredTo(leading: Leading, refusal: Refusal, me: Me): Refusal {
  const { code, text, data, http } = refusal;
  const own = led(leading, { code, text, data, fix: refusal.fix }, me);
  const fieldErrors = reasonsFor(leading, refusal, me).flatMap(({ path, ...one }) => (path === undefined ? [] : [{ path, ...one }]));
  const fix = own.fix ?? fieldErrors.find((fieldError) => fieldError.fix)?.fix;
  const isOne = fieldErrors.length === 1 && refusal.fieldErrors[0]!.text[0] === text[0];
  return new Refusal(code, isOne ? fieldErrors[0]!.text : own.text, { http, data, fieldErrors, ...(fix ? { fix } : {}) });
}
