import type { FieldError } from "../../refusal.ts";
import type { FitPair } from "../../rule.ts";
import type { Attempt } from "./attempt.ts";
import { askedOf, choosing } from "./choosing.ts";
import { savedFields, type SavedField } from "./saved-fields.ts";
import type { Row } from "../find/visible.ts";
import type { Tracked } from "./working.ts";

interface Asked {
  readonly fit: string;
  readonly path: string;
  readonly pair: FitPair;
}

const fittingIn = savedFields(({ fits, computed }) => fits !== undefined && !computed);

/** The row that names the other side: this one, else the nearest above it where somebody chooses it. */
function holderOf(t: Tracked, name: string): Tracked {
  const field = t.entity.fields[name];
  return t.parent && (!field || field.computed) ? holderOf(t.parent, name) : t;
}

function askedIn({ t, key, field, path }: SavedField, isWhole: boolean): Asked[] {
  const [fit, name] = field.fits!;
  const holder = holderOf(t, name);
  const both = (row: Readonly<Row> | null, other: Readonly<Row> | null) => [row?.[key], other?.[name]];
  const [id, of] = both(t.row, holder.row);
  const [idBefore, ofBefore] = both(t.before, holder.before);
  const isNew = id !== idBefore || of !== ofBefore;
  return typeof id === "string" && typeof of === "string" && (isWhole || isNew) ? [{ fit, path, pair: { id, of } }] : [];
}

/** A record that a document names goes with another that it names, as an area judges it: each judge is asked once. */
export async function checkFits(attempt: Attempt): Promise<FieldError[]> {
  const all = choosing(attempt).flatMap(([t, path]) => {
    const asked = askedOf(attempt, t);
    return asked === "none" ? [] : fittingIn(t, path, (saved) => askedIn(saved, asked === "all"));
  });
  const found = await Promise.all([...Map.groupBy(all, ({ fit }) => fit)].map(([fit, some]) => misfits(attempt, fit, some)));
  return found.flat();
}

async function misfits({ declared, facts, at }: Attempt, name: string, some: readonly Asked[]): Promise<FieldError[]> {
  const { judge, text, code = "DATA_WITHIN" } = declared.fit(name);
  const pairs = new Map(some.map(({ pair }) => [`${pair.id}|${pair.of}`, pair]));
  const answers = await judge(facts, [...pairs.values()], at.today);
  const bad = new Set([...pairs.keys()].filter((_, i) => !answers[i]));
  return some.flatMap(({ pair, path }) => (bad.has(`${pair.id}|${pair.of}`) ? [{ path, code, text }] : []));
}
