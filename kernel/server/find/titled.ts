import type { Entity, Me } from "../../entity.ts";
import type { Row } from "./visible.ts";

/** A picked row: its own fields plus code and name under fixed names. */
export function titled(e: Entity, row: Row, me: Pick<Me, "language">): Row {
  const name = e.title[1] ?? e.title[0]!;
  const english = me.language === "EN" ? e.fields[name]?.english : undefined;
  return { ...row, code: e.title.length > 1 ? row[e.title[0]!] : null, name: (english && row[english]) || row[name] };
}
