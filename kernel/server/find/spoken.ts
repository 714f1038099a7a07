import type { Entity, Me } from "../../entity.ts";
import { present, type Row } from "./visible.ts";

/** Answers, by id, the fields of rows that are written anew for this reader. */
export type Speaker = (rows: readonly Row[], me: Me) => Promise<ReadonlyMap<string, Row>>;

/** Entities whose texts are stored as a key and its values, not as sentences: each reader gets them in the own language. */
export class Speakers {
  readonly #of = new Map<string, Speaker>();

  add(entity: Pick<Entity, "name">, speaker: Speaker): void {
    this.#of.set(entity.name, speaker);
  }

  /** Rows as this reader sees them, with their texts in place; rows without a key, and entities without a speaker, keep what is stored. */
  async say(e: Entity, stored: readonly Row[], me: Me): Promise<Row[]> {
    const rows = stored.map((row) => present(e, row, me.zone));
    const speaker = this.#of.get(e.name);
    if (!speaker || rows.length === 0) return rows;
    const texts = await speaker(rows, me);
    return rows.map((row) => {
      const shown = Object.entries(texts.get(row["id"] as string) ?? {}).filter(([key]) => key in row);
      return shown.length ? { ...row, ...Object.fromEntries(shown) } : row;
    });
  }
}
