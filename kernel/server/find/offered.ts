import type { Declared } from "../../declared.ts";
import type { Entity, Me, Where } from "../../entity.ts";
import { refuse } from "../../refusal.ts";
import type { Find } from "../../rule.ts";
import { say } from "../../text.ts";
import { businessDay } from "../../time.ts";
import type { Context } from "../http/call.ts";
import { Facts } from "../act/facts.ts";
import type { Finder } from "./find.ts";
import type { ListBody } from "./filter.ts";
import type { Settings } from "../install/settings.ts";
import { listRoute } from "./uses.ts";
import { scopeOf } from "./visible.ts";
import { WorkingSet } from "../act/working.ts";

interface Parts {
  readonly declared: Declared;
  readonly finder: Finder;
  readonly settings: Settings;
}

/** Which records a picker offers beside what is chosen already, and what it says when there are none. */
interface Offered {
  readonly where: Where;
  readonly none: { readonly msg: string; readonly fix?: { readonly route: string; readonly label: string } };
}

/** Judged as saving judges it: beyond the caller's permits, since only what he may see is offered of it. */
const findOf = ({ declared, finder, settings }: Parts, me: Me): Find =>
  new Facts({
    declared,
    db: finder.db,
    ws: new WorkingSet(declared),
    locked: null,
    language: me.language,
    setting: (code, of) => settings.value(code, { userId: me.userId, responsibilityId: me.responsibilityId, orgId: of?.orgId ?? null }),
  });

/** Whether a picker would offer the caller this record. */
async function mayName({ declared, finder }: Parts, e: Entity, id: string, me: Me): Promise<boolean> {
  if (e.internal || scopeOf(declared, e, me) === null || !finder.mayPick(e, me)) return false;
  return (await finder.pick(e, { ids: [id], pageRows: 1 } as ListBody, me)).rows.length > 0;
}

/** What goes with the record named (`fits`: judgement, id). A record the caller is not offered himself is answered as if none was named. */
export async function offeredBy(parts: Parts, ctx: Context, e: Entity, asked: unknown): Promise<Offered | null> {
  if (asked === undefined || asked === null) return null;
  const { declared, finder } = parts;
  const { me } = ctx;
  const [fit, id] = Array.isArray(asked) ? (asked as unknown[]) : [];
  if (typeof fit !== "string" || typeof id !== "string")
    throw refuse("FIELD_TYPE", "fits 须为判断名称与编号", "fits must be a name and an id");
  const fittings = finder.references.fits.get(e.name)?.get(fit);
  if (!fittings) throw refuse("FILTER_UNKNOWN", `不能按 ${fit} 选择`, `Cannot be chosen by ${fit}`);
  // How the house is organised is not told to others by what they are offered.
  if (me.audience !== "internal" && me.audience !== "system") return null;
  const asking = fittings.filter(({ by }) => finder.mayRead(by, me));
  const isNamed = await Promise.all([...new Set(asking.map(({ of }) => of))].map((of) => mayName(parts, of, id, me)));
  if (!isNamed.includes(true)) return null;
  const { offers, none } = declared.fit(fit);
  const { kept } = none;
  const route = listRoute(declared, kept, me);
  return {
    where: await offers(findOf(parts, me), id, businessDay(ctx.now.toISOString(), me)),
    none: {
      msg: say(none.text, ctx.language),
      ...(route ? { fix: { route, label: say(kept.label, ctx.language) } } : {}),
    },
  };
}
