import type { Seen } from "#kernel/seen.ts";
import { transactionCompen } from "#kernel/platform/compen.entity.ts";
import type { Text } from "#kernel/text.ts";
import { CodeBlock } from "#kernel/web/block/CodeBlock.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";

export const page = { route: "transactionCompen", title: ["事务补偿", "Compensation"] };

/** What was to happen, in the words of the business: which document, which step, whom it reaches. */
function InWords({ row }: { readonly row: Seen<typeof transactionCompen> }) {
  const say = useText();
  const kinds = useLookup("ENTITY");
  const kind = kinds.meaning(String(row.bizType));
  const amount = row.amount ? `${String(row.currency ?? "")} ${String(row.amount)}` : null;
  return (
    <FactGrid
      label={say(["这一步", "The step"])}
      least={96}
      facts={[
        { label: say(["单据", "Document"]), value: <b>{String(row.bizNum ?? row.bizId)}</b>, note: kind },
        { label: say(["步骤", "Step"]), value: <b>{String(row.step)}</b>, note: amount },
        { label: say(["对方", "Partner"]), value: <b>{String(row.targetService)}</b> },
      ]}
    />
  );
}

const effects: readonly (readonly [label: Text, text: Text])[] = [
  [
    ["重试", "Retry"],
    ["用同一个幂等键再发一次，对方已处理过的不会重复。", "sends it again with the same key; nothing is done twice at the partner."],
  ],
  [
    ["跳过", "Skip"],
    [
      "单据保持现状，这一步不再执行，对方不会收到。",
      "leaves the document as it is; the step is never executed and the partner is not notified.",
    ],
  ],
  [
    ["标记完成", "Mark done"],
    ["表示已在系统外办妥，这一步不再执行。", "records that it was settled elsewhere; the step is no longer executed."],
  ],
];

/** What each button means. */
function Effects({ row }: { readonly row: Seen<typeof transactionCompen> }) {
  const say = useText();
  if (row.status !== "FAILED") return null;
  const isMoney = Number(row.amount ?? 0) > 0;
  return (
    <Stack gap="xs">
      {effects.map(([label, text]) => (
        <Words key={label[1]} size="small">
          <b>{say(label)}</b> {say(text)}
        </Words>
      ))}
      {isMoney ? (
        <Words size="small" tone="warning">
          {say(["涉及金额：跳过和标记完成须由第二人复核。", "Money is involved: skipping and marking done need a second person."])}
        </Words>
      ) : null}
    </Stack>
  );
}

function Step({ row }: { readonly row: Seen<typeof transactionCompen> }) {
  const say = useText();
  const load = useLoad(`compen:${String(row.id)}:${String(row.versionNum)}`, () => entityCall.find(transactionCompen, String(row.id)));
  return (
    <Stack>
      <InWords row={row} />
      {row.summaryCn ? <p>{say([String(row.summaryCn), String(row.summaryEn ?? row.summaryCn)])}</p> : null}
      {row.proposedAction ? (
        <Notice tone="warning">
          {say([
            `${String(row.proposedByName ?? row.proposedBy)}提出${row.proposedAction === "doSkip" ? "跳过" : "标记完成"}：${String(row.operatorNote ?? "")}。请另一人复核。`,
            `${String(row.proposedByName ?? row.proposedBy)} proposes to ${row.proposedAction === "doSkip" ? "skip" : "mark done"}: ${String(row.operatorNote ?? "")}. Another person must confirm.`,
          ])}
        </Notice>
      ) : null}
      {row.lastError ? <Notice tone="error">{String(row.lastError)}</Notice> : null}
      <Effects row={row} />
      <Facts entity={transactionCompen} row={row} audience="internal" />
      <div className="pg-block">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(whole) => (
            <>
              <CodeBlock label={say(["原始报文", "Raw payload"])} value={whole.payload} />
              <CodeBlock label={say(["幂等键", "Idempotency key"])} value={whole.idempotencyKey} />
            </>
          )}
        </PanelState>
      </div>
    </Stack>
  );
}

const slots = listSlots<typeof transactionCompen>({
  hideNew: true,
  rowTone: (row) => (row.status === "FAILED" ? "late" : ["DONE", "MANUAL", "SKIPPED"].includes(String(row.status)) ? "muted" : null),
  cells: { lastError: { width: 300 }, tryCount: { isSummary: false } },
  sidePanel: (row) => <Step key={String(row.id)} row={row} />,
});

/** Steps that follow a document outside: done by themselves, or waiting for somebody to decide. */
export default function CompenPage() {
  return (
    <Ground>
      <ListPage entity={transactionCompen} slots={slots} />
    </Ground>
  );
}
