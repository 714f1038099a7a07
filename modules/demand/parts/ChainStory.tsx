import { cmp, sub } from "#kernel/decimal.ts";
import { qtyText } from "#kernel/page-format.ts";
import { SpanBar, SplitBar } from "#kernel/web/block/Bar.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Inline, Words, type Tone } from "#kernel/web/block/layout.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { today } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import type { ReactNode } from "react";
import type { Chain } from "../chain.ts";
import { moneyOf as moneyIn, quantityAt, timeOf } from "../chain-story.ts";
import { moneyOf } from "./ChainTable.tsx";
import { useUnit } from "./Uom.tsx";

const isSome = (value: string | null | undefined): value is string => value !== null && value !== undefined && cmp(value, "0") !== 0;

/** The chain in one sentence: ordered, received, payable, paid, open. */
export function ChainSentence({ chain, unit }: { readonly chain: Chain; readonly unit: string | null }) {
  const say = useText();
  const unitOf = useUnit();
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
  if (isSome(ordered)) fact("ordered", "订", "Ordered", qtyText(ordered), unit ? ` ${unitOf(unit, ordered)}` : "");
  if (received !== null) fact("received", "净收", "received net", qtyText(received), unit ? ` ${unitOf(unit, received)}` : "");
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
    <Words as="p" size="lead">
      {parts.map((part, at) => (
        <span key={at}>
          {at > 0 ? say(["，", ", "]) : ""}
          {part}
        </span>
      ))}
      {say(["。", "."])}
    </Words>
  );
}

const pieceTones: Readonly<Record<string, Tone>> = { paid: "success", invoiced: "info", stated: "info" };

/** What is payable, split into what became of it. */
export function ChainMoney({ chain }: { readonly chain: Chain }) {
  const say = useText();
  const { payable, pieces } = moneyIn(chain);
  if (pieces.length === 0) return null;
  return (
    <Section title={say([`应付 ${moneyOf(payable, chain.currency)} 去了哪里`, `Where ${moneyOf(payable, chain.currency)} payable went`])}>
      <FactGrid
        lines
        facts={pieces.map((piece) => ({
          key: piece.key,
          label: say(piece.label),
          value: (
            <Inline noWrap>
              <SplitBar
                label={say(piece.label)}
                from={piece.from}
                parts={[{ key: piece.key, percent: piece.width, tone: pieceTones[piece.key] ?? "neutral", pale: piece.key === "stated" }]}
              />
              <span className="pg-figure">{isSome(piece.amount) ? moneyOf(piece.amount, chain.currency) : "–"}</span>
            </Inline>
          ),
        }))}
      />
    </Section>
  );
}

/** Where the time went, each stretch as wide as it was long. */
export function ChainTime({ chain }: { readonly chain: Chain }) {
  const say = useText();
  const spans = timeOf(chain, today());
  const whole = spans.reduce((sum, span) => sum + span.days, 0);
  if (spans.length === 0) return null;
  return (
    <Section
      title={say(["时间花在哪里", "Where the time went"])}
      tools={<small>{say([`共 ${whole} 天`, `${whole} day${whole === 1 ? "" : "s"} in all`])}</small>}
    >
      <SpanBar
        spans={spans.map(({ label, days }) => ({ key: label[1], title: say(label), note: say([`${days} 天`, `${days} d`]), share: days }))}
      />
    </Section>
  );
}
