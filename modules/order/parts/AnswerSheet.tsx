import { dateText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import { messageOf } from "#kernel/web/call.ts";
import { serverNow } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Button } from "antd";
import { CheckCheck, Clock } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { order } from "../order.entity.ts";
import { asAsked, ProposalParts, proposalFault, type PartRow } from "./Answer.tsx";
import { qtyText } from "./Ask.tsx";
import { priceText } from "./Basis.tsx";
import { leftOf } from "./deadline.tsx";
import { textOf, waitingIn, type Scheduled } from "./useOrder.tsx";

interface Proposal {
  readonly parts: readonly PartRow[];
  readonly reason: string;
}

/** Until when an answer is wanted, as a distance. */
export function Deadline({ at }: { readonly at: unknown }) {
  const say = useText();
  const left = leftOf(textOf(at), serverNow());
  return left ? (
    <span className={`or-deadline or-deadline-${left.tone}`}>
      <Clock size={14} aria-hidden />
      {say(left.text)}
    </span>
  ) : null;
}

async function send(doc: Row, asked: readonly Scheduled[], proposed: readonly (readonly [Scheduled, Proposal])[]): Promise<Row> {
  let now = doc;
  if (asked.length > 0) {
    const rows = asked.map(({ row }) => ({ deliveryId: row["id"], versionNum: row["versionNum"] }));
    now = (await entityCall.act(order, "doSupplierDeliveryConfirm", { id: now["id"], versionNum: now["versionNum"], rows })).document;
  }
  for (const [{ row }, { parts, reason }] of proposed) {
    const body = { deliveryId: row["id"], parts, ...(reason.trim() ? { reason: reason.trim() } : {}) };
    now = (await entityCall.act(order, "doSupplierDeliveryPropose", { id: now["id"], versionNum: now["versionNum"], ...body })).document;
  }
  return now;
}

interface RowProps {
  readonly one: Scheduled;
  readonly proposal: Proposal | undefined;
  readonly may: boolean;
  set(proposal: Proposal | undefined): void;
}

function AnswerRow({ one, proposal, may, set }: RowProps) {
  const say = useText();
  const { line, row } = one;
  const changed = proposal !== undefined;
  const asked = textOf(row["qty"]);
  const uoms = useLookup("UOM");
  return (
    <li className={changed ? "or-answer or-answer-open" : "or-answer"}>
      <button
        type="button"
        className="or-answer-row"
        aria-expanded={changed}
        disabled={!may}
        onClick={() => set(changed ? undefined : { parts: asAsked(one), reason: "" })}
      >
        <span>
          <b>{textOf(line["itemName"]) || textOf(line["itemDesc"])}</b>
          <small className="pg-figure">
            {qtyText(asked)} {uoms.meaning(textOf(line["uom"]))} × {priceText(line["price"])}
          </small>
        </span>
        <span className="or-answer-how">
          <span className={`pg-status pg-tone-${changed ? "waiting" : "done"}`}>
            {changed ? say(["提变更", "Change"]) : say(["按要求", "As requested"])}
          </span>
          <small className="pg-figure">{say([`要货 ${textOf(row["needByDate"])}`, `wanted ${textOf(row["needByDate"])}`])}</small>
        </span>
      </button>
      {proposal ? (
        <ProposalParts
          asked={asked}
          needBy={textOf(row["needByDate"])}
          parts={proposal.parts}
          reason={proposal.reason}
          change={(parts) => set({ ...proposal, parts })}
          setReason={(reason) => set({ ...proposal, reason })}
        />
      ) : null}
      {row["buyerReason"] && row["confirmStatus"] === "BUYER_REJECTED" ? (
        <p className="or-warn">{say([`采购方：${textOf(row["buyerReason"])}`, `Buyer: ${textOf(row["buyerReason"])}`])}</p>
      ) : null}
    </li>
  );
}

/** What is asked of the supplier, by when, and the answer row by row: as asked, or what can be done instead. */
export function AnswerSheet({ model }: { readonly model: EditModel }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const [proposals, setProposals] = useState<ReadonlyMap<string, Proposal>>(new Map());
  const [busy, setBusy] = useState(false);
  const { viewer } = model;
  const waiting = ["PUBLISHED", "CONFIRMED"].includes(textOf(base?.["status"])) ? waitingIn(base) : [];
  if (!base || waiting.length === 0 || !viewer.may("btnSupplierConfirm")) return null;
  const id = (one: Scheduled): string => textOf(one.row["id"]);
  const asked = waiting.filter((one) => !proposals.has(id(one)));
  const proposed = waiting.flatMap((one) => (proposals.has(id(one)) ? [[one, proposals.get(id(one))!] as const] : []));
  const good = proposed.every(([one, proposal]) => proposalFault(textOf(one.row["qty"]), proposal.parts, proposal.reason) === null);
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      const document = await send(base, asked, proposed);
      model.take(document);
      tellChanged({ entity: order.name, id: textOf(document["id"]), document });
      setProposals(new Map());
      toast.success(["答复已提交", "Your answer was sent"]);
    } catch (error) {
      toast.error(messageOf(error));
      void entityCall.find(order, textOf(base["id"])).then(
        (fresh) => model.take(fresh),
        () => undefined,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="pg-section or-sheet" data-section="answer" aria-label={say(["等您答复", "Waiting for your answer"])}>
      <header>
        <h3 className="pg-h3">
          {say(["等您答复", "Waiting for your answer"])} <span className="pg-count">{waiting.length}</span>
        </h3>
        <Deadline at={base["confirmDeadline"]} />
        {base["confirmDeadline"] ? (
          <span className="pg-faint pg-figure">{dateText({ kind: "datetime" }, base["confirmDeadline"])}</span>
        ) : null}
      </header>
      <ul>
        {waiting.map((one) => (
          <AnswerRow
            key={id(one)}
            one={one}
            proposal={proposals.get(id(one))}
            may={viewer.may("btnSupplierPropose")}
            set={(proposal) => {
              const next = new Map(proposals);
              if (proposal) next.set(id(one), proposal);
              else next.delete(id(one));
              setProposals(next);
            }}
          />
        ))}
      </ul>
      <footer>
        <span>
          {say([`${asked.length} 行按要求，${proposed.length} 行提变更`, `${asked.length} as requested, ${proposed.length} with a change`])}
          {proposed.length > 0 ? <small>{say(["提变更的行等采购答复", "Awaiting buyer"])}</small> : null}
        </span>
        <Button
          type={proposed.length > 0 ? "primary" : "default"}
          size="large"
          icon={<CheckCheck size={16} />}
          loading={busy}
          disabled={!good}
          onClick={() => void submit()}
        >
          {proposed.length === 0 ? say(["全部按要求确认", "Confirm all as requested"]) : say(["提交答复", "Send answer"])}
        </Button>
      </footer>
    </section>
  );
}
