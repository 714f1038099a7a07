import { Section } from "#kernel/web/block/Section.tsx";
import { Mark } from "#kernel/web/block/Mark.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Card } from "#kernel/web/block/Card.tsx";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { Button } from "antd";
import { UserCheck } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { person, personHandover } from "../person.entity.ts";
import type { Given } from "#kernel/seen.ts";

type Taker = { readonly id: string; readonly takerUserId: string };

/** What a leaving employee still holds, kind by kind: one taker for a whole kind, or one for a single line. */
export function Handover({ model }: { readonly model: EditModel }) {
  const say = useText();
  const kinds = useLookup("HANDOVER_KIND");
  const { base, unsaved } = useStore(model.state);
  const [busy, setBusy] = useState<string | null>(null);
  if (base === null || base["personStatus"] === "ACTIVE") return null;
  const lines = (base["handover"] ?? []) as readonly Row[];
  const done = lines.filter((line) => line["takerUserId"]).length;
  const locked = base["personStatus"] === "LEFT" || !model.editable();
  const groups = [...Map.groupBy(lines, (line) => String(line["kind"]))];

  const act = async (key: string, action: "doLeave" | "doLeft" | "doStay", input: Given<typeof person, "doLeave"> = {}): Promise<void> => {
    if (unsaved > 0) return toast.warning(["请先保存页面上的修改", "Save the page first"]);
    setBusy(key);
    try {
      const { document } = await entityCall.act(person, action, { id: String(base["id"]), versionNum: base["versionNum"], ...input });
      model.take(document);
      tellChanged({ entity: person.name, id: String(base["id"]), document });
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(null);
    }
  };
  const give = (key: string, handOver: readonly Taker[]): Promise<void> =>
    act(key, "doLeave", { leaveDate: String(base["leaveDate"]), handOver });
  const name = String(base["personName"]);
  const leave = async (): Promise<void> => {
    const yes = await confirm({
      title: [`确认${name}已离职？`, `Confirm that ${name} has left?`],
      text: [
        `任职到 ${String(base["leaveDate"])} 结束，账号在当日 24:00 停用。`,
        `Positions end on ${String(base["leaveDate"])}; the account is disabled that midnight.`,
      ],
      confirm: ["确认离职", "Confirm"],
      danger: true,
    });
    if (yes) await act("left", "doLeft");
  };
  const stay = async (): Promise<void> => {
    if (
      await confirm({
        title: [`${name}不离职了？`, `${name} stays?`],
        text: ["交接清单会清空，已指定的接手人一并取消。", "The hand-over list and the named successors are removed."],
        confirm: ["撤销离职", "Stay"],
      })
    )
      await act("stay", "doStay");
  };

  return (
    <Section
      name="handover"
      title={say(["离职交接", "Hand-over"])}
      tools={
        <>
          <span className={done === lines.length ? "pc-ok" : "pc-warn"} role="status">
            {lines.length === 0
              ? say(["没有需要交接的事项，可以确认离职", "Nothing to hand over. You can confirm the leave"])
              : done === lines.length
                ? say([
                    `${lines.length} 项都有接手人，可以确认离职`,
                    `All ${lines.length} items have a successor. You can confirm the leave`,
                  ])
                : say([
                    `已交接 ${done} / ${lines.length} 项，还有 ${lines.length - done} 项没有接手人`,
                    `${done} of ${lines.length} handed over, ${lines.length - done} without a successor`,
                  ])}
          </span>
          <span className="pg-faint">
            {say([
              `离职日期 ${String(base["leaveDate"] ?? "–")}，账号在当日 24:00 停用`,
              `Leaves on ${String(base["leaveDate"] ?? "–")}; the account is disabled that midnight`,
            ])}
          </span>
          {locked || !model.viewer.may("btnLeave") ? null : (
            <LeaveButtons open={lines.length - done} busy={busy} stay={stay} leave={leave} />
          )}
        </>
      }
    >
      <Stack>
        {groups.map(([kind, rows]) => (
          <Group key={kind} name={kinds.meaning(kind)} rows={rows} locked={locked} busy={busy} give={give} />
        ))}
      </Stack>
    </Section>
  );
}

interface LeaveProps {
  readonly open: number;
  readonly busy: string | null;
  stay(): Promise<void>;
  leave(): Promise<void>;
}

/** The leave is confirmed once everything has a successor. */
function LeaveButtons({ open, busy, stay, leave }: LeaveProps) {
  const say = useText();
  return (
    <>
      <Button size="small" loading={busy === "stay"} onClick={() => void stay()}>
        {say(["撤销离职", "Stay"])}
      </Button>
      <Button
        size="small"
        danger
        {...(open === 0 ? { type: "primary" as const } : {})}
        loading={busy === "left"}
        disabled={open > 0}
        title={open > 0 ? say([`还有 ${open} 项没有接手人`, `${open} items without a successor`]) : undefined}
        onClick={() => void leave()}
      >
        {say(["确认离职", "Confirm left"])}
      </Button>
    </>
  );
}

interface GroupProps {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly locked: boolean;
  readonly busy: string | null;
  give(key: string, takers: readonly Taker[]): Promise<void>;
}

function Group({ name, rows, locked, busy, give }: GroupProps) {
  const say = useText();
  const [taker, setTaker] = useState<Row>({});
  const open = rows.filter((row) => !row["takerUserId"]);
  const user = taker["takerUserId"] as string | undefined;
  return (
    <Card
      flush
      label={name}
      title={name}
      note={
        <span className={`pg-pill${open.length > 0 ? " pg-pill-warn" : ""}`}>
          {open.length > 0 ? say([`${open.length} 项待交接`, `${open.length} open`]) : rows.length}
        </span>
      }
      tools={
        open.length > 0 && !locked ? (
          <>
            <span style={{ width: 240 }}>
              <RefInput
                field={personHandover.fields.takerUserId}
                fieldKey="takerUserId"
                row={taker}
                label={say([`${name}的接手人`, `Successor of ${name}`])}
                placeholder={say(["整类指定接手人", "One successor for all"])}
                patch={setTaker}
              />
            </span>
            <Button
              icon={<UserCheck size={14} />}
              disabled={!user}
              loading={busy === name}
              onClick={() =>
                void give(
                  name,
                  open.map((row) => ({ id: String(row["id"]), takerUserId: user! })),
                ).then(() => setTaker({}))
              }
            >
              {say([`指定 ${open.length} 项`, `Assign ${open.length}`])}
            </Button>
          </>
        ) : null
      }
    >
      <ItemList>
        {rows.map((row) => (
          <Item
            key={String(row["id"])}
            title={
              row["route"] ? (
                <PageLink href={`/main/${String(row["route"])}${row["docId"] ? `?id=${String(row["docId"])}` : ""}`}>
                  {String(row["title"])}
                </PageLink>
              ) : (
                String(row["title"])
              )
            }
            end={<LineTaker row={row} locked={locked} busy={busy !== null} give={give} />}
          />
        ))}
      </ItemList>
    </Card>
  );
}

/** Who takes over one thing, or the box to name that person. */
function LineTaker({ row, locked, busy, give }: Pick<GroupProps, "locked" | "give"> & { readonly row: Row; readonly busy: boolean }) {
  const say = useText();
  if (row["takerUserId"])
    return (
      <Mark tone="success" note={String(row["takenAt"] ?? "").slice(5, 16)}>
        {String(row["takerUserName"] ?? row["takerUserCode"] ?? "")}
      </Mark>
    );
  if (locked) return <span className="pg-none">–</span>;
  return (
    <span style={{ width: 240 }}>
      <RefInput
        field={personHandover.fields.takerUserId}
        fieldKey="takerUserId"
        row={{}}
        disabled={busy}
        label={say([`${String(row["title"])} 的接手人`, `Successor for ${String(row["title"])}`])}
        placeholder={say(["接手人", "Successor"])}
        patch={(_, record) => record && void give(String(row["id"]), [{ id: String(row["id"]), takerUserId: record.id }])}
      />
    </span>
  );
}
