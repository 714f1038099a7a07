import type { Me } from "#kernel/entity.ts";
import { all, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { contract } from "../contract.entity.ts";
import type { TextHit } from "../text/page-calls.ts";

const mostHits = 200;
const around = 60;

/** What is looked for, as a pattern of SQL. */
const like = (words: string): string => `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
/** The same inside text that is stored as JSON. */
const inJson = (words: string): string => like(JSON.stringify(words).slice(1, -1));

/** Words that stand apart are looked for one by one. */
export const wordsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .slice(0, 200)
      .split(/[\s\u3000]+/)
      .filter((word) => word !== ""),
  ),
];

interface Found extends Pick<TextHit, "id" | "num" | "name" | "supplierName" | "status" | "no" | "title"> {
  readonly text: string;
}

/** The hit with the words around it; in the heading where the text does not have it. */
export function hitIn({ text, ...row }: Found, words: readonly string[]): TextHit {
  const lower = text.toLowerCase();
  const places = words.map((word) => [lower.indexOf(word.toLowerCase()), word] as const).filter(([at]) => at >= 0);
  const [at, word] = places.toSorted(([a], [b]) => a - b)[0] ?? [0, ""];
  const [from, to] = [Math.max(0, at - around), at + word.length + around];
  return {
    ...row,
    before: (from > 0 ? "…" : "") + text.slice(from, at),
    hit: text.slice(at, at + word.length),
    after: text.slice(at + word.length, to) + (to < text.length ? "…" : ""),
  };
}

/** Clauses of the contracts this reader sees that hold what is looked for, Chinese or English: the newest contracts first. */
export async function searchTexts(kernel: Kernel, me: Me, text: string): Promise<readonly TextHit[]> {
  const words = wordsIn(text);
  if (words.join("").length < 2) return [];
  const c = kernel.finder.sourceFor(me)(contract);
  const whole = words.map((word) => sql`${c.textJson}::text ilike ${inJson(word)}`);
  const some = words.map(like);
  const found = await kernel.db.query<Found>(sql`
    select ${c.id} as id, ${c.contractNum} as num, ${c.contractName} as name, ${c.supplierName} as "supplierName", ${c.status} as status,
      p.value->>'no' as no, p.value->>'title' as title, p.value->>'text' as text
    from ${c} cross join lateral jsonb_array_elements(${c.textJson}::jsonb) with ordinality as p(value, place)
    where ${all(...whole)} and (p.value->>'text' ilike any(${some}::text[]) or p.value->>'title' ilike any(${some}::text[]))
    order by ${c.id} desc, p.place limit ${mostHits}`);
  return found.map((row) => hitIn(row, words));
}

/** The search reads an index of three signs at a time, as every search of the product. */
export const readySearch = (db: Pick<Db, "query">): Promise<unknown> =>
  db.query(`create index if not exists "SrmCctContract_text" on "SrmCctContract" using gin (("textJson"::text) gin_trgm_ops)`);
