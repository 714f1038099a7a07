import { dateText, priceText, qtyText, textOf } from "#kernel/page-format.ts";
import { Card } from "#kernel/web/block/Card.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { messageOf } from "#kernel/web/call.ts";
import { serverNow } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useUnit } from "#modules/demand/web.tsx";
import { Button } from "antd";
import { CheckCheck, Clock } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { order } from "../order.entity.ts";
import { asAsked, ProposalParts, proposalFault, type PartRow } from "./Answer.tsx";
import { leftOf } from "./deadline.tsx";
import { waitingIn, type Order, type Scheduled } from "./useOrder.tsx";

interface Proposal {
  readonly parts: readonly PartRow[];
  readonly reason: string;
}

const tones = { late: "error", soon: "warning", far: undefined } as const;

/** Until when an answer is wanted, as a distance. */
export function Deadline({ at }: { readonly at: unknown }) {
  const say = useText();
  const left = leftOf(textOf(at), serverNow());
  return left ? (
    <Words tone={tones[left.tone]}>
      <Clock size={14} aria-hidden /> {say(left.text)}
    </Words>
  ) : null;
}

async function send(doc: Order, asked: readonly Scheduled[], proposed: readonly (readonly [Scheduled, Proposal])[]): Promise<Order> {
  let now = doc;
  if (asked.length > 0) {
    const rows = asked.map(({ row }) => ({ deliveryId: row.id, versionNum: row.versionNum }));
    now = (await entityCall.act(order, "doSupplierDeliveryConfirm", { id: now.id, versionNum: now.versionNum, rows })).document;
  }
  for (const [{ row }, { parts, reason }] of proposed) {
    const body = { deliveryId: row.id, parts, ...(reason.trim() ? { reason: reason.trim() } : {}) };
    now = (await entityCall.act(order, "doSupplierDeliveryPropose", { id: now.id, versionNum: now.versionNum, ...body })).document;
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
  const asked = textOf(row.qty);
  const unit = useUnit();
  return (
    <Item
      title={<b>{textOf(line.itemName) || textOf(line.itemDesc)}</b>}
      note={`${qtyText(asked)} ${unit(line.uom, asked)} × ${priceText(line.price)}`}
      end={
        <Stack gap="none">
          <span className={`pg-status pg-tone-${changed ? "waiting" : "done"}`}>
            {changed ? say(["提变更", "Change"]) : say(["按要求", "As requested"])}
          </span>
          <Words size="small">{say([`要货 ${textOf(row.needByDate)}`, `wanted ${textOf(row.needByDate)}`])}</Words>
        </Stack>
      }
      selected={changed}
      disabled={!may}
      press={() => set(changed ? undefined : { parts: asAsked(one), reason: "" })}
    >
      {proposal ? (
        <ProposalParts
          asked={asked}
          needBy={textOf(row.needByDate)}
          parts={proposal.parts}
          reason={proposal.reason}
          change={(parts) => set({ ...proposal, parts })}
          setReason={(reason) => set({ ...proposal, reason })}
        />
      ) : null}
      {row.buyerReason && row.confirmStatus === "BUYER_REJECTED" ? (
        <Notice tone="warning">{say([`采购方：${row.buyerReason}`, `Buyer: ${row.buyerReason}`])}</Notice>
      ) : null}
    </Item>
  );
}

/** What is asked of the supplier, by when, and the answer row by row: as asked, or what can be done instead. */
export function AnswerSheet({ model }: { readonly model: EditModel<typeof order> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const [proposals, setProposals] = useState<ReadonlyMap<string, Proposal>>(new Map());
  const [busy, setBusy] = useState(false);
  const { viewer } = model;
  const waiting = ["PUBLISHED", "CONFIRMED"].includes(textOf(base?.status)) ? waitingIn(base) : [];
  if (!base || waiting.length === 0 || !viewer.may("btnSupplierConfirm")) return null;
  const id = (scheduled: Scheduled): string => textOf(scheduled.row.id);
  const asked = waiting.filter((scheduled) => !proposals.has(id(scheduled)));
  const proposed = waiting.flatMap((scheduled) =>
    proposals.has(id(scheduled)) ? [[scheduled, proposals.get(id(scheduled))!] as const] : [],
  );
  const good = proposed.every(
    ([scheduled, proposal]) => proposalFault(textOf(scheduled.row.qty), proposal.parts, proposal.reason) === null,
  );
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      const document = await send(base, asked, proposed);
      model.take(document);
      tellChanged({ entity: order.name, id: textOf(document.id), document });
      setProposals(new Map());
      toast.success(["答复已提交", "Your answer was sent"]);
    } catch (error) {
      toast.error(messageOf(error));
      void entityCall.find(order, textOf(base.id)).then(
        (fresh) => model.take(fresh),
        () => undefined,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card
      flush
      section="answer"
      label={say(["等您答复", "Waiting for your answer"])}
      title={
        <>
          {say(["等您答复", "Waiting for your answer"])} <span className="pg-count">{waiting.length}</span>
        </>
      }
      note={
        <>
          <Deadline at={base.confirmDeadline} />
          {base.confirmDeadline ? <Words size="small">{dateText({ kind: "datetime" }, base.confirmDeadline)}</Words> : null}
        </>
      }
      foot={
        <>
          <span>
            {say([
              `${asked.length} 行按要求，${proposed.length} 行提变更`,
              `${asked.length} as requested, ${proposed.length} with a change`,
            ])}{" "}
            {proposed.length > 0 ? <Words size="small">{say(["提变更的行等采购答复", "Awaiting buyer"])}</Words> : null}
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
        </>
      }
    >
      <ItemList label={say(["等您答复", "Waiting for your answer"])}>
        {waiting.map((scheduled) => (
          <AnswerRow
            key={id(scheduled)}
            one={scheduled}
            proposal={proposals.get(id(scheduled))}
            may={viewer.may("btnSupplierPropose")}
            set={(proposal) => {
              const next = new Map(proposals);
              if (proposal) next.set(id(scheduled), proposal);
              else next.delete(id(scheduled));
              setProposals(next);
            }}
          />
        ))}
      </ItemList>
    </Card>
  );
}
