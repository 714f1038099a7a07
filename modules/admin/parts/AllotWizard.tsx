import type { Row } from "#kernel/page-document.ts";
import type { Query } from "#kernel/routes.ts";
import type { Text } from "#kernel/text.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Words, Inline, Stack } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { RecordPicker } from "#kernel/web/page/field/RecordPicker.tsx";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import { PageFrame } from "#kernel/web/part/OwnPage.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { Button, Segmented } from "antd";
import { CircleAlert, Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { positionAllot } from "../position.entity.ts";
import { oneField, useAllotment } from "./allotment.tsx";
import type { Line, Way } from "./allotment.tsx";

const called: Text = ["分配岗位", "Assign positions"];

/** Assigns one position to many people, or one person to many positions, in one save; what cannot be is said at its line beforehand. */
export function AllotWizard({ start }: { readonly start: Query }) {
  const say = useText();
  const { setTitle } = useTab();
  const { way, one, lines, problems, busy, error, change, take, put, drop, save } = useAllotment(start);
  const bad = problems.filter((list) => list.length > 0).length;
  const title = say(called);
  useEffect(() => setTitle(called), [setTitle]);
  return (
    <PageFrame
      title={title}
      truth={<Truth count={lines.length} bad={bad} />}
      buttons={
        <Button type="primary" loading={busy} disabled={one.id === null || lines.length === 0 || bad > 0} onClick={() => void save()}>
          {say(["保存", "Save"])}
        </Button>
      }
    >
      <Stack scroll>
        <Inline>
          <Segmented
            value={way}
            onChange={(next) => void change(next as Way)}
            options={[
              { value: "position", label: say(["一个岗位，多名员工", "One position, many people"]) },
              { value: "person", label: say(["一名员工，多个岗位", "One person, many positions"]) },
            ]}
          />
        </Inline>
        <div style={{ width: 340, maxWidth: "100%" }}>
          <label className="pg-label" htmlFor="allot-one">
            <span className="pg-star" aria-hidden>
              *
            </span>
            {say(oneField[way].label)}
          </label>
          <RefInput key={way} id="allot-one" field={oneField[way]} fieldKey={`${way}Id`} row={one.row} patch={one.put} />
        </div>
        {error ? (
          <p className="pg-sentence pg-sentence-bad" role="alert">
            <CircleAlert size={16} aria-hidden /> <b>{error}</b>
          </p>
        ) : null}
        <Lines way={way} lines={lines} problems={problems} put={put} drop={drop} />
        <Choose way={way} ready={one.id !== null} lines={lines} take={take} />
      </Stack>
    </PageFrame>
  );
}

function Truth({ count, bad }: { readonly count: number; readonly bad: number }) {
  const say = useText();
  if (count === 0)
    return say(["一次可以把一个岗位分给多人，或给一人多个岗位。", "One position for many people, or many positions for one person."]);
  return (
    <>
      {say(["将新增", "Adds"])} <b>{count}</b> {say(["条任职", count > 1 ? "assignments" : "assignment"])}
      {bad > 0 ? <span className="pc-bad">{say([`${bad} 条不能保存，原因见行内`, `${bad} cannot be saved, see the lines`])}</span> : null}
    </>
  );
}

/** The many side, chosen in the record window. */
function Choose({
  way,
  ready,
  lines,
  take,
}: {
  readonly way: Way;
  readonly ready: boolean;
  readonly lines: readonly Line[];
  take(records: readonly Line["record"][]): void;
}) {
  const say = useText();
  const shown = useShown();
  const [open, setOpen] = useState(false);
  const people = way === "position";
  return (
    <div>
      <Button icon={<Plus size={14} />} disabled={!ready} onClick={() => setOpen(true)}>
        {people ? say(["选择员工", "Choose people"]) : say(["选择岗位", "Choose positions"])}
      </Button>
      {ready ? null : (
        <span className="pg-faint">
          {" "}
          {say([`先选${oneField[way].label[0]}`, `Choose the ${oneField[way].label[1].toLowerCase()} first`])}
        </span>
      )}
      {open && shown ? (
        <RecordPicker
          target={people ? "BasePerson" : "BasePosition"}
          many
          where={people ? { personStatus: "ACTIVE" } : { enabledFlag: "Y" }}
          chosen={lines.map((line) => line.record)}
          done={(records) => (setOpen(false), records && take(records))}
        />
      ) : null}
    </div>
  );
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
  const nameOf = ({ record }: Line): string => record.name ?? record.code ?? "";
  return (
    <PlainTable
      label={say(who)}
      rows={lines}
      rowKey={({ record }) => record.id}
      rowTone={(line) => (problems[lines.indexOf(line)]?.length ? "error" : undefined)}
      columns={[
        {
          key: "record",
          title: say(who),
          cell: (line, at) => (
            <>
              {nameOf(line)} <span className="pg-code">{line.record.code}</span>
              {problems[at]?.map((text) => (
                <Words key={text} as="p" size="small" tone="error" role="alert">
                  {text}
                </Words>
              ))}
            </>
          ),
        },
        ...lineFields.map((key) => ({
          key,
          title: say(positionAllot.fields[key].label),
          cell: (line: Line, at: number) => (
            <FieldInput
              field={positionAllot.fields[key]}
              fieldKey={key}
              row={line as unknown as Row}
              label={`${nameOf(line)} ${say(positionAllot.fields[key].label)}`}
              patch={(patch) => put(at, patch as Partial<Line>)}
            />
          ),
        })),
        {
          key: "drop",
          title: <span className="pg-sr">{say(["操作", "Actions"])}</span>,
          width: 40,
          cell: (line, at) => (
            <button
              type="button"
              className="s-icon-btn"
              aria-label={say([`移除 ${nameOf(line)}`, `Remove ${nameOf(line)}`])}
              onClick={() => drop(at)}
            >
              <Trash2 size={15} />
            </button>
          ),
        },
      ]}
    />
  );
}
