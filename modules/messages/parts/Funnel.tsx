import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { ChannelMark, channelOrder } from "./channels.tsx";
import { useInstance } from "./instances.tsx";
import type { InstanceDetail } from "./instances.tsx";
import { reasonsOf, stages, sumOf, type ChannelFigures } from "./stages.ts";
import type { Stage } from "./stages.ts";

/** Which deliveries a pressed figure means, in the words of a filter. */
export type Chosen = { readonly channel?: string; readonly status?: readonly string[]; readonly reason?: string };

type Column = readonly [stage: Stage, label: Text];

const columns: readonly Column[] = [
  ["total", ["总数", "Total"]],
  ["suppressed", ["抑制", "Held back"]],
  ["sent", ["已发", "Sent"]],
  ["delivered", ["送达", "Delivered"]],
  ["read", ["已读", "Read"]],
  ["waiting", ["待发", "Waiting"]],
  ["failed", ["失败", "Failed"]],
  ["stopped", ["停止", "Stopped"]],
];

/** Enough beside a list. */
const main: readonly Stage[] = ["total", "suppressed", "sent", "read", "failed"];

interface Props {
  readonly id: string;
  readonly version: unknown;
  /** Only the figures, as beside a list. */
  readonly brief?: boolean;
  readonly chosen?: Chosen;
  choose?(chosen: Chosen): void;
}

/** Total → held back → sent → delivered → read for each channel; every figure opens the rows it counts. */
export function Funnel({ id, version, brief, chosen, choose }: Props) {
  const say = useText();
  const load = useInstance(id, version);
  return (
    <section className={brief ? "pg-block" : "pg-section"} aria-label={say(["送达情况", "Progress"])}>
      <h3 className="pg-h3">{say(["送达情况", "Progress"])}</h3>
      <PanelState
        load={load}
        empty={say(["还没有生成投递。", "No deliveries have been made yet."])}
        isEmpty={({ funnel }) => funnel.length === 0}
      >
        {(detail) => <Figured detail={detail} brief={brief ?? false} chosen={chosen ?? {}} choose={choose} />}
      </PanelState>
    </section>
  );
}

interface FiguredProps {
  readonly detail: InstanceDetail;
  readonly brief: boolean;
  readonly chosen: Chosen;
  readonly choose: ((chosen: Chosen) => void) | undefined;
}

function Figured({ detail, brief, chosen, choose }: FiguredProps) {
  const say = useText();
  const reasons = useLookup("MSG_SUPPRESS");
  const held = reasonsOf(detail.reasons);
  const shown = brief ? columns.filter(([stage]) => main.includes(stage)) : columns;
  const order = (channel: string): number => (channelOrder as readonly string[]).indexOf(channel);
  const sorted = detail.funnel.toSorted((a, b) => order(a.channel) - order(b.channel));
  const sum = sumOf(sorted);
  return (
    <>
      <PlainTable
        label={say(["各渠道的送达情况", "Progress by channel"])}
        rows={sorted}
        rowKey={({ channel }) => channel}
        columns={[
          {
            key: "channel",
            title: say(["渠道", "Channel"]),
            cell: ({ channel }) => <ChannelMark channel={channel} />,
            total: sorted.length > 1 ? say(["合计", "Total"]) : undefined,
          },
          ...shown.map(([stage, label]) => ({
            key: stage,
            title: say(label),
            number: true,
            cell: (figures: ChannelFigures) => (
              <Count stage={stage} count={figures[stage]} channel={figures.channel} chosen={chosen} choose={choose} />
            ),
            total: sorted.length > 1 ? <Count stage={stage} count={sum[stage]} chosen={chosen} choose={choose} /> : undefined,
          })),
        ]}
      />
      {held.length > 0 ? (
        <Inline as="p">
          <span>{say(["抑制原因", "Reason held"])}</span>
          {held.map(([reason, count]) => (
            <button
              key={reason}
              type="button"
              className="pg-chip"
              aria-pressed={chosen.reason === reason}
              disabled={!choose}
              onClick={() => choose?.({ status: stages.suppressed, reason })}
            >
              {reasons.meaning(reason) || say(["未说明", "not specified"])} <b>{count}</b>
            </button>
          ))}
        </Inline>
      ) : null}
    </>
  );
}

interface CountProps {
  readonly stage: Stage;
  readonly count: number;
  readonly channel?: string;
  readonly chosen: Chosen;
  readonly choose: ((chosen: Chosen) => void) | undefined;
}

/** How many deliveries came so far; a press shows them. */
function Count({ stage, count, channel, chosen, choose }: CountProps) {
  if (count === 0) return <span className="pg-none">–</span>;
  const status = stages[stage];
  const words = stage === "failed" ? <Words tone="error">{count}</Words> : count;
  if (!choose) return words;
  return (
    <button
      type="button"
      className="pg-link"
      aria-pressed={chosen.channel === channel && String(chosen.status) === String(status ?? undefined) && !chosen.reason}
      onClick={() => choose({ ...(channel ? { channel } : {}), ...(status ? { status } : {}) })}
    >
      {words}
    </button>
  );
}
