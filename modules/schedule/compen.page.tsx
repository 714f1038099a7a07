import type { Row } from "#kernel/page-document.ts";
import { transactionCompen } from "#kernel/platform/compen.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { ArrowRight } from "lucide-react";
import { Payload } from "./parts/Payload.tsx";
import "./parts/schedule.css";

export const page = { route: "transactionCompen", title: ["事务补偿", "Compensation"] };

/** What was to happen, in the words of the business: which document, which step, whom it reaches. */
function InWords({ row }: { readonly row: Row }) {
  const say = useText();
  const kinds = useLookup("ENTITY");
  const kind = kinds.meaning(String(row["bizType"]));
  const amount = row["amount"] ? `${String(row["currency"] ?? "")} ${String(row["amount"])}` : null;
  return (
    <section className="sc-chain" aria-label={say(["这一步", "The step"])}>
      <div>
        <span className="pg-faint">{say(["单据", "Document"])}</span>
        <b>{String(row["bizNum"] ?? row["bizId"])}</b>
        <span className="pg-faint">{kind}</span>
      </div>
      <ArrowRight size={16} aria-hidden />
      <div>
        <span className="pg-faint">{say(["步骤", "Step"])}</span>
        <b>{String(row["step"])}</b>
        {amount ? <span>{amount}</span> : null}
      </div>
      <ArrowRight size={16} aria-hidden />
      <div>
        <span className="pg-faint">{say(["对方", "Partner"])}</span>
        <b>{String(row["targetService"])}</b>
      </div>
    </section>
  );
}

/** What pressing one of the buttons would mean. */
function Effects({ row }: { readonly row: Row }) {
  const say = useText();
  if (row["status"] !== "FAILED") return null;
  const isMoney = Number(row["amount"] ?? 0) > 0;
  return (
    <ul className="sc-effects">
      <li>
        <b>{say(["重试", "Retry"])}</b>{" "}
        {say([
          "用同一个幂等键再发一次，对方已处理过的不会重复。",
          "sends it again with the same key; nothing is done twice at the partner.",
        ])}
      </li>
      <li>
        <b>{say(["跳过", "Skip"])}</b>{" "}
        {say([
          "单据保持现状，这一步不再执行，对方不会收到。",
          "leaves the document as it is; the step is never executed and the partner is not notified.",
        ])}
      </li>
      <li>
        <b>{say(["标记完成", "Mark done"])}</b>{" "}
        {say(["表示已在系统外办妥，这一步不再执行。", "records that it was settled elsewhere; the step is no longer executed."])}
      </li>
      {isMoney ? (
        <li className="pc-warn">
          {say(["涉及金额：跳过和标记完成须由第二人复核。", "Money is involved: skipping and marking done need a second person."])}
        </li>
      ) : null}
    </ul>
  );
}

function Step({ row }: { readonly row: Row }) {
  const say = useText();
  const load = useLoad(`compen:${String(row["id"])}:${String(row["versionNum"])}`, () =>
    entityCall.find(transactionCompen, String(row["id"])),
  );
  return (
    <>
      <InWords row={row} />
      {row["summaryCn"] ? (
        <p className="sc-summary">{say([String(row["summaryCn"]), String(row["summaryEn"] ?? row["summaryCn"])])}</p>
      ) : null}
      {row["proposedAction"] ? (
        <p className="pg-note" role="status">
          {say([
            `${String(row["proposedByName"] ?? row["proposedBy"])}提出${row["proposedAction"] === "doSkip" ? "跳过" : "标记完成"}：${String(row["operatorNote"] ?? "")}。请另一人复核。`,
            `${String(row["proposedByName"] ?? row["proposedBy"])} proposes to ${row["proposedAction"] === "doSkip" ? "skip" : "mark done"}: ${String(row["operatorNote"] ?? "")}. Another person must confirm.`,
          ])}
        </p>
      ) : null}
      {row["lastError"] ? <p className="sc-failure">{String(row["lastError"])}</p> : null}
      <Effects row={row} />
      <Facts entity={transactionCompen} row={row} audience="internal" />
      <div className="pg-block">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(whole) => (
            <>
              <Payload label={say(["原始报文", "Raw payload"])} value={whole["payload"]} />
              <Payload label={say(["幂等键", "Idempotency key"])} value={whole["idempotencyKey"]} />
            </>
          )}
        </PanelState>
      </div>
    </>
  );
}

const slots = listSlots({
  hideNew: true,
  rowTone: (row) => (row["status"] === "FAILED" ? "late" : ["DONE", "MANUAL", "SKIPPED"].includes(String(row["status"])) ? "muted" : null),
  cells: { lastError: { width: 300 }, tryCount: { isSummary: false } },
  sidePanel: (row) => <Step key={String(row["id"])} row={row} />,
});

/** Steps that follow a document outside: done by themselves, or waiting for somebody to decide. */
export default function CompenPage() {
  return (
    <Ground>
      <ListPage entity={transactionCompen} slots={slots} />
    </Ground>
  );
}
