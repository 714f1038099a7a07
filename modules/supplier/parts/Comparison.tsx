import type { Seen } from "#kernel/seen.ts";
import { companions } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Input, Segmented } from "antd";
import { PhoneCall } from "lucide-react";
import { useState } from "react";
import { changeLine, supplierChange } from "../change.entity.ts";
import { endField, partOf } from "../change.ts";
import { sectionWords } from "../change.words.ts";
import { GuardTag } from "./FieldRows.tsx";

type Line = Seen<typeof changeLine>;

/** One side of a line as text: the value, or the name behind a reference. */
export function Side({ line, side }: { readonly line: Line; readonly side: "old" | "new" }) {
  const say = useText();
  const key = String(line.fieldKey);
  const declared = partOf(String(line.entityName))?.entity.fields[key];
  const value = side === "old" ? line.oldValue : line.newValue;
  if (key === endField && line.rowAction === "DISABLE")
    return <span>{side === "old" ? say(["启用", "In use"]) : say(["停用", "Inactive"])}</span>;
  if (!declared) return <span>{String(value ?? "–")}</span>;
  if (declared.kind === "files") return <span className="pg-faint">{side === "new" ? say(["见附件", "See the files"]) : "–"}</span>;
  const name = side === "old" ? line.oldName : line.newName;
  if ((declared.kind === "ref" || declared.kind === "refs") && name) return <span>{String(name)}</span>;
  const field: Field = { ...declared, hidden: undefined, english: undefined };
  return <FieldText field={field} fieldKey={key} row={{ [key]: value, [companions(key).name]: name }} plain />;
}

interface Judged {
  readonly lineResult: string | null;
  readonly lineRemark: string;
}

/** Line by line what was and what shall be; approvers say here which lines they do not want. */
export function Comparison({ change }: { readonly change: Seen<typeof supplierChange> }) {
  const say = useText();
  const viewer = useViewer();
  const lines = change.lines ?? [];
  const sections = [...new Set(lines.map((line) => String(line.section)))];
  const [said, setSaid] = useState<Readonly<Record<string, Judged>>>({});
  const work = useWork();
  const judges = change.status === "APPROVING" && viewer.may("btnApproval") && change.initiatorId !== viewer.userId;
  const saidOf = (line: Line): Judged =>
    said[String(line.id)] ?? { lineResult: line.lineResult ?? null, lineRemark: String(line.lineRemark ?? "") };
  const keep = (): Promise<void> =>
    work.run(async () => {
      const lineResults = Object.entries(said).map(([id, judged]) => ({
        id,
        lineResult: judged.lineResult,
        lineRemark: judged.lineRemark || null,
      }));
      const { document } = await entityCall.act(supplierChange, "doJudge", {
        id: change.id,
        versionNum: change.versionNum,
        lineResults,
      });
      tellChanged({ entity: supplierChange.name, id: String(change.id), document });
      setSaid({});
      toast.success(["已记录逐项意见", "Remarks kept"]);
    });
  return (
    <section className="pg-section" data-section="lines" aria-label={say(["变更对照", "Comparison"])}>
      <h2 className="pg-h2">{say(["变更对照", "Comparison"])}</h2>
      {change.status === "VERIFYING" ? <Verification change={change} /> : null}
      {sections.map((section) => (
        <div key={section} className="pg-block">
          <h3 className="pg-h3">{say(sectionWords[section] ?? [section, section])}</h3>
          <PlainTable
            stacked
            label={say(sectionWords[section] ?? [section, section])}
            rows={lines.filter((line) => line.section === section)}
            rowKey={({ id }) => id}
            rowTone={(line) => (saidOf(line).lineResult === "REFUSE" ? "error" : undefined)}
            columns={[
              { key: "field", title: say(["字段", "Field"]), width: 200, cell: (line) => <FieldOf line={line} /> },
              {
                key: "old",
                title: say(["旧值", "Old value"]),
                width: "32%",
                cell: (line) => (
                  <span className="pg-faint">
                    <Side line={line} side="old" />
                  </span>
                ),
              },
              {
                key: "new",
                title: say(["新值", "New value"]),
                cell: (line) => (
                  <>
                    <Side line={line} side="new" />
                    <FilesBlock entity={changeLine} fieldKey="fileIds" row={line} showVisibility={false} />
                  </>
                ),
              },
              {
                key: "remark",
                title: say(["原因与意见", "Reason and remark"]),
                cell: (line) => (
                  <Remark
                    line={line}
                    said={saidOf(line)}
                    {...(judges ? { judge: (judged: Judged) => setSaid({ ...said, [line.id]: judged }) } : {})}
                  />
                ),
              },
            ]}
          />
        </div>
      ))}
      {judges ? (
        <Inline>
          <Button loading={work.busy} disabled={Object.keys(said).length === 0} onClick={() => void keep()}>
            {say(["保存逐项意见", "Keep remarks"])}
          </Button>
          <span className="pc-note">
            {say(["未标记的项随单据一并批准，被拒绝的项不写入档案", "Unmarked lines are approved; rejected lines are not applied"])}
          </span>
          <WorkError of={work} />
        </Inline>
      ) : null}
    </section>
  );
}

function FieldOf({ line }: { readonly line: Line }) {
  const say = useText();
  const action = useLookup("ROW_ACTION");
  return (
    <>
      {say([line.fieldLabel ?? "", line.fieldLabelEn ?? line.fieldLabel ?? ""])} <GuardTag level={line.guardLevel} />
      <small className="pc-note">
        {line.rowAction === "UPDATE" ? "" : `${action.meaning(line.rowAction)} `}
        {line.rowTitle}
      </small>
    </>
  );
}

interface RemarkProps {
  readonly line: Line;
  readonly said: Judged;
  judge?(judged: Judged): void;
}

/** Why it shall change, and what an approver thinks of it. */
function Remark({ line, said, judge }: RemarkProps) {
  const say = useText();
  const result = useLookup("LINE_RESULT");
  return (
    <Stack gap="xs">
      {line.reason}
      {judge ? (
        <>
          <Segmented
            size="small"
            value={said.lineResult ?? ""}
            options={[
              { value: "", label: say(["未标记", "Unmarked"]) },
              { value: "ACCEPT", label: result.meaning("ACCEPT") },
              { value: "REFUSE", label: result.meaning("REFUSE") },
            ]}
            onChange={(value) => judge({ ...said, lineResult: value || null })}
          />
          {said.lineResult === "REFUSE" ? (
            <Input
              size="small"
              maxLength={500}
              value={said.lineRemark}
              placeholder={say(["拒绝的意见（必填）", "Reason for rejection (required)"])}
              onChange={(event) => judge({ ...said, lineRemark: event.target.value })}
            />
          ) : null}
        </>
      ) : said.lineResult ? (
        <Words tone={said.lineResult === "REFUSE" ? "error" : "success"}>
          {result.meaning(said.lineResult)} {said.lineRemark}
        </Words>
      ) : null}
    </Stack>
  );
}

interface Number {
  readonly name: string;
  readonly what: string;
  readonly number: string;
  readonly recent: boolean;
}

/** What the supplier itself is told of it. */
const heldWords: Text = [
  "收款账户变更核验中，付款已冻结。我方将拨打变更前登记的电话核实，核实前请保持原联系方式畅通。",
  "The bank account is being verified and payments are on hold. We will call a number that was on file before the change; please keep it reachable.",
];

/** Whom finance may call: only numbers that were there before. */
function Verification({ change }: { readonly change: Seen<typeof supplierChange> }) {
  const say = useText();
  const viewer = useViewer();
  const work = useWork();
  const role = useLookup("CONTACT_ROLE");
  const [numbers, setNumbers] = useState<readonly Number[] | null>(null);
  const mayVerify = viewer.may("btnVerifyBank");
  return (
    <Notice tone="warning">
      <Stack gap="s">
        <p>
          {say(
            viewer.audience === "supplier"
              ? heldWords
              : [
                  "收款账户变更核验中，付款已冻结。请回拨变更前已登记的号码向供应商核实，核验人不能是变更发起人。",
                  "A bank account is being verified and payments are on hold. Call a number that was on file before; the verifier cannot be the initiator.",
                ],
          )}
        </p>
        {mayVerify && change.initiatorId !== viewer.userId ? (
          numbers === null ? (
            <Button
              size="small"
              icon={<PhoneCall size={13} />}
              loading={work.busy}
              onClick={() =>
                void work.run(async () =>
                  setNumbers((await call<readonly Number[]>("srmServer/v1/srmSupChangeInfoRestful/findNumbers", { id: change.id })).data),
                )
              }
            >
              {say(["显示可回拨的号码", "Show numbers to call"])}
            </Button>
          ) : (
            <PlainTable
              dense
              label={say(["可回拨的号码", "Numbers to call"])}
              rows={numbers}
              rowKey={(_, at) => String(at)}
              columns={[
                { key: "name", title: say(["姓名", "Name"]), cell: ({ name }) => name },
                {
                  key: "what",
                  title: say(["职务", "Role"]),
                  cell: ({ what }) =>
                    what
                      ?.split(",")
                      .map((code) => role.meaning(code))
                      .join(say(["、", ", "])),
                },
                { key: "number", title: say(["号码", "Number"]), noWrap: true, cell: ({ number }) => number },
                {
                  key: "recent",
                  title: say(["说明", "Note"]),
                  cell: ({ recent }) => (recent ? say(["近30天内变更过，不可用", "Changed within 30 days, cannot be used"]) : ""),
                },
              ]}
            />
          )
        ) : null}
        <WorkError of={work} />
      </Stack>
    </Notice>
  );
}
