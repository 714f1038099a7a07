import { dateText, qtyText, shareOf } from "#kernel/page-format.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { FlowGraph } from "#kernel/web/block/FlowGraph.tsx";
import { Columns, Stack, type Tone } from "#kernel/web/block/layout.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { PageFrame } from "#kernel/web/part/OwnPage.tsx";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import type { Viewer } from "#kernel/page-action.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { LookSwitch } from "#kernel/web/part/LookSwitch.tsx";
import { toast } from "#kernel/web/message.ts";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button, Select } from "antd";
import { GitBranch, Waypoints } from "lucide-react";
import { useEffect, useState } from "react";
import type { Chain } from "../chain.ts";
import { figures, type FigureCode } from "../postings.ts";
import { ChainMoney, ChainSentence, ChainTime } from "./ChainStory.tsx";
import { ChainTable, moneyOf, quantity } from "./ChainTable.tsx";
import { drawChain } from "./chainLayout.ts";
import { MayLink, PostingTable } from "./Postings.tsx";

/** What a chain is asked for: any document of it, and one line of its order where only that is wanted. */
export interface ChainOf {
  readonly docType: string;
  readonly docId: string;
  readonly orderLineId?: string | undefined;
}

const tones: Readonly<Record<string, Tone>> = { done: "success", running: "info", waiting: "warning", refused: "error" };

interface GraphProps {
  readonly chain: Chain;
  readonly of: ChainOf;
}

/** The chain from left to right: a card a document, green where it happened, amber where it takes away. */
function Graph({ chain, of }: GraphProps) {
  const say = useText();
  const [unfolded, setUnfolded] = useState(false);
  const drawn = drawChain(chain, unfolded);
  return (
    <FlowGraph
      label={say(["单据链图", "Chain diagram"])}
      {...drawn}
      cards={drawn.cards.map(({ node, more, stage, x, y }) =>
        node
          ? {
              key: `${node.type}${node.id}`,
              x,
              y,
              takesAway: node.takesAway,
              kind: node.note ? `${say(node.kind)} · ${say(node.note)}` : say(node.kind),
              tone: tones[node.tone] ?? "neutral",
              state: say(node.statusText),
              title: <MayLink href={node.href}>{node.num}</MayLink>,
              figures: [quantity(node.qty), moneyOf(node.amount, chain.currency)],
              note: node.date ? dateText({ kind: "date" }, node.date) : "",
              here: node.id === of.docId ? say(["当前单据", "this document"]) : undefined,
            }
          : {
              key: `more${stage}`,
              x,
              y,
              unfold: () => setUnfolded(true),
              title: say([`还有 ${more.length} 张`, `${more.length} more`]),
            },
      )}
    />
  );
}

interface PassportProps {
  readonly chain: Chain;
  readonly chosen: string;
  choose(key: string): void;
}

/** Quantities and money at each step; a figure chosen shows its postings below. */
function Passport({ chain, chosen, choose }: PassportProps) {
  const say = useText();
  const ordered = chain.passport.find((step) => step.key === "ordered")?.qty ?? "0";
  return (
    <FigureStrip
      label={say(["各环节数量与金额", "Quantities and money at each step"])}
      figures={chain.passport.map((step) => ({
        key: step.key,
        label: say(step.label),
        value: step.qty === null ? "–" : qtyText(step.qty),
        note: moneyOf(step.amount, chain.currency) || "–",
        percent: shareOf(step.qty ?? "0", ordered),
        ...(step.figure ? { open: () => choose(step.key), pressed: chosen === step.key } : {}),
      }))}
    />
  );
}

/** The postings of the figure chosen in the strip. */
function ChosenPostings({ chain, chosen, of }: GraphProps & { readonly chosen: string }) {
  const say = useText();
  const step = chain.passport.find((passportStep) => passportStep.key === chosen);
  if (!step?.figure || step.qty === null || !chain.order) return null;
  const figure = figures[step.figure as FigureCode];
  const owners = of.orderLineId ? chain.order.lines.find((line) => line.id === of.orderLineId)?.ownerIds : undefined;
  return (
    <Section
      title={say([`${step.label[0]} ${qtyText(step.qty)} 是怎么来的`, `Why ${step.label[1].toLowerCase()} is ${qtyText(step.qty)}`])}
    >
      <PostingTable
        asked={{
          docType: chain.order.type,
          docId: chain.order.id,
          ...(owners ? { ownerIds: owners } : {}),
          label: step.label,
          buckets: figure.of,
          value: step.qty,
        }}
      />
    </Section>
  );
}

/** The passport of an order or of one of its lines: the sentence, the documents, the ledger, the money and the time. */
export function ChainBody({ of, internal }: { readonly of: ChainOf; readonly internal: boolean }) {
  const say = useText();
  const tab = useTab();
  const [asTable, setAsTable] = useState(false);
  const [now, setNow] = useState<ChainOf>(of);
  // what was received is what most people come for: its postings stand there at once
  const [chosen, setChosen] = useState("received");
  const { setTitle } = tab;
  const load = useLoad(JSON.stringify(now), async () => {
    const body = { anyDocType: now.docType, anyDocId: now.docId, ...(now.orderLineId ? { orderLineId: now.orderLineId } : {}) };
    return (await call<Chain>("srmServer/v1/srmPurOrderHeaderRestful/findChain", body)).data;
  });
  const num = load.data?.order?.num ?? "";
  useEffect(() => setTitle(num ? [`${num} 单据链`, `${num} chain`] : ""), [setTitle, num]);
  const chain = load.data;
  if (!chain)
    return (
      <PageFrame title={say(["单据链", "Document chain"])}>
        <PanelState load={load} empty="" isEmpty={() => false}>
          {() => null}
        </PanelState>
      </PageFrame>
    );
  const { order } = chain;
  const state = chain.nodes.find((node) => node.id === order?.id);
  const show = (docId: string) => setNow({ docType: order?.type ?? of.docType, docId });
  const [line] = order?.lines ?? [];
  return (
    <PageFrame
      title={order ? order.num : say(["还没有形成订单", "No order yet"])}
      truth={
        <>
          {state ? <span className={`pg-status pg-tone-${state.tone}`}>{say(state.statusText)}</span> : null} {order?.supplierName}{" "}
          {order?.lines.length === 1 ? line?.itemName : ""}
        </>
      }
      buttons={
        <>
          {order && order.lines.length > 1 ? (
            <Select
              style={{ minWidth: 200 }}
              aria-label={say(["订单行", "Order line"])}
              value={now.orderLineId ?? ""}
              onChange={(id) => setNow({ ...now, orderLineId: id || undefined })}
              options={[
                { value: "", label: say([`全部 ${order.lines.length} 行`, `All ${order.lines.length} lines`]) },
                ...order.lines.map(({ id, lineNum, itemName }) => ({
                  value: id,
                  label: `${say([`行 ${lineNum}`, `Line ${lineNum}`])} ${itemName}`,
                })),
              ]}
            />
          ) : null}
          {chain.others.map((other) => (
            <Button key={other.id} type="link" onClick={() => show(other.id)}>
              {other.num}
            </Button>
          ))}
          <AnyNumber open={show} />
          <LookSwitch asTable={asTable} drawing={{ label: ["图", "Diagram"], icon: Waypoints }} set={setAsTable} />
        </>
      }
    >
      <Stack scroll>
        <ChainSentence chain={chain} unit={unitOf(chain, now.orderLineId)} />
        {asTable ? <ChainTable chain={chain} nodes={chain.nodes} /> : <Graph chain={chain} of={now} />}
        {chain.passport.length > 0 ? (
          <Passport chain={chain} chosen={internal ? chosen : ""} choose={(key) => setChosen(internal && key !== chosen ? key : "")} />
        ) : null}
        <Columns of={{ least: 480 }} gap="l">
          {internal && chosen ? <ChosenPostings chain={chain} chosen={chosen} of={now} /> : null}
          <ChainMoney chain={chain} />
        </Columns>
        <ChainTime chain={chain} />
      </Stack>
    </PageFrame>
  );
}

/** The unit of what is shown, where there is one: pieces and kilograms have no sum. */
function unitOf(chain: Chain, lineId: string | undefined): string | null {
  const units = new Set((chain.order?.lines ?? []).filter((line) => !lineId || line.id === lineId).map((line) => line.uom));
  return units.size === 1 ? [...units][0]! : null;
}

/** Any number of the chain finds it: requisition, agreement, order, note, receipt. */
function AnyNumber({ open }: { open(orderId: string): void }) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const label = say(["链上任一单号都能找到", "Any number of the chain"]);
  const find = async (): Promise<void> => {
    const num = typed.trim();
    if (num === "") return;
    try {
      const { data } = await call<{ readonly ids: readonly string[] }>("srmServer/v1/srmPurOrderHeaderRestful/findByAnyNumber", { num });
      const [first] = data.ids;
      if (first) open(first);
      else toast.info([`没有找到 ${num} 所在的单据链`, `No chain found for ${num}`]);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <SearchBox text={typed} label={label} change={setTyped} />
    </form>
  );
}

/** Shows where a document comes from and what came of it, down to the postings behind every figure. */
export const showChain = (of: ChainOf): void =>
  void openPage({
    path: "documentChain",
    query: { id: of.docId, docType: of.docType, ...(of.orderLineId ? { line: of.orderLineId } : {}) },
  });

/** The chain from a row of a list, for those who may look at it. */
export const chainActions = (viewer: Viewer, of: ChainOf): readonly RowAction[] =>
  viewer.may("btnChain") ? [{ label: ["单据链", "Document chain"], icon: GitBranch, handler: () => showChain(of) }] : [];

/** The chain one press away. */
export function ChainButton({ of, word = false }: { readonly of: ChainOf; readonly word?: boolean }) {
  const say = useText();
  return (
    <button
      type="button"
      className={word ? "pg-link" : "s-icon-btn"}
      title={say(["单据链", "Document chain"])}
      aria-label={say(["单据链", "Document chain"])}
      onClick={(event) => {
        event.stopPropagation();
        showChain(of);
      }}
    >
      <GitBranch size={15} aria-hidden />
      {word ? say(["单据链", "Document chain"]) : null}
    </button>
  );
}
