import { textOf } from "../../page-format.ts";
import { useState } from "react";
import { isWithinLeft } from "../../from-left.ts";
import type { Row } from "../../page-document.ts";
import { type Choice } from "./fromCalls.ts";

interface One {
  readonly row: Row;
  readonly qty: string;
}

/** The chosen rows and how much of each. */
export interface Chosen {
  readonly qtys: ReadonlyMap<string, One>;
  /** All rows that match are chosen, but those left out. */
  readonly isAll: boolean;
  isChosen(row: Row): boolean;
  qtyOf(row: Row): string;
  set(row: Row, qty: string | null): void;
  chooseAll(): void;
  clear(): void;
  choice(): Choice;
}

export const keyOf = (row: Row): string => `${textOf(row["source"])}|${textOf(row["id"])}`;
export const suggestedOf = (row: Row): string => textOf(row["suggested"]);
export const isGood = (row: Row, qty: string): boolean => isWithinLeft(qty, textOf(row["left"]));

const none: ReadonlyMap<string, One> = new Map();

/** What is chosen of the offered rows; another filter begins "all that match" anew. */
export function useChosen(query: Row, asked: string): Chosen {
  const [qtys, setQtys] = useState(none);
  const [all, setAll] = useState<{ readonly of: string; readonly except: ReadonlySet<string> } | null>(null);
  const isAll = all !== null && all.of === asked;
  const isLeftOut = (row: Row): boolean => isAll && all.except.has(textOf(row["id"]));
  const put = (row: Row, qty: string | null): void =>
    setQtys((now) => {
      const next = new Map(now);
      if (qty === null) next.delete(keyOf(row));
      else next.set(keyOf(row), { row, qty });
      return next;
    });
  return {
    qtys,
    isAll,
    isChosen: (row) => (isAll ? !isLeftOut(row) : qtys.has(keyOf(row))),
    qtyOf: (row) => qtys.get(keyOf(row))?.qty ?? suggestedOf(row),
    set(row, qty) {
      if (isAll) {
        setAll((now) => {
          const except = new Set(now?.except);
          if (qty === null) except.add(textOf(row["id"]));
          else except.delete(textOf(row["id"]));
          return { of: asked, except };
        });
        put(row, qty === null || qty === suggestedOf(row) ? null : qty);
      } else put(row, qty);
    },
    chooseAll: () => setAll({ of: asked, except: new Set() }),
    clear() {
      setQtys(none);
      setAll(null);
    },
    choice: () => ({
      chosen: [...qtys.values()].map(({ row, qty }) => ({ source: row["source"], id: row["id"], qty })),
      ...(isAll ? { matching: { ...query, except: [...all.except] } } : {}),
    }),
  };
}
