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
        <div className="bd-cards">
          {(
            [
              [receivers, ["应收供应商", "Suppliers notified"]],
              [readers, ["已读供应商", "Suppliers who read it"]],
              [rate === null ? "–" : `${rate}%`, ["阅读率", "Reading rate"]],
              [replies, ["已回复", "Replies"]],
              [onTime, ["按时回复", "On time"]],
            ] as const
          ).map(([figure, label]) => (
            <div key={label[1]} className="bd-card" style={{ cursor: "default" }}>
              <b>{figure}</b>
              <span>{say(label)}</span>
            </div>
          ))}
        </div>
      )}
    </PanelState>
  );
}
