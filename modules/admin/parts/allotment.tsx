import { callPath } from "#kernel/page.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Query } from "#kernel/routes.ts";
import { call, CallError, messageOf } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useNames } from "#kernel/web/page/field/useNames.ts";
import type { PickedRecord } from "#kernel/web/page/records.ts";
import { today } from "#kernel/web/part/day.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { useEffect, useMemo, useState } from "react";
import { positionAllot } from "../position.entity.ts";
import { judgeAllot } from "../position.rules.ts";

/** Which side is the one: a position for many people, or a person for many positions. */
export type Way = "position" | "person";

export interface Line {
  readonly record: PickedRecord;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly primaryFlag: string;
}

export const oneField = { position: positionAllot.fields.positionId, person: positionAllot.fields.personId } as const;

/** The one side as chosen, with the name behind an id that came with the address. */
function useOne(way: Way, start: Query) {
  const [entry, setOne] = useState<Row>({ positionId: start["positionId"] ?? null, personId: start["personId"] ?? null });
  const id = (entry[`${way}Id`] as string | null | undefined) ?? null;
  const known = useNames(way === "position" ? "BasePosition" : "BasePerson", id ?? "").get(id ?? "");
  const named = known && !entry[`${way}Name`] ? { [`${way}Name`]: known.name, [`${way}Code`]: known.code } : {};
  return { id, row: { ...entry, ...named }, put: (patch: Row) => setOne((now) => ({ ...now, ...patch })) };
}

/** A batch of assignments being put together: chosen, dated, judged and saved at once. */
export function useAllotment(start: Query) {
  const say = useText();
  const tab = useTab();
  const [way, setWay] = useState<Way>(start["personId"] ? "person" : "position");
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const row = useOne(way, start);
  const problems = useProblems(way, row.id, lines);
  const dirty = lines.length > 0;
  useEffect(() => tab.setDirty(dirty), [tab, dirty]);

  const change = async (next: Way): Promise<void> => {
    const ask = {
      title: ["换一种方式？", "Change the method?"],
      text: ["已选的行会清空。", "The selected lines are cleared."],
      confirm: ["换", "Change"],
    } as const;
    if (dirty && !(await confirm(ask))) return;
    setWay(next);
    setLines([]);
    setError("");
  };
  const take = (records: readonly PickedRecord[]): void => {
    const fresh = { startDate: today(), endDate: null, primaryFlag: way === "position" ? "Y" : "N" };
    setLines((now) => records.map((record) => now.find((line) => line.record.id === record.id) ?? { record, ...fresh }));
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setError("");
    try {
      const rows = lines.map(({ record, ...line }) => ({
        personId: way === "person" ? row.id : record.id,
        positionId: way === "position" ? row.id : record.id,
        ...line,
      }));
      await call(callPath(positionAllot, "doBatchSaveOrUpdate"), { rows });
      tellChanged({ entity: positionAllot.name, id: String(row.id) });
      toast.success([`已分配 ${rows.length} 项`, `${rows.length} assigned`]);
      tab.setDirty(false);
      tab.close();
    } catch (cause) {
      const wrong = cause instanceof CallError ? cause.fieldErrors.map((f) => f.msg) : [];
      setError(wrong.length > 0 ? wrong.join(say(["；", "; "])) : messageOf(cause));
    } finally {
      setBusy(false);
    }
  };
  const put = (at: number, patch: Partial<Line>): void =>
    setLines((now) => now.map((line, i) => (i === at ? { ...line, ...patch } : line)));
  const drop = (at: number): void => setLines((now) => now.filter((_, i) => i !== at));
  return { way, one: row, lines, problems, busy, error, change, take, put, drop, save };
}

type AllotDoc = Parameters<typeof judgeAllot>[0];

/** The same judgement the server makes, over what is stored and what stands beside it here. */
function useProblems(way: Way, oneId: string | null, lines: readonly Line[]): readonly (readonly string[])[] {
  const say = useText();
  const people = way === "person" ? (oneId ? [oneId] : []) : lines.map((line) => line.record.id);
  const stored = useRows(positionAllot, people.length > 0 ? { personId: people, pageRows: 0 } : null);
  return useMemo(() => {
    const docs = lines.map(
      (line, at): AllotDoc =>
        ({
          id: `new${at}`,
          personId: way === "person" ? oneId! : line.record.id,
          positionId: way === "position" ? oneId! : line.record.id,
          startDate: line.startDate ?? "",
          endDate: line.endDate,
          primaryFlag: line.primaryFlag,
        }) as AllotDoc,
    );
    return docs.map((doc) => {
      if (!doc.startDate) return [say(["开始日期必填", "Enter a start date"])];
      if (doc.endDate !== null && doc.endDate < doc.startDate)
        return [say(["结束日期不能早于开始日期", "The end cannot be before the start"])];
      const others = [...((stored.data ?? []) as unknown as readonly AllotDoc[]), ...docs].filter(
        (other) => other.personId === doc.personId,
      );
      return judgeAllot(doc, others).flatMap((found) => (found === false ? [] : [say(found.text)]));
    });
  }, [lines, stored.data, way, oneId, say]);
}
