import type { Row } from "#kernel/page-document.ts";
import type { Query } from "#kernel/routes.ts";
import { CallError, messageOf } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { RecordPicker } from "#kernel/web/page/field/RecordPicker.tsx";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useNames } from "#kernel/web/page/field/RefsInput.tsx";
import type { PickedRecord } from "#kernel/web/page/records.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { PageFrame } from "#kernel/web/part/OwnPage.tsx";
import { today } from "#kernel/web/part/day.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { call } from "#kernel/web/call.ts";
import { callPath } from "#kernel/page.ts";
import { Button, Segmented } from "antd";
import { CircleAlert, Plus, Trash2 } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { positionAllot } from "../position.entity.ts";
import { judgeAllot } from "../position.rules.ts";

type Way = "position" | "person";

interface Line {
  readonly record: PickedRecord;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly primaryFlag: string;
}

const oneField = { position: positionAllot.fields.positionId, person: positionAllot.fields.personId } as const;

/** Assigns one position to many people, or one person to many positions, in one save; what cannot be is said at its line beforehand. */
export function AllotWizard({ start }: { readonly start: Query }) {
  const say = useText();
  const tab = useTab();
  const shown = useShown();
  const [way, setWay] = useState<Way>(start["personId"] ? "person" : "position");
  const [one, setOne] = useState<Row>({ positionId: start["positionId"] ?? null, personId: start["personId"] ?? null });
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [picking, setPicking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const oneKey = way === "position" ? "positionId" : "personId";
  const oneId = one[oneKey] as string | null | undefined;
  const many = way === "position" ? "BasePerson" : "BasePosition";
  const names = useNames(way === "position" ? "BasePosition" : "BasePerson", oneId ?? "");
  const known = oneId ? names.get(oneId) : undefined;
  const shownOne: Row = {
    ...one,
    ...(known && !one[`${oneKey.slice(0, -2)}Name`]
      ? { [`${oneKey.slice(0, -2)}Name`]: known.name, [`${oneKey.slice(0, -2)}Code`]: known.code }
      : {}),
  };
  const problems = useProblems(way, oneId ?? null, lines);
  const bad = problems.filter((list) => list.length > 0).length;

  useEffect(() => tab.setTitle(say(["分配岗位", "Assign positions"])), [tab, say]);
  const dirty = lines.length > 0;
  useEffect(() => tab.setDirty(dirty), [tab, dirty]);

  const change = async (next: Way): Promise<void> => {
    if (
      lines.length > 0 &&
      !(await confirm({
        title: ["换一种方式？", "Change the way?"],
        text: ["已选的行会清空。", "The chosen lines are cleared."],
        confirm: ["换", "Change"],
      }))
    )
      return;
    setWay(next);
    setLines([]);
    setError("");
  };
  const put = (at: number, patch: Partial<Line>): void =>
    setLines((now) => now.map((line, i) => (i === at ? { ...line, ...patch } : line)));
  const take = (records: readonly PickedRecord[] | null): void => {
    setPicking(false);
    if (records === null) return;
    setLines((now) =>
      records.map(
        (record) =>
          now.find((line) => line.record.id === record.id) ?? {
            record,
            startDate: today(),
            endDate: null,
            primaryFlag: way === "position" ? "Y" : "N",
          },
      ),
    );
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setError("");
    try {
      const rows = lines.map((line) => ({
        personId: way === "person" ? oneId : line.record.id,
        positionId: way === "position" ? oneId : line.record.id,
        startDate: line.startDate,
        endDate: line.endDate,
        primaryFlag: line.primaryFlag,
      }));
      await call(callPath(positionAllot, "doBatchSaveOrUpdate"), { rows });
      tellChanged({ entity: positionAllot.name, id: String(oneId) });
      toast.success([`已分配 ${rows.length} 项`, `${rows.length} assigned`]);
      tab.setDirty(false);
      tab.close();
    } catch (cause) {
      setError(
        cause instanceof CallError && cause.fieldErrors.length > 0
          ? cause.fieldErrors.map((f) => f.msg).join(say(["；", "; "]))
          : messageOf(cause),
      );
    } finally {
      setBusy(false);
    }
  };
  const ready = Boolean(oneId) && lines.length > 0 && bad === 0;
  return (
    <PageFrame
      title={say(["分配岗位", "Assign positions"])}
      truth={
        lines.length > 0 ? (
          <>
            {say(["将新增", "Adds"])} <b>{lines.length}</b> {say(["条任职", lines.length > 1 ? "assignments" : "assignment"])}
            {bad > 0 ? (
              <span className="pc-bad">{say([`${bad} 条不能保存，原因见行内`, `${bad} cannot be saved, see the lines`])}</span>
            ) : null}
          </>
        ) : (
          say(["一次可以把一个岗位分给多人，或给一人多个岗位。", "One position for many people, or many positions for one person."])
        )
      }
      buttons={
        <Button type="primary" loading={busy} disabled={!ready} onClick={() => void save()}>
          {say(["保存", "Save"])}
        </Button>
      }
    >
      <div className="ad-wizard">
        <Segmented
          value={way}
          onChange={(next) => void change(next as Way)}
          options={[
            { value: "position", label: say(["一个岗位，多名员工", "One position, many people"]) },
            { value: "person", label: say(["一名员工，多个岗位", "One person, many positions"]) },
          ]}
        />
        <div className="ad-wizard-one">
          <label className="pg-label" htmlFor="ad-one">
            <span className="pg-star" aria-hidden>
              *
            </span>
            {say(oneField[way].label)}
          </label>
          <RefInput
            key={way}
            id="ad-one"
            field={oneField[way]}
            fieldKey={oneKey}
            row={shownOne}
            patch={(patch) => setOne((now) => ({ ...now, ...patch }))}
          />
        </div>
        {error ? (
          <p className="pg-sentence pg-sentence-bad" role="alert">
            <CircleAlert size={16} aria-hidden /> <b>{error}</b>
          </p>
        ) : null}
        <Lines way={way} lines={lines} problems={problems} put={put} drop={(at) => setLines((now) => now.filter((_, i) => i !== at))} />
        <Button icon={<Plus size={14} />} disabled={!oneId} onClick={() => setPicking(true)}>
          {way === "position" ? say(["选择员工", "Choose people"]) : say(["选择岗位", "Choose positions"])}
        </Button>
        {oneId ? null : (
          <span className="pg-faint">
            {" "}
            {say([`先选${oneField[way].label[0]}`, `Choose the ${oneField[way].label[1].toLowerCase()} first`])}
          </span>
        )}
      </div>
      {picking && shown ? (
        <RecordPicker
          target={many}
          many
          where={way === "position" ? { personStatus: "ACTIVE" } : { enabledFlag: "Y" }}
          chosen={lines.map((line) => line.record)}
          done={take}
        />
      ) : null}
    </PageFrame>
  );
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
      if (!doc.startDate) return [say(["开始日期必填", "The start is needed"])];
      if (doc.endDate !== null && doc.endDate < doc.startDate)
        return [say(["结束日期不能早于开始日期", "The end cannot be before the start"])];
      const others = [...((stored.data ?? []) as unknown as readonly AllotDoc[]), ...docs].filter(
        (other) => other.personId === doc.personId,
      );
      return judgeAllot(doc, others).flatMap((found) => (found === false ? [] : [say(found.text)]));
    });
  }, [lines, stored.data, way, oneId, say]);
}

interface LinesProps {
  readonly way: Way;
  readonly lines: readonly Line[];
  readonly problems: readonly (readonly string[])[];
  put(at: number, patch: Partial<Line>): void;
  drop(at: number): void;
}

const lineFields = ["startDate", "endDate", "primaryFlag"] as const;

function Lines({ way, lines, problems, put, drop }: LinesProps) {
  const say = useText();
  if (lines.length === 0) return null;
  const who = way === "position" ? oneField.person.label : oneField.position.label;
  return (
    <table className="ad-lines">
      <thead>
        <tr>
          <th scope="col">{say(who)}</th>
          {lineFields.map((key) => (
            <th key={key} scope="col">
              {say(positionAllot.fields[key].label)}
            </th>
          ))}
          <th scope="col">
            <span className="pg-sr">{say(["操作", "Actions"])}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => {
          const name = line.record.name ?? line.record.code ?? "";
          const wrong = problems[at] ?? [];
          return (
            <tr key={line.record.id} data-bad={wrong.length > 0 || undefined}>
              <th scope="row">
                {name} <span className="pg-code">{line.record.code}</span>
                {wrong.map((text) => (
                  <span key={text} className="pg-error" role="alert">
                    {text}
                  </span>
                ))}
              </th>
              {lineFields.map((key) => (
                <td key={key}>
                  <FieldInput
                    field={positionAllot.fields[key]}
                    fieldKey={key}
                    row={line as unknown as Row}
                    label={`${name} ${say(positionAllot.fields[key].label)}`}
                    patch={(patch) => put(at, patch as Partial<Line>)}
                  />
                </td>
              ))}
              <td>
                <button type="button" className="s-icon-btn" aria-label={say([`移除 ${name}`, `Remove ${name}`])} onClick={() => drop(at)}>
                  <Trash2 size={15} />
                </button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
