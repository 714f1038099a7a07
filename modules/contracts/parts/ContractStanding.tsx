import { div, format, isZero, mul, sum } from "#kernel/decimal.ts";
import type { ExplainedPosting } from "#kernel/ledger-postings.ts";
import { SplitBar } from "#kernel/web/block/Bar.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { PlainTable, type PlainColumn } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { Stack, type Tone } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useStore } from "zustand";
import { contract } from "../contract.entity.ts";
import { executed, nextStep, partsOf, unpaid, type BarStage } from "../execution/standing.ts";

type Model = EditModel<typeof contract>;
const money = (value: string | null | undefined): string => (value ? format(value, { scale: 2, thousands: true }) : "–");

const drawn: readonly (readonly [part: keyof ReturnType<typeof partsOf>, tone: Tone, pale: boolean])[] = [
  ["paid", "success", false],
  ["deducted", "neutral", false],
  ["asked", "info", false],
  ["due", "warning", false],
];

/** One stage as a bar: paid, deducted, requested and due; the rest is not yet due. */
function StageBar({ stage }: { readonly stage: BarStage }) {
  const say = useText();
  const parts = partsOf(stage);
  const whole = sum(Object.values(parts));
  const percent = (part: string): number => (isZero(whole) ? 0 : Number(div(mul(part, "100"), whole, 2)));
  return (
    <SplitBar
      label={say([
        `已付${money(parts.paid)}，已扣${money(parts.deducted)}，已申请${money(parts.asked)}，已到期${money(parts.due)}，未到期${money(parts.open)}`,
        `paid ${money(parts.paid)}, deducted ${money(parts.deducted)}, requested ${money(parts.asked)}, due ${money(parts.due)}, not yet due ${money(parts.open)}`,
      ])}
      parts={drawn.map(([key, tone, pale]) => ({ key, tone, pale, percent: percent(parts[key]) }))}
    />
  );
}

function Stages({ stages }: { readonly stages: readonly (BarStage & { readonly id?: unknown })[] }) {
  const say = useText();
  const { meaning } = useLookup("CCT_STAGE_STATUS");
  const nameOf = (stage: BarStage): string => say([stage.stageName, stage.stageNameEn ?? stage.stageName]);
  const figure = (key: string, cn: string, en: string, of: (stage: BarStage) => string | null): PlainColumn<BarStage> => ({
    key,
    title: say([cn, en]),
    number: true,
    cell: (stage) => money(of(stage)),
    total: money(sum(stages.map((stage) => of(stage) ?? "0"))),
  });
  return (
    <PlainTable
      stacked
      label={say(["付款阶段", "Payment stages"])}
      rows={stages}
      rowKey={(_, at) => String(at)}
      columns={[
        { key: "name", title: say(["阶段", "Stage"]), cell: nameOf },
        { key: "bar", title: say(["进度", "Progress"]), width: 180, cell: (stage) => <StageBar stage={stage} /> },
        figure("amount", "金额", "Amount", (stage) => stage.amount),
        figure("triggered", "已触发", "Due", (stage) => stage.triggeredAmount),
        figure("applied", "已申请", "Requested", (stage) => stage.appliedAmount),
        figure("paid", "已付", "Paid", (stage) => stage.paidAmount),
        figure("deducted", "已扣", "Deducted", (stage) => stage.deductedAmount),
        figure("open", "未付", "Open", (stage) => unpaid(stage)),
        { key: "day", title: say(["应付日", "Payable on"]), cell: (stage) => stage.dueDateCalc ?? "–" },
        { key: "status", title: say(["状态", "Status"]), cell: (stage) => meaning(stage.stageStatus) ?? stage.stageStatus },
      ]}
    />
  );
}

/** The orders, invoices and payments under the contract, with what each came to. */
function Documents({ id }: { readonly id: string }) {
  const say = useText();
  const load = useLoad(id, async () => {
    const body = { docType: contract.name, docId: id, ownerIds: [id], buckets: { ORD: 1, RCV: 1, INV: 1, PAY: 1, DED: 1 } };
    return (await call<{ readonly rows: readonly ExplainedPosting[] }>("srmServer/v1/srmCctPostingRestful/findPostings", body)).data;
  });
  const documents = executed(load.data?.rows ?? []);
  if (load.error) return <Notice tone="error">{load.error}</Notice>;
  if (documents.length === 0) return null;
  const figure = (event: string, cn: string, en: string): PlainColumn<(typeof documents)[number]> => ({
    key: event,
    title: say([cn, en]),
    number: true,
    cell: (row) => money(row.amounts[event]),
    total: money(sum(documents.map((row) => row.amounts[event] ?? "0"))),
  });
  return (
    <PlainTable
      stacked
      label={say(["合同下的单据", "Documents under the contract"])}
      rows={documents}
      rowKey={(row) => row.key}
      columns={[
        { key: "kind", title: say(["单据", "Document"]), cell: (row) => say(row.kind) },
        {
          key: "num",
          title: say(["编号", "Number"]),
          cell: (row) => (row.href ? <PageLink href={row.href}>{row.num}</PageLink> : row.num),
        },
        figure("ORDER", "已下单", "Ordered"),
        figure("RECEIVE", "已收货", "Received"),
        figure("INVOICE", "已开票", "Invoiced"),
        figure("PAY", "已付款", "Paid"),
        figure("DEDUCT", "已扣款", "Deducted"),
      ]}
    />
  );
}

const begun = ["SIGNED", "EFFECTIVE", "EXPIRED", "COMPLETED", "TERMINATED"];

/** Where a contract stands: a bar for each stage, the documents below, what comes next and who has it. */
export function ContractStanding({ model }: { readonly model: Model }) {
  const say = useText();
  const viewer = useViewer();
  const base = useStore(model.state, (state) => state.base);
  if (!base || !begun.includes(base.status ?? "") || viewer.audience === "supplier") return null;
  const stages = (base.stages ?? []) as unknown as readonly BarStage[];
  const standing = { status: base.status!, effectiveDate: base.effectiveDate ?? "", expiryDate: base.expiryDate ?? "", stages };
  return (
    <Section name="standing" title={say(["合同履行", "Execution"])}>
      <Stack>
        <Notice tone="info">{say(nextStep(standing))}</Notice>
        {stages.length ? <Stages stages={stages} /> : null}
        <Documents id={String(base.id)} />
      </Stack>
    </Section>
  );
}
