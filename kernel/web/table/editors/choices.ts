import { useEffect, useRef, useState, type ReactNode } from "react";
import { isBlank } from "#kernel/cell.ts";
import type { Row } from "#kernel/table.ts";
import type { Text } from "#kernel/text.ts";
import type { Choice } from "../types.ts";
import { words } from "../words.ts";
import type { EditorProps } from "./CellEditor.tsx";

export interface FoundChoice extends Choice {
  readonly record?: Row;
  readonly note?: string;
}

/** The choices below a box, and whether they belong to what is typed now. */
export interface Choices {
  readonly found: readonly FoundChoice[];
  readonly settled: boolean;
  readonly status: Text;
  /** Why there are none, where the column knows more than that. */
  readonly none?: ReactNode;
}

interface Answer {
  readonly phase: "idle" | "searching" | "failed" | "ready";
  readonly found: readonly FoundChoice[];
  readonly typed: string | null;
  readonly none?: ReactNode;
}

const searchDelay = 300;
const searchHits = 20;

function recordChoice(column: EditorProps["column"], record: Row): FoundChoice {
  const value = String(record[column.valueField ?? "id"] ?? "");
  const label = String(record[column.displayKey ?? "name"] ?? record["name"] ?? value);
  const note = record["code"] ?? record[`${(column.displayKey ?? "").replace(/Name$/, "")}Code`];
  return { value, label, record, ...(isBlank(note) ? {} : { note: String(note) }) };
}

const matches = (choice: Choice, typed: string): boolean => {
  const text = typed.trim().toLowerCase();
  return text === "" || choice.label.toLowerCase().includes(text) || choice.value.toLowerCase().includes(text);
};

/** Asks the server a moment after the last letter; only the newest answer counts. */
function useRemote({ column, row }: EditorProps, typed: string, on: boolean): Answer {
  const [answer, setAnswer] = useState<Answer>({ phase: "idle", found: [], typed: null });
  const ask = useRef({ column, row });
  ask.current = { column, row };
  useEffect(() => {
    if (!on || ask.current.column.search === undefined) return;
    const abort = new AbortController();
    const wait = setTimeout(
      () => {
        setAnswer((now) => ({ ...now, phase: "searching" }));
        const { column: now, row: here } = ask.current;
        now.search!(typed, here, abort.signal).then(
          ({ rows: records, none }) => {
            const found = records.slice(0, searchHits).map((record) => recordChoice(now, record));
            if (!abort.signal.aborted) setAnswer({ phase: "ready", typed, found, none });
          },
          () => {
            if (!abort.signal.aborted) setAnswer({ phase: "failed", typed, found: [] });
          },
        );
      },
      typed === "" ? 0 : searchDelay,
    );
    return () => {
      clearTimeout(wait);
      abort.abort();
    };
  }, [typed, on]);
  return answer;
}

const statusOf: Readonly<Record<Answer["phase"], Text>> = {
  idle: words.typeToSearch,
  searching: words.searching,
  failed: words.searchFailed,
  ready: words.noChoice,
};

/** What can be chosen for what is typed: lookups and lists at hand at once, records from the server after a moment. */
export function useChoices(p: EditorProps, typed: string | null, open: boolean): Choices {
  const { column, row, reader } = p;
  const remote = column.search !== undefined && column.lookup === undefined;
  const answer = useRemote(p, typed ?? "", remote && open);
  if (remote) {
    const settled = answer.typed === (typed ?? "") && answer.phase !== "searching";
    return { found: answer.found, settled, status: statusOf[answer.phase], none: answer.phase === "ready" ? answer.none : undefined };
  }
  const all = reader.choices(column, row).filter((choice) => choice.disabled !== true);
  return { found: typed === null ? all : all.filter((choice) => matches(choice, typed)), settled: true, status: words.noChoice };
}
