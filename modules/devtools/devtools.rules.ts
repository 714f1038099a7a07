import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule } from "#kernel/rule.ts";
import { locksOf } from "./locks.ts";
import { tableModel } from "./table-model.entity.ts";

const locked = (path: string, cn: string, en: string): Refusal =>
  refuse("MODEL_LOCKED", cn, en, { fieldErrors: [{ path, code: "MODEL_LOCKED", text: [cn, en] }] });

/** Only what can take effect is accepted; the rest says why it is fixed. */
export const saveTableModel = rule(tableModel, "saveOrUpdate", {
  reads: async (doc, find) => ({ entity: safely(() => find.entity(doc.entity ?? "")) }),
  decide(doc, { entity }) {
    if (!entity) return refuse("MODEL_UNKNOWN", `没有实体${doc.entity}`, `There is no entity ${doc.entity}`);
    return doc.columns.flatMap((column, at): Refusal[] => {
      const place = (key: string): string => `columns[${at}].${key}`;
      // A field that an upgrade took away changes nothing and must not stand in the way of the others.
      if (!Object.hasOwn(entity.fields, column.key)) return [];
      const locks = locksOf(entity, column.key);
      return (["searchable", "exportable", "sensitiveLevel"] as const).flatMap((flag) => {
        const why = locks[flag];
        return why && column[flag] !== null && column[flag] !== undefined
          ? [locked(place(flag), `${column.key}：${why[0]}`, `${column.key}: ${why[1]}`)]
          : [];
      });
    });
  },
});

/** An entity nobody declared is told as such, not as a fault. */
function safely<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

export const devtoolsRules = [saveTableModel];
