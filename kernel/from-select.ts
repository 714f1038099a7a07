import { isZero } from "./decimal.ts";
import type { Entity, Me, Where } from "./entity.ts";
import { holding, mostOf, offerOf, rowsWithin, type From, type Offer } from "./from.ts";
import type { Find } from "./rule.ts";

type Row = Readonly<Record<string, unknown>>;

/** So many rows are read at a time, however many are offered. */
export const mostAtOnce = 500;

/** Which of the offered rows somebody means: filters, a keyword, a kind, and those he left out. */
interface Selection {
  readonly asked: Readonly<Record<string, string>>;
  readonly keyword: string;
  readonly source: string;
  readonly ids: readonly string[] | null;
  readonly except: ReadonlySet<string>;
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 200) : "");

/** The selection in the body of a call or in the input of the creating action. */
export function selectionIn(of: From, body: Row): Selection {
  const { filters = {} } = of.target.actions[of.action].chooses;
  return {
    asked: Object.fromEntries(Object.keys(filters).flatMap((key) => (textOf(body[key]) ? [[key, textOf(body[key])]] : []))),
    keyword: textOf(body["keyword"]).trim(),
    source: textOf(body["source"]),
    ids: Array.isArray(body["ids"]) ? body["ids"].map(String).slice(0, mostOf(of)) : null,
    except: new Set(Array.isArray(body["except"]) ? body["except"].map(String) : []),
  };
}

function whereOf(of: From, name: string, by: Selection, me: Me): Where {
  const source = of.sources[name]!;
  return {
    all: [
      source.offers(me),
      ...(source.matches ? [source.matches(by.asked)] : []),
      ...(by.keyword && source.called ? [source.called(by.keyword)] : []),
      ...(by.ids ? [source.named?.(by.ids) ?? { id: by.ids }] : []),
    ],
  };
}

/** The rows of these ids as they are offered: one statement for their documents, however many there are. */
export async function offersAt(of: From, name: string, find: Find, ids: readonly string[]): Promise<ReadonlyMap<string, Offer>> {
  const from = of.sources[name]!;
  const [root] = from.path as readonly [Entity];
  const docs = ids.length ? await find.where(root, holding(from.path, ids), ids.length) : [];
  const wanted = new Set(ids);
  const rows = docs.flatMap((doc) => [...rowsWithin(from.path, doc as unknown as Row)].filter(([id]) => wanted.has(id)));
  const beside = from.reads && rows.length ? await from.reads(rows.map(([, along]) => along) as never, find) : null;
  return new Map(rows.map(([id, along]) => [id, offerOf(name, from, along, beside)] as const));
}

/** The offered rows of a selection from a place on, a piece at a time: however many there are, no more are held. */
export async function* piecesOf(of: From, find: () => Find, me: Me, by: Selection, after = ""): AsyncGenerator<readonly Offer[]> {
  const names = Object.keys(of.sources).filter((name) => by.source === "" || name === by.source);
  const at = after.indexOf(":");
  const [fromSource, fromId] = at < 0 ? ["", ""] : [after.slice(0, at), after.slice(at + 1)];
  for (const name of fromSource ? names.slice(names.indexOf(fromSource)) : names) {
    const row = of.sources[name]!.path.at(-1) as Entity;
    for (let last = name === fromSource ? fromId : ""; ;) {
      const asked = find();
      const ids = await asked.visibleIds(row, whereOf(of, name, by, me), mostAtOnce, last);
      const offers = await offersAt(of, name, asked, ids);
      yield ids.flatMap((id) => {
        const offer = offers.get(id);
        return offer && !isZero(offer.left) && !by.except.has(id) ? [offer] : [];
      });
      if (ids.length < mostAtOnce) break;
      last = ids.at(-1)!;
    }
  }
}
