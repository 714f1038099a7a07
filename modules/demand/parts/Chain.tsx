import { cmp, div, mul } from "#kernel/decimal.ts";
import { dateText } from "#kernel/page-format.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { LookSwitch } from "#kernel/web/part/LookSwitch.tsx";
import { toast } from "#kernel/web/message.ts";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { GitBranch, Search, Waypoints } from "lucide-react";
import { useEffect, useState } from "react";
import { type Chain, type ChainNode, type PassportStep } from "../chain.ts";
import { figures, type FigureCode } from "../postings.ts";
import { ChainMoney, ChainSentence, ChainTime } from "./ChainStory.tsx";
import { ChainTable, moneyOf, quantity } from "./ChainTable.tsx";
import { drawChain, type Placed } from "./chainLayout.ts";
import { figureText, MayLink, PostingTable } from "./Postings.tsx";
import "./chain.css";

/** What a chain is asked for: any document of it, and one line of its order where only that is wanted. */
export interface ChainOf {
  readonly docType: string;
  readonly docId: string;
  readonly orderLineId?: string | undefined;
}

function NodeCard({ node, here, currency }: { readonly node: ChainNode; readonly here: boolean; readonly currency: string }) {
  const say = useText();
  return (
    <>
      <span className="dc-kind">
        <span>
          {say(node.kind)}
          {node.note ? ` · ${say(node.note)}` : ""}
        </span>
        <i className={`dc-dot dc-${node.tone}`} title={say(node.statusText)} />
        <span className="s-hidden">{say(node.statusText)}</span>
        {here ? <span className="s-hidden">{say(["当前单据", "this document"])}</span> : null}
      </span>
      <span className="dc-num">
        <MayLink href={node.href}>{node.num}</MayLink>
      </span>
      <span className="dc-figures pg-figure">
        <span>{quantity(node.qty)}</span>
        <span>{moneyOf(node.amount, currency)}</span>
      </span>
      <span className="dc-date pg-figure">{node.date ? dateText({ kind: "date" }, node.date) : ""}</span>
    </>
  );
}

interface GraphProps {
  readonly chain: Chain;
  readonly of: ChainOf;
}

/** The chain from left to right: a card a document, green where it happened, amber where it takes away. */
function Graph({ chain, of }: GraphProps) {
  const say = useText();
  const [unfolded, setUnfolded] = useState(false);
  const drawn = drawChain(chain, unfolded);
  const place = (one: Placed) => ({ left: one.x, top: one.y, width: drawn.card.width, height: drawn.card.height });
  return (
    <div className="dc-graph" tabIndex={0} role="group" aria-label={say(["单据链图", "Chain diagram"])}>
      <div className="dc-ground" style={{ width: drawn.width, height: drawn.height }}>
        <svg width={drawn.width} height={drawn.height} aria-hidden>
          {drawn.lines.map((line) => (
            <path key={line.key} d={line.d} className={line.takesAway ? "dc-line dc-away" : "dc-line"} />
          ))}
        </svg>
        {drawn.cards.map((one) =>
          one.node ? (
            <div
              key={`${one.node.type}${one.node.id}`}
              className={`dc-card${one.node.takesAway ? " dc-card-away" : ""}${one.node.id === of.docId ? " dc-here" : ""}`}
              style={place(one)}
            >
              <NodeCard node={one.node} here={one.node.id === of.docId} currency={chain.currency} />
            </div>
          ) : (
            <button key={`more${one.stage}`} type="button" className="dc-card dc-more" style={place(one)} onClick={() => setUnfolded(true)}>
              {say([`还有 ${one.more.length} 张`, `${one.more.length} more`])}
            </button>
          ),
        )}
      </div>
    </div>
  );
}

/** How far a step has come, as a share of what was ordered. */
function shareOf(step: PassportStep, steps: readonly PassportStep[]): number {
  const whole = steps.find((one) => one.key === "ordered")?.qty ?? "0";
  if (step.qty === null || cmp(whole, "0") <= 0) return 0;
  return Math.min(100, Math.max(0, Number(mul(div(step.qty, whole, 4), "100"))));
}

interface PassportProps {
  readonly chain: Chain;
  readonly chosen: string;
  choose(key: string): void;
}

/** Quantities and money at each step; a figure chosen shows its postings below. */
function Passport({ chain, chosen, choose }: PassportProps) {
  const say = useText();
  return (
    <div className="dc-strip" role="group" aria-label={say(["各环节数量与金额", "Quantities and money at each step"])}>
      {chain.passport.map((step) => {
        const inside = (
          <>
            <span>{say(step.label)}</span>
            <b className="pg-figure">{step.qty === null ? "–" : figureText(step.qty)}</b>
            <span className="pg-figure">{moneyOf(step.amount, chain.currency) || "–"}</span>
            <i className="dc-bar">
              <i style={{ width: `${shareOf(step, chain.passport)}%` }} />
            </i>
          </>
        );
        return step.figure ? (
          <button key={step.key} type="button" className="dc-step" aria-pressed={chosen === step.key} onClick={() => choose(step.key)}>
            {inside}
          </button>
        ) : (
          <span key={step.key} className="dc-step">
            {inside}
          </span>
        );
      })}
    </div>
  );
}

/** The postings of the figure chosen in the strip. */
function ChosenPostings({ chain, chosen, of }: GraphProps & { readonly chosen: string }) {
  const say = useText();
  const step = chain.passport.find((one) => one.key === chosen);
  if (!step?.figure || step.qty === null || !chain.order) return null;
  const figure = figures[step.figure as FigureCode];
  const owners = of.orderLineId ? chain.order.lines.find((line) => line.id === of.orderLineId)?.ownerIds : undefined;
  return (
    <section className="dc-why" aria-label={say(step.label)}>
      <h3 className="pg-h3">
        {say([`${step.label[0]} ${figureText(step.qty)} 是怎么来的`, `Why ${step.label[1].toLowerCase()} is ${figureText(step.qty)}`])}
      </h3>
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
    </section>
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
  if (load.error)
    return (
      <p className="pg-note" role="alert">
        {load.error}
      </p>
    );
  const chain = load.data;
  if (!chain) return <p className="pg-faint">{say(["正在取单据链", "Fetching the chain"])}</p>;
  const { order } = chain;
  const state = chain.nodes.find((node) => node.id === order?.id);
  return (
    <>
      <div className="dc-tools">
        {order ? (
          <>
            <h1>{order.num}</h1>
            {state ? <span className={`pg-status pg-tone-${state.tone}`}>{say(state.statusText)}</span> : null}
            <span className="pg-faint">{order.supplierName}</span>
            {order.lines.length > 1 ? (
              <label>
                <span className="s-hidden">{say(["订单行", "Order line"])}</span>
                <select
                  value={now.orderLineId ?? ""}
                  onChange={(event) => setNow({ ...now, orderLineId: event.target.value || undefined })}
                  data-focus
                >
                  <option value="">{say([`全部 ${order.lines.length} 行`, `All ${order.lines.length} lines`])}</option>
                  {order.lines.map((line) => (
                    <option key={line.id} value={line.id}>
                      {say([`行 ${line.lineNum}`, `Line ${line.lineNum}`])} {line.itemName}
                    </option>
                  ))}
                </select>
              </label>
            ) : (
              <span className="pg-faint">{order.lines[0]?.itemName}</span>
            )}
          </>
        ) : (
          <h1>{say(["还没有形成订单", "No order yet"])}</h1>
        )}
        {chain.others.map((other) => (
          <button
            key={other.id}
            type="button"
            className="pg-link"
            onClick={() => setNow({ docType: order?.type ?? of.docType, docId: other.id })}
          >
            {other.num}
          </button>
        ))}
        <AnyNumber open={(docId) => setNow({ docType: order?.type ?? "SrmPurOrderHeader", docId })} />
        <LookSwitch className="dc-switch" asTable={asTable} drawing={{ label: ["图", "Diagram"], icon: Waypoints }} set={setAsTable} />
      </div>
      <ChainSentence chain={chain} unit={unitOf(chain, now.orderLineId)} />
      {asTable ? <ChainTable chain={chain} nodes={chain.nodes} /> : <Graph chain={chain} of={now} />}
      {chain.passport.length > 0 ? (
        <Passport chain={chain} chosen={internal ? chosen : ""} choose={(key) => setChosen(internal && key !== chosen ? key : "")} />
      ) : null}
      <div className="dc-below">
        {internal && chosen ? <ChosenPostings chain={chain} chosen={chosen} of={now} /> : null}
        <ChainMoney chain={chain} />
      </div>
      <ChainTime chain={chain} />
    </>
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
      className="dc-any"
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <Search size={14} aria-hidden />
      <input value={typed} placeholder={label} aria-label={label} onChange={(event) => setTyped(event.target.value)} />
    </form>
  );
}

/** Shows where a document comes from and what came of it, down to the postings behind every figure. */
export const showChain = (of: ChainOf): void =>
  void openPage({
    path: "documentChain",
    query: { id: of.docId, docType: of.docType, ...(of.orderLineId ? { line: of.orderLineId } : {}) },
  });

/** The chain one press away. */
export function ChainButton({ of, word = false }: { readonly of: ChainOf; readonly word?: boolean }) {
  const say = useText();
  return (
    <button
      type="button"
      className={word ? "pg-link dc-word" : "s-icon-btn"}
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
