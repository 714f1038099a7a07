import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { amountText } from "#kernel/page-format.ts";
import { useText } from "#kernel/web/language.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { bpmInstance } from "../instance.entity.ts";
import { openDocument } from "./places.tsx";
import { shortTime } from "./time.tsx";
import type { RelatedApproval } from "./wire.tsx";

/** Other approvals about the same supplier, of the last twelve months. */
export function Related({ related }: { readonly related: readonly RelatedApproval[] }) {
  const say = useText();
  if (related.length === 0) return null;
  const title = say(["同一供应商近 12 个月的审批", "Approvals about this supplier, 12 months"]);
  return (
    <section aria-label={title}>
      <h3 className="pg-h3">
        {title} <span className="pg-count">{related.length}</span>
      </h3>
      <ItemList>
        {related.map((approval) => (
          <Item
            key={approval.instanceId}
            title={
              <button type="button" className="pg-link" onClick={() => void openDocument({ ...approval })}>
                {approval.subject || approval.billNum}
              </button>
            }
            end={
              <>
                {approval.amount ? <span className="pg-figure">{amountText(approval.amount, approval.currency ?? "CNY")}</span> : null}
                <StatusTag entity={bpmInstance} code={approval.status} />
                <time className="pg-figure">{shortTime(approval.startedAt)}</time>
              </>
            }
          />
        ))}
      </ItemList>
    </section>
  );
}
