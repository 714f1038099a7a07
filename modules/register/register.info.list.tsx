import { Button } from "antd";
import { ArrowLeft, Check, CornerUpLeft, Save, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Seen } from "#kernel/seen.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Guide, GuideHead, GuidePages } from "#kernel/web/block/Guide.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
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
import { subscribe } from "#kernel/web/push.ts";
import { useTab } from "#kernel/web/tabs.ts";
import type { Tab } from "./completeness.ts";
import { Candidates, OutsideData, Risks } from "./parts/Findings.tsx";
import { countOn, ReasonDialog, ReviewTab, type Opinion } from "./parts/Review.tsx";
import { register } from "./register.entity.ts";
import { readRemarks, readTicks, type Remarks } from "./review.ts";
import { fileTabs, tabOfPath } from "./tabs.ts";

export const page = { route: "supplierRegisterInfoApproval", title: ["注册信息审批", "Information review"] };

const returned = (row: Seen<typeof register>): string =>
  Number(row.returnTimes) === 1 ? "returned once" : `returned ${String(row.returnTimes)} times`;

/** Second stage: the list of files, or one of them with everything a reviewer needs. */
export default function RegisterInfoApproval() {
  const tab = useTab();
  const asked = tab.query.id || null;
  // A to-do names the file in the address; from the list it is opened in the same tab.
  const [shown, setShown] = useState({ asked, id: asked });
  if (shown.asked !== asked) setShown({ asked, id: asked });
  const { id } = shown;
  const slots = useMemo(() => {
    const openReview = (row: Seen<typeof register>): void => setShown((old) => ({ ...old, id: String(row.id) }));
    return listSlots<typeof register>({
      hideNew: true,
      cells: { companyName: { width: 220 } },
      rowActions: () => [{ label: ["打开审核", "Open the review"], handler: openReview }],
      sidePanel: (row) => <Brief row={row} open={() => openReview(row)} />,
    });
  }, []);
  return (
    <Ground>
      {id ? (
        <Review key={id} id={id} back={() => setShown((old) => ({ ...old, id: null }))} />
      ) : (
        <ListPage entity={register} list="info" slots={slots} />
      )}
    </Ground>
  );
}

/** What one wants to know before opening the file. */
function Brief({ row, open }: { readonly row: Seen<typeof register>; open(): void }) {
  const say = useText();
  const id = String(row.id);
  const load = useLoad(`file:${id}:${String(row.versionNum)}`, () => entityCall.find(register, id));
  return (
    <Stack>
      <Button type="primary" block onClick={open}>
        {say(["打开审核", "Open the review"])}
      </Button>
      <p className="pc-note">
        {say([
          `完整度 ${Number(row.completeness)}%，退回 ${String(row.returnTimes)} 次`,
          `${Number(row.completeness)}% complete, ${returned(row)}`,
        ])}
      </p>
      {load.data ? (
        <>
          <Candidates row={load.data} />
          <Risks row={load.data} />
        </>
      ) : null}
    </Stack>
  );
}

function Review({ id, back }: { readonly id: string; back(): void }) {
  const load = useLoad(`review:${id}`, () => entityCall.find(register, id));
  const { again } = load;
  // The applicant works at the same file: what is handed in or taken back shows at once.
  useEffect(() => subscribe(`doc:${register.name}:${id}`, again), [id, again]);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(row) => <Opened key={row.versionNum} row={row} again={load.again} back={back} />}
    </PanelState>
  );
}

type Decision = "doApproval" | "doReturn" | "doReject";
interface Said {
  readonly opinion?: string;
  readonly remarks?: Remarks;
  readonly ticks?: readonly string[];
}

/** What the reviewer says and ticks, from what was kept before. */
function useOpinion(row: Seen<typeof register>, editable: boolean): Opinion {
  const [remarks, setRemarks] = useState<Remarks>(() => readRemarks(row.reviewRemarks));
  const [ticks, setTicks] = useState<readonly string[]>(() => readTicks(row.reviewTicks));
  const changed = useMemo(() => readTicks(row.changedPaths), [row]);
  return {
    remarks,
    ticks,
    changed,
    editable,
    remark: (path, text) =>
      setRemarks((old) =>
        Object.fromEntries(Object.entries({ ...old, [path]: text }).filter(([key, value]) => value !== "" || key !== path)),
      ),
    tick: (path) => setTicks((old) => (old.includes(path) ? old.filter((value) => value !== path) : [...old, path])),
  };
}

function Opened({ row, again, back }: { readonly row: Seen<typeof register>; again(): void; back(): void }) {
  const say = useText();
  const viewer = useViewer();
  const work = useWork();
  const may = (button: string): boolean => row.status === "INFO_REVIEW" && viewer.may(button);
  const opinion = useOpinion(row, may("btnReturn"));
  const [now, setNow] = useState<Tab | "findings">("company");
  const [asking, setAsking] = useState<Decision | null>(null);
  const { remarks, ticks } = opinion;
  const act = (action: Decision | "doMark", input: Said, done: readonly [string, string]): Promise<void> =>
    work.run(async () => {
      await entityCall.act(register, action, { id: row.id, ...input });
      toast.success(done);
      setAsking(null);
      again();
    });
  const decide = (text: string): void => {
    if (asking === "doApproval") void act("doApproval", text ? { opinion: text } : {}, ["已通过", "Approved"]);
    if (asking === "doReturn") void act("doReturn", { remarks, ...(text ? { opinion: text } : {}) }, ["已退回补充", "Returned"]);
    if (asking === "doReject") void act("doReject", { opinion: text }, ["已拒绝", "Rejected"]);
  };
  const tab = fileTabs.find((fileTab) => fileTab.key === now);
  return (
    <>
      <Guide
        inside
        head={
          <>
            <ReviewHead
              row={row}
              opinion={opinion}
              busy={work.busy}
              back={back}
              may={may}
              keep={() => void act("doMark", { remarks, ticks }, ["意见已保存", "Remarks kept"])}
              ask={(decision) => (work.clear(), setAsking(decision))}
            />
            {work.error && asking === null ? (
              <Notice tone="error" alert>
                {work.error}
              </Notice>
            ) : null}
          </>
        }
        side={<ReviewSide row={row} now={now} opinion={opinion} choose={setNow} />}
      >
        <Box>
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
        </Box>
      </Guide>
      {asking ? (
        <Asked
          asking={asking}
          written={Object.keys(remarks).length}
          busy={work.busy}
          error={work.error}
          done={decide}
          close={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}

interface HeadProps {
  readonly row: Seen<typeof register>;
  readonly opinion: Opinion;
  readonly busy: boolean;
  back(): void;
  may(button: string): boolean;
  keep(): void;
  ask(decision: Decision): void;
}

function ReviewHead({ row, opinion, busy, back, may, keep, ask }: HeadProps) {
  const say = useText();
  const written = Object.keys(opinion.remarks).length;
  const changed = opinion.changed.length;
  return (
    <GuideHead
      title={
        <>
          <button type="button" className="s-icon-btn" aria-label={say(["返回列表", "Back to the list"])} onClick={back}>
            <ArrowLeft size={16} />
          </button>{" "}
          {row.companyName} <StatusTag entity={register} code={row.status} />
        </>
      }
      note={[
        row.registerNo,
        say([`完整度 ${Number(row.completeness)}%`, `${Number(row.completeness)}% complete`]),
        say([`退回 ${row.returnTimes} 次`, returned(row)]),
        changed ? say([`退回后修改 ${changed} 处`, `${changed} places changed since`]) : "",
      ]
        .filter(Boolean)
        .join(" · ")}
      end={
        <Inline>
          {may("btnReturn") ? (
            <Button icon={<Save size={14} />} loading={busy} onClick={keep}>
              {say(["保存意见", "Keep remarks"])}
            </Button>
          ) : null}
          {may("btnReject") ? (
            <Button danger icon={<X size={14} />} onClick={() => ask("doReject")}>
              {say(["拒绝", "Reject"])}
            </Button>
          ) : null}
          {may("btnReturn") ? (
            <Button icon={<CornerUpLeft size={14} />} onClick={() => ask("doReturn")}>
              {say([`退回补充（${written}）`, `Return (${written})`])}
            </Button>
          ) : null}
          {may("btnApproval") ? (
            <Button type="primary" icon={<Check size={14} />} onClick={() => ask("doApproval")}>
              {say(["通过", "Approve"])}
            </Button>
          ) : null}
        </Inline>
      }
    />
  );
}

interface SideProps {
  readonly row: Seen<typeof register>;
  readonly now: Tab | "findings";
  readonly opinion: Opinion;
  choose(tab: Tab | "findings"): void;
}

function ReviewSide({ row, now, opinion, choose }: SideProps) {
  const say = useText();
  return (
    <>
      <GuidePages
        label={say(["资料页签", "Pages of the file"])}
        pages={[
          ...fileTabs.map(({ key, label }) => {
            const changed = countOn(opinion.changed, key, tabOfPath);
            const remarks = countOn(Object.keys(opinion.remarks), key, tabOfPath);
            return {
              key,
              title: say(label),
              badges: [
                changed ? (["info", say([`改 ${changed}`, `${changed} changed`])] as const) : null,
                remarks ? (["warning", say([`意见 ${remarks}`, `${remarks} remarks`])] as const) : null,
              ],
            };
          }),
          { key: "findings", title: say(["查重与外部信息", "Duplicates and external data"]) },
        ]}
        now={now}
        choose={(key) => choose(key as Tab)}
      />
      <ApprovalSheet entity={register} row={row} />
    </>
  );
}

interface AskedProps {
  readonly asking: Decision;
  readonly written: number;
  readonly busy: boolean;
  readonly error: string;
  done(text: string): void;
  close(): void;
}

function Asked({ asking, written, ...rest }: AskedProps) {
  const say = useText();
  const titles = {
    doApproval: ["通过后将建立供应商档案，确定通过吗？", "The supplier is created. Approve?"],
    doReturn: [`退回补充（${written} 处意见）`, `Return with ${written} remarks`],
    doReject: ["拒绝后该账号停用，确定拒绝吗？", "The account will be closed. Reject?"],
  } as const;
  return (
    <ReasonDialog
      title={say(titles[asking])}
      label={say(asking === "doReject" ? ["拒绝原因", "Reason"] : ["总体意见（可不填）", "General remark (optional)"])}
      danger={asking === "doReject"}
      required={asking === "doReject" || (asking === "doReturn" && written === 0)}
      {...rest}
    />
  );
}
