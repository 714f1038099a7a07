import type { Entity } from "#kernel/entity.ts";
import { tripartiteLog } from "#kernel/platform/outside-log.entity.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { CostStrip } from "./parts/CostStrip.tsx";
import { Message } from "./parts/Message.tsx";

export const page = { route: "srmBaseTripartiteLogsList", title: ["第三方日志", "Third-party logs"] };

const facts: Entity = {
  ...tripartiteLog,
  list: ["operation", "callTime", "provider", "bizNum", "units", "unitPrice", "cost", "costMs", "tryCount", "resendAt"],
};

const slots = listSlots<typeof tripartiteLog>({
  hideNew: true,
  head: () => <CostStrip />,
  rowTone: (row) => (row.result === "FAILED" ? "late" : null),
  cells: { errorMsg: { width: 260 }, costMs: { isSummary: false }, tryCount: { isSummary: false }, unitPrice: { isSummary: false } },
  sidePanel: (row) => (
    <Message key={String(row.id)} entity={tripartiteLog} facts={facts} row={row} request="requestMasked" response="responseMasked" />
  ),
});

/** What bought services were asked, what they answered, and what it cost. */
export default function ThirdPartyLogsPage() {
  return (
    <Ground>
      <ListPage entity={tripartiteLog} slots={slots} />
    </Ground>
  );
}
