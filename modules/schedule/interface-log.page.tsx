import type { Entity } from "#kernel/entity.ts";
import { interfaceLog } from "#kernel/platform/outside-log.entity.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Message } from "./parts/Message.tsx";
import { RateStrip } from "./parts/RateStrip.tsx";

export const page = { route: "srmBaseInterfaceLogsList", title: ["接口日志", "Interface logs"] };

const facts: Entity = {
  ...interfaceLog,
  list: ["interfaceCode", "callTime", "direction", "partner", "bizNum", "httpStatus", "costMs", "tryCount", "traceId", "resendAt"],
};

const slots = listSlots<typeof interfaceLog>({
  hideNew: true,
  head: () => <RateStrip />,
  rowTone: (row) => (row.result === "FAILED" ? "late" : null),
  cells: { errorMsg: { width: 260 }, costMs: { isSummary: false }, httpStatus: { isSummary: false }, tryCount: { isSummary: false } },
  sidePanel: (row) => <Message key={String(row.id)} entity={interfaceLog} facts={facts} row={row} request="request" response="response" />,
});

/** What other systems said to this one and this one to them, document by document. */
export default function InterfaceLogsPage() {
  return (
    <Ground>
      <ListPage entity={interfaceLog} slots={slots} />
    </Ground>
  );
}
