import type { Declared } from "../../declared.ts";
import type { Me } from "../../entity.ts";
import type { Call, Context } from "./call.ts";
import { permDenied, type Finder } from "../find/find.ts";

/** Who needs a call: a page that makes it (and the button there), those who read an entity or hold a button on it, or everybody who is signed in, with the reason. */
type Need =
  | { readonly page: string; readonly button?: string }
  | { readonly entity: string; readonly button?: string }
  | { readonly anyone: string };

/** One of them is enough. */
export type Needs = readonly Need[];

/** What the calls of one area are needed by, by their paths. */
export type NeedsOf = Readonly<Record<string, Needs>>;

/** Pages that make the call. */
export const onPages = (...routes: readonly string[]): Needs => routes.map((page) => ({ page }));

/** Buttons of one page that make the call. */
export const onPage = (page: string, ...buttons: readonly string[]): Needs => buttons.map((button) => ({ page, button }));

/** It answers about documents of these entities, wherever they are shown. */
export const readersOf = (...entities: readonly string[]): Needs => entities.map((entity) => ({ entity }));

/** It is what a button of the entity does. */
export const pressersOf = (entity: string, ...buttons: readonly string[]): Needs => buttons.map((button) => ({ entity, button }));

/** Everybody who is signed in, and why that gives nothing away. */
export const anyone = (why: string): Needs => [{ anyone: why }];

/** Several calls of one room with the same needs. */
export const each = (room: string, names: readonly string[], needs: Needs): NeedsOf =>
  Object.fromEntries(names.map((name) => [`${room}/${name}`, needs]));

/** The calls with what they are needed by; a word at the call itself goes before the table's. */
export const needing = (calls: readonly Call[], table: NeedsOf = {}): Call[] =>
  calls.map((call) => {
    const needs = call.needs ?? table[call.path];
    return needs ? { ...call, needs } : call;
  });

/** May this caller make the call? The same grants decide as for pages and buttons. */
export function mayCall(needs: Needs, me: Me, finder: Finder): boolean {
  if (me.audience === "system") return true;
  return needs.some((need) => {
    if ("anyone" in need) return me.audience !== "public";
    if ("page" in need) return need.button === undefined ? me.opens(need.page) : me.opens(need.page, need.button);
    const e = finder.declared.entity(need.entity);
    return need.button === undefined ? finder.mayRead(e, me) : me.may(e.name, need.button);
  });
}

/** The call's answer; who may not make it is refused before its handler learns of anything. */
export async function answered(call: Call, ctx: Context, body: Record<string, unknown>, finder: Finder): Promise<unknown> {
  if (call.guard === "session" && !mayCall(call.needs ?? [], ctx.me, finder)) throw permDenied();
  return call.handle(ctx, body);
}

/** What is wrong with the words of these calls: one of a signed-in person that no page, entity or reason speaks for is refused to everybody, and tests/promises/access.test.ts says so. */
export function needless(calls: readonly Call[], declared: Declared): string[] {
  const pages = new Map([...declared.pages.values()].flatMap((page) => [page.route, ...page.children].map((route) => [route, page])));
  const isOffered = (entity: string, button: string): boolean =>
    [...declared.pages.values()].some((page) => page.buttons.includes(button) && page.entities.some((e) => e.name === entity));
  const wrong = (need: Need): boolean => {
    if ("anyone" in need) return need.anyone === "";
    if ("entity" in need) return !declared.entities.has(need.entity) || (need.button !== undefined && !isOffered(need.entity, need.button));
    const page = pages.get(need.page);
    return page === undefined || (need.button !== undefined && !page.buttons.includes(need.button));
  };
  return calls.flatMap(({ guard, service, path, needs }) => {
    if (guard !== "session") return [];
    if (!needs?.length) return [`${service}/${path} says nobody who needs it`];
    return needs.filter(wrong).map((need) => `${service}/${path} names ${JSON.stringify(need)}, which is not there`);
  });
}
