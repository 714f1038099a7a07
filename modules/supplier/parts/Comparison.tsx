import { companions } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
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
import "./change.css";

const linesOf = (change: Row): readonly Row[] => (Array.isArray(change["lines"]) ? (change["lines"] as readonly Row[]) : []);

/** One side of a line as text: the value, or the name behind a reference. */
export function Side({ line, side }: { readonly line: Row; readonly side: "old" | "new" }) {
  const say = useText();
  const key = String(line["fieldKey"]);
  const declared = partOf(String(line["entityName"]))?.entity.fields[key];
  const value = line[`${side}Value`];
  if (key === endField && line["rowAction"] === "DISABLE")
    return <span>{side === "old" ? say(["启用", "In use"]) : say(["停用", "Inactive"])}</span>;
  if (!declared) return <span>{String(value ?? "–")}</span>;
  if (declared.kind === "files") return <span className="pg-faint">{side === "new" ? say(["见附件", "See the files"]) : "–"}</span>;
  const name = line[`${side}Name`];
  if ((declared.kind === "ref" || declared.kind === "refs") && name) return <span>{String(name)}</span>;
  const field: Field = { ...declared, hidden: undefined as never, english: undefined as never };
  return <FieldText field={field} fieldKey={key} row={{ [key]: value, [companions(key).name]: name }} plain />;
}

interface Judged {
  readonly lineResult: string | null;
  readonly lineRemark: string;
}

/** Line by line what was and what shall be; approvers say here which lines they do not want. */
export function Comparison({ change }: { readonly change: Row }) {
  const say = useText();
  const viewer = useViewer();
  const lines = linesOf(change);
  const sections = [...new Set(lines.map((line) => String(line["section"])))];
  const [said, setSaid] = useState<Readonly<Record<string, Judged>>>({});
  const work = useWork();
  const judges = change["status"] === "APPROVING" && viewer.may("btnApproval") && change["initiatorId"] !== viewer.userId;
  const saidOf = (line: Row): Judged =>
    said[String(line["id"])] ?? { lineResult: (line["lineResult"] as string | null) ?? null, lineRemark: String(line["lineRemark"] ?? "") };
  const keep = (): Promise<void> =>
    work.run(async () => {
      const lineResults = Object.entries(said).map(([id, one]) => ({ id, lineResult: one.lineResult, lineRemark: one.lineRemark || null }));
      const { document } = await entityCall.act(supplierChange, "doJudge", {
        id: change["id"],
        versionNum: change["versionNum"],
        lineResults,
      });
      tellChanged({ entity: supplierChange.name, id: String(change["id"]), document });
      setSaid({});
      toast.success(["已记录逐项意见", "Remarks kept"]);
    });
  return (
    <section className="pg-section" data-section="lines" aria-label={say(["变更对照", "Comparison"])}>
      <h2 className="pg-h2">{say(["变更对照", "Comparison"])}</h2>
      {change["status"] === "VERIFYING" ? <Verification change={change} /> : null}
      {sections.map((section) => (
        <div key={section} className="pg-block">
          <h3 className="pg-h3">{say(sectionWords[section] ?? [section, section])}</h3>
          <table className="sc-table sc-compare">
            <thead>
              <tr>
                <th className="sc-name">{say(["字段", "Field"])}</th>
                <th className="sc-now">{say(["旧值", "Old value"])}</th>
                <th>{say(["新值", "New value"])}</th>
                <th>{say(["原因与意见", "Reason and remark"])}</th>
              </tr>
            </thead>
            <tbody>
              {lines
                .filter((line) => line["section"] === section)
                .map((line) => (
                  <LineRow
                    key={String(line["id"])}
                    line={line}
                    said={saidOf(line)}
                    {...(judges ? { say: (one: Judged) => setSaid({ ...said, [String(line["id"])]: one }) } : {})}
                  />
                ))}
            </tbody>
          </table>
        </div>
      ))}
      {judges ? (
        <div className="sc-bar">
          <Button loading={work.busy} disabled={Object.keys(said).length === 0} onClick={() => void keep()}>
            {say(["保存逐项意见", "Keep remarks"])}
          </Button>
          <span className="pc-note">
            {say(["未标记的项随单据一并批准，被拒绝的项不写入档案", "Unmarked lines are approved; rejected lines are not applied"])}
          </span>
          <WorkError of={work} />
        </div>
      ) : null}
    </section>
  );
}

function LineRow({ line, said, say: judge }: { readonly line: Row; readonly said: Judged; say?(one: Judged): void }) {
  const say = useText();
  const action = useLookup("ROW_ACTION");
  const result = useLookup("LINE_RESULT");
  return (
    <tr data-refused={said.lineResult === "REFUSE" ? "" : undefined}>
      <td className="sc-name">
        {say([String(line["fieldLabel"] ?? ""), String(line["fieldLabelEn"] ?? line["fieldLabel"] ?? "")])}
        <GuardTag level={line["guardLevel"]} />
        <div className="pc-note">
          {line["rowAction"] === "UPDATE" ? "" : `${action.meaning(line["rowAction"])} `}
          {String(line["rowTitle"] ?? "")}
        </div>
      </td>
      <td className="sc-now sc-old" data-label={say(["旧值", "Old value"])}>
        <Side line={line} side="old" />
      </td>
      <td data-label={say(["新值", "New value"])}>
        <Side line={line} side="new" />
        <FilesBlock entity={changeLine} fieldKey="fileIds" row={line} showVisibility={false} />
      </td>
      <td>
        {line["reason"] ? <div>{String(line["reason"])}</div> : null}
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
                className="sc-reason"
                size="small"
                maxLength={500}
                value={said.lineRemark}
                placeholder={say(["拒绝的意见（必填）", "Reason for rejection (required)"])}
                onChange={(event) => judge({ ...said, lineRemark: event.target.value })}
              />
            ) : null}
          </>
        ) : said.lineResult ? (
          <div className={said.lineResult === "REFUSE" ? "pc-bad" : "pc-ok"}>
            {result.meaning(said.lineResult)} {said.lineRemark}
          </div>
        ) : null}
      </td>
    </tr>
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
function Verification({ change }: { readonly change: Row }) {
  const say = useText();
  const viewer = useViewer();
  const work = useWork();
  const role = useLookup("CONTACT_ROLE");
  const [numbers, setNumbers] = useState<readonly Number[] | null>(null);
  const mayVerify = viewer.may("btnVerifyBank");
  return (
    <div className="sc-hold" role="note">
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
      {mayVerify && change["initiatorId"] !== viewer.userId ? (
        numbers === null ? (
          <Button
            size="small"
            icon={<PhoneCall size={13} />}
            loading={work.busy}
            onClick={() =>
              void work.run(async () =>
                setNumbers((await call<readonly Number[]>("srmServer/v1/srmSupChangeInfoRestful/findNumbers", { id: change["id"] })).data),
              )
            }
          >
            {say(["显示可回拨的号码", "Show numbers to call"])}
          </Button>
        ) : (
          <table className="sc-table">
            <tbody>
              {numbers.map((one, at) => (
                <tr key={at}>
                  <td>
                    {one.name}{" "}
                    <span className="pg-faint">
                      {one.what
                        ?.split(",")
                        .map((code) => role.meaning(code))
                        .join(say(["、", ", "]))}
                    </span>
                  </td>
                  <td className="pg-figure">{one.number}</td>
                  <td>{one.recent ? say(["近30天内变更过，不可用", "Changed within 30 days, cannot be used"]) : ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      ) : null}
      {work.error ? <p role="alert">{work.error}</p> : null}
    </div>
  );
}
