import { cmp, sub } from "#kernel/decimal.ts";
import { midSentence } from "#kernel/page-format.ts";
import { today } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ReactNode } from "react";
import type { Chain } from "../chain.ts";
import { moneyOf as moneyIn, quantityAt, timeOf } from "../chain-story.ts";
import { moneyOf } from "./ChainTable.tsx";
import { figureText } from "./Postings.tsx";

const isSome = (value: string | null | undefined): value is string => value !== null && value !== undefined && cmp(value, "0") !== 0;

/** The chain in one sentence: ordered, received, payable, paid, open. */
export function ChainSentence({ chain, unit }: { readonly chain: Chain; readonly unit: string | null }) {
  const say = useText();
  const uoms = useLookup("UOM");
  const uom = unit ? ` ${say([uoms.meaning(unit), midSentence(uoms.meaning(unit))])}` : "";
  const [ordered, received] = [quantityAt(chain, "ordered"), quantityAt(chain, "received")];
  const away = chain.nodes.filter((node) => node.takesAway && node.stage === "RECEIVE" && isSome(node.qty));
  const { payable } = moneyIn(chain);
  const paid = chain.passport.find((step) => step.key === "paid")?.amount ?? "0";
  const left = cmp(payable, paid) > 0 ? sub(payable, paid) : "0";
  const parts: ReactNode[] = [];
  const fact = (key: string, cn: string, en: string, value: string, tail = ""): void =>
    void parts.push(
      <span key={key}>
        {say([cn, en])} <b className="pg-figure">{value}</b>
        {tail}
      </span>,
    );
  if (isSome(ordered)) fact("ordered", "订", "Ordered", figureText(ordered), uom);
  if (received !== null) fact("received", "净收", "received net", figureText(received), uom);
  if (away.length > 0)
    parts.push(
      <span key="away">
        {say([`其中 ${away.length} 次退货或冲销`, `${away.length} return${away.length > 1 ? "s or reversals" : " or reversal"}`])}
      </span>,
    );
  if (cmp(payable, "0") > 0) fact("payable", "应付", "payable", moneyOf(payable, chain.currency));
  if (isSome(paid)) fact("paid", "已付", "paid", moneyOf(paid, chain.currency));
  if (cmp(payable, "0") > 0) fact("left", "未付", "open", moneyOf(left, chain.currency));
  if (parts.length === 0) return null;
  return (
    <p className="dc-sentence">
      {parts.map((part, at) => (
        <span key={at}>
          {at > 0 ? say(["，", ", "]) : ""}
          {part}
        </span>
      ))}
      {say(["。", "."])}
    </p>
  );
}

/** What is payable, split into what became of it. */
export function ChainMoney({ chain }: { readonly chain: Chain }) {
  const say = useText();
  const { payable, pieces } = moneyIn(chain);
  if (pieces.length === 0) return null;
  return (
    <section className="dc-money" aria-label={say(["应付去了哪里", "Where the money went"])}>
      <h3 className="pg-h3">
        {say([`应付 ${moneyOf(payable, chain.currency)} 去了哪里`, `Where ${moneyOf(payable, chain.currency)} payable went`])}
      </h3>
      <dl>
        {pieces.map((piece) => (
          <div key={piece.key}>
            <dt>{say(piece.label)}</dt>
            <dd className="dc-track" aria-hidden>
              <i className={`dc-piece dc-piece-${piece.key}`} style={{ marginLeft: `${piece.from}%`, width: `${piece.width}%` }} />
            </dd>
            <dd className="pg-figure">{isSome(piece.amount) ? moneyOf(piece.amount, chain.currency) : "–"}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Where the time went, each stretch as wide as it was long. */
export function ChainTime({ chain }: { readonly chain: Chain }) {
  const say = useText();
  const spans = timeOf(chain, today());
  const whole = spans.reduce((sum, span) => sum + span.days, 0);
  if (spans.length === 0) return null;
  return (
    <section className="dc-time" aria-label={say(["时间花在哪里", "Where the time went"])}>
      <h3 className="pg-h3">
        {say(["时间花在哪里", "Where the time went"])}{" "}
        <span className="pg-faint">{say([`共 ${whole} 天`, `${whole} day${whole === 1 ? "" : "s"} in all`])}</span>
      </h3>
      <ol>
        {spans.map((span) => (
          <li key={span.label[1]} style={{ flexGrow: Math.max(span.days, 1) }}>
            <i aria-hidden />
            {say(span.label)} <b className="pg-figure">{say([`${span.days} 天`, `${span.days} d`])}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
