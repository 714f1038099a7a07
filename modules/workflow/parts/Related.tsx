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
      <ul className="wf-related">
        {related.map((one) => (
          <li key={one.instanceId}>
            <button type="button" className="pg-link" onClick={() => void openDocument({ ...one })}>
              {one.subject || one.billNum}
            </button>
            <span className="pg-grow" />
            {one.amount ? <span className="pg-figure">{amountText(one.amount, one.currency ?? "CNY")}</span> : null}
            <StatusTag entity={bpmInstance} code={one.status} />
            <time className="pg-figure">{shortTime(one.startedAt)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
