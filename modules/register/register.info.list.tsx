import { Button, Skeleton } from "antd";
import { ArrowLeft, Check, CornerUpLeft, Save, X } from "lucide-react";
import { useMemo, useState } from "react";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { ApprovalSheet } from "#kernel/web/page/document/approvals.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import type { Tab } from "./completeness.ts";
import { Candidates, OutsideData, Risks } from "./parts/Findings.tsx";
import { countOn, ReasonDialog, ReviewTab, type Opinion } from "./parts/Review.tsx";
import { register } from "./register.entity.ts";
import { readRemarks, readTicks, type Remarks } from "./review.ts";
import { fileTabs, tabOfPath } from "./tabs.ts";
import "./parts/register.css";

export const page = { route: "supplierRegisterInfoApproval", title: ["注册信息审批", "Information review"] };

const route = "supplierRegisterInfoApproval";
const entity = register as unknown as Entity;
const openReview = (row: Row): void => void openPage({ path: route, query: { id: String(row["id"]) } });

/** Second stage: the list of files, or one of them with everything a reviewer needs. */
export default function RegisterInfoApproval() {
  const tab = useTab();
  const id = tab.query["id"];
  const slots = useMemo(
    () =>
      listSlots({
        hideNew: true,
        cells: { companyName: { width: 220 } },
        rowActions: () => [{ label: ["打开审核", "Open the review"], handler: openReview }],
        sidePanel: (row) => <Brief row={row} />,
      }),
    [],
  );
  return <Ground>{id ? <Review key={id} id={id} /> : <ListPage entity={entity} list="info" slots={slots} />}</Ground>;
}

/** What one wants to know before opening the file. */
function Brief({ row }: { readonly row: Row }) {
  const say = useText();
  const id = String(row["id"]);
  const load = useLoad(`file:${id}:${String(row["versionNum"])}`, () => entityCall.find(entity, id));
  return (
    <div className="rg-panel">
      <Button type="primary" block onClick={() => openReview(row)}>
        {say(["打开审核", "Open the review"])}
      </Button>
      <p className="pc-note">
        {say([
          `完整度 ${Number(row["completeness"])}%，退回 ${String(row["returnTimes"])} 次`,
          `${Number(row["completeness"])}% complete, returned ${String(row["returnTimes"])} times`,
        ])}
      </p>
      {load.data ? (
        <>
          <Candidates row={load.data} />
          <Risks row={load.data} />
        </>
      ) : null}
    </div>
  );
}

function Review({ id }: { readonly id: string }) {
  const say = useText();
  const load = useLoad(`review:${id}`, () => entityCall.find(entity, id));
  if (load.error && !load.data)
    return (
      <p className="rg-state" role="alert">
        {load.error}{" "}
        <Button size="small" onClick={load.again}>
          {say(["重试", "Retry"])}
        </Button>
      </p>
    );
  return load.data ? (
    <Opened key={String(load.data["versionNum"])} row={load.data} again={load.again} />
  ) : (
    <Skeleton active paragraph={{ rows: 10 }} />
  );
}

type Decision = "doApproval" | "doReturn" | "doReject";

function Opened({ row, again }: { readonly row: Row; readonly again: () => void }) {
  const say = useText();
  const viewer = useViewer();
  const work = useWork();
  const status = String(row["status"]);
  const isOpen = status === "INFO_REVIEW";
  const may = (button: string): boolean => isOpen && viewer.may(entity.name, button);
  const [now, setNow] = useState<Tab | "findings">("company");
  const [remarks, setRemarks] = useState<Remarks>(() => readRemarks(row["reviewRemarks"]));
  const [ticks, setTicks] = useState<readonly string[]>(() => readTicks(row["reviewTicks"]));
  const [asking, setAsking] = useState<Decision | null>(null);
  const changed = useMemo(() => readTicks(row["changedPaths"]), [row]);
  const opinion: Opinion = {
    remarks,
    ticks,
    changed,
    editable: may("btnReturn"),
    remark: (path, text) =>
      setRemarks((old) => Object.fromEntries(Object.entries({ ...old, [path]: text }).filter(([key, one]) => one !== "" || key !== path))),
    tick: (path) => setTicks((old) => (old.includes(path) ? old.filter((one) => one !== path) : [...old, path])),
  };
  const act = (action: string, input: Row, done: readonly [string, string]): Promise<void> =>
    work.run(async () => {
      await entityCall.act(entity, action, { id: row["id"], ...input });
      toast.success(done);
      setAsking(null);
      again();
    });
  const decide = (text: string): void => {
    if (asking === "doApproval") void act("doApproval", text ? { opinion: text } : {}, ["已通过", "Approved"]);
    if (asking === "doReturn") void act("doReturn", { remarks, ...(text ? { opinion: text } : {}) }, ["已退回补充", "Returned"]);
    if (asking === "doReject") void act("doReject", { opinion: text }, ["已拒绝", "Refused"]);
  };
  const written = Object.keys(remarks).length;
  const tab = fileTabs.find((one) => one.key === now);
  return (
    <div className="rv-page">
      <header className="rg-head">
        <div>
          <h1>
            <button
              type="button"
              className="s-icon-btn"
              aria-label={say(["返回列表", "Back to the list"])}
              onClick={() => void openPage({ path: route })}
            >
              <ArrowLeft size={16} />
            </button>{" "}
            {String(row["companyName"])} <StatusTag entity={entity} code={status} />
          </h1>
          <p className="pc-note">
            {String(row["registerNo"])} · {say([`完整度 ${Number(row["completeness"])}%`, `${Number(row["completeness"])}% complete`])} ·{" "}
            {say([`退回 ${String(row["returnTimes"])} 次`, `returned ${String(row["returnTimes"])} times`])}
            {changed.length ? say([` · 退回后修改 ${changed.length} 处`, ` · ${changed.length} places changed since`]) : ""}
          </p>
        </div>
        <span className="rg-buttons">
          {may("btnReturn") ? (
            <Button
              icon={<Save size={14} />}
              loading={work.busy}
              onClick={() => void act("doMark", { remarks, ticks }, ["意见已保存", "Remarks kept"])}
            >
              {say(["保存意见", "Keep remarks"])}
            </Button>
          ) : null}
          {may("btnReject") ? (
            <Button danger icon={<X size={14} />} onClick={() => (work.clear(), setAsking("doReject"))}>
              {say(["拒绝", "Refuse"])}
            </Button>
          ) : null}
          {may("btnReturn") ? (
            <Button icon={<CornerUpLeft size={14} />} onClick={() => (work.clear(), setAsking("doReturn"))}>
              {say([`退回补充（${written}）`, `Return (${written})`])}
            </Button>
          ) : null}
          {may("btnApproval") ? (
            <Button type="primary" icon={<Check size={14} />} onClick={() => (work.clear(), setAsking("doApproval"))}>
              {say(["通过", "Approve"])}
            </Button>
          ) : null}
        </span>
      </header>
      {work.error && asking === null ? (
        <p className="pg-error" role="alert">
          {work.error}
        </p>
      ) : null}
      <div className="rg-main">
        <aside className="rg-side">
          <nav aria-label={say(["资料页签", "Pages of the file"])}>
            {fileTabs.map((one) => (
              <button key={one.key} type="button" aria-current={one.key === now ? "page" : undefined} onClick={() => setNow(one.key)}>
                <span>{say(one.label)}</span>
                <TabMarks remarks={countOn(Object.keys(remarks), one.key, tabOfPath)} changed={countOn(changed, one.key, tabOfPath)} />
              </button>
            ))}
            <button type="button" aria-current={now === "findings" ? "page" : undefined} onClick={() => setNow("findings")}>
              <span>{say(["查重与外部信息", "Duplicates and outside data"])}</span>
            </button>
          </nav>
          <ApprovalSheet entity={entity} row={row} />
        </aside>
        <section className="rg-body" data-tab={now}>
          {tab ? (
            <>
              <h2 className="pg-h2">{say(tab.label)}</h2>
              <ReviewTab tab={tab} row={row} opinion={opinion} />
            </>
          ) : (
            <>
              <Candidates row={row} />
              <Risks row={row} />
              <OutsideData row={row} />
            </>
          )}
        </section>
      </div>
      {asking ? (
        <ReasonDialog
          title={say(
            asking === "doApproval"
              ? ["通过后将建立供应商档案，确定通过吗？", "The supplier is created. Approve?"]
              : asking === "doReturn"
                ? [`退回补充（${written} 处意见）`, `Return with ${written} remarks`]
                : ["拒绝后该账号停用，确定拒绝吗？", "The account ends. Refuse?"],
          )}
          label={say(asking === "doReject" ? ["拒绝原因", "Reason"] : ["总体意见（可不填）", "General remark (optional)"])}
          danger={asking === "doReject"}
          required={asking === "doReject" || (asking === "doReturn" && written === 0)}
          busy={work.busy}
          error={work.error}
          done={decide}
          close={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
}

function TabMarks({ remarks, changed }: { readonly remarks: number; readonly changed: number }) {
  const say = useText();
  return (
    <>
      {changed ? <em data-tone="run">{say([`改 ${changed}`, `${changed} changed`])}</em> : null}
      {remarks ? <em>{say([`意见 ${remarks}`, `${remarks} remarks`])}</em> : null}
    </>
  );
}
