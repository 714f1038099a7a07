import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";

interface Figures {
  readonly receivers: number;
  readonly readers: number;
  readonly replies: number;
  readonly onTime: number;
  readonly rate: string | null;
}

/** How far a notice has reached: suppliers told, suppliers that read it, replies in time. */
export function ReadingFigures({ id }: { readonly id: string }) {
  const say = useText();
  const load = useLoad(`figures:${id}`, async () => (await call<Figures>("srmServer/v1/srmBaseNoticeRestful/statistics", { id })).data);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {({ receivers, readers, replies, onTime, rate }) => (
        <FigureStrip
          label={say(["阅读统计", "Reading figures"])}
          figures={[
            { key: "receivers", label: say(["应收供应商", "Suppliers notified"]), value: receivers },
            { key: "readers", label: say(["已读供应商", "Suppliers who read it"]), value: readers },
            { key: "rate", label: say(["阅读率", "Reading rate"]), value: rate === null ? "–" : `${rate}%` },
            { key: "replies", label: say(["已回复", "Replies"]), value: replies },
            { key: "onTime", label: say(["按时回复", "On time"]), value: onTime },
          ]}
        />
      )}
    </PanelState>
  );
}
