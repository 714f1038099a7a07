import type { Row } from "#kernel/page-document.ts";
import { amountText } from "#kernel/page-format.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { Face } from "#kernel/web/part/Face.tsx";
import { TriangleAlert } from "lucide-react";
import { msgInstance } from "../instance.entity.ts";
import { MessageBody } from "./kinds.tsx";

/** One of the receivers drawn for the checker. */
interface Sampled {
  readonly userId: string;
  readonly userName?: string | null;
  readonly displayName?: string | null;
  readonly supplierName?: string | null;
  readonly channel?: string;
  /** How many messages this person got in the last seven days. */
  readonly weekCount?: number;
  readonly busiest?: boolean;
}

interface Sample {
  readonly receivers: readonly Sampled[];
  readonly total: number;
  readonly cost?: string | null;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What a checker looks at before a message leaves: its words, its cost, and twenty of its receivers by chance. */
export function CheckPanel({ row }: { readonly row: Row }) {
  const say = useText();
  const id = String(row["id"]);
  const whole = useLoad(`whole:${id}:${String(row["versionNum"])}`, () => entityCall.find(msgInstance, id));
  const sample = useLoad(`sample:${id}`, async () => (await call<Sample>("messageServer/baseMsgInstanceService/sample", { id })).data);
  const payload = (whole.data?.["payload"] ?? {}) as Row;
  const cost = text(row["costEstimate"]) || text(sample.data?.cost);
  return (
    <>
      <section className="pg-block ms-cost">
        <b>{say([`${String(row["totalCount"])} 条投递`, `${String(row["totalCount"])} deliveries`])}</b>
        <span>
          {cost && Number(cost) > 0
            ? say([`预计费用 ${amountText(cost, "CNY")}`, `Estimated cost ${amountText(cost, "CNY")}`])
            : say(["不产生费用", "It costs nothing"])}
        </span>
      </section>
      <section className="pg-block">
        <h3 className="pg-h3">{say(["内容", "Content"])}</h3>
        <div className="ms-stack">
          {(
            [
              ["中文", "Chinese", text(row["title"]), text(payload["contentCn"])],
              ["英文", "English", text(whole.data?.["titleEn"]), text(payload["contentEn"])],
            ] as const
          ).map(([cn, en, title, content]) => (
            <div key={en} className="ms-preview">
              <small>{say([cn, en])}</small>
              <b>{title || "–"}</b>
              <MessageBody content={content} />
            </div>
          ))}
        </div>
      </section>
      <section className="pg-block">
        <h3 className="pg-h3">
          {say(["随机 20 位接收人", "Twenty receivers by chance"])} <span className="pg-count">{sample.data?.total ?? ""}</span>
        </h3>
        <PanelState
          load={sample}
          empty={say(["没有接收人。", "There is nobody to receive it."])}
          isEmpty={(found) => found.receivers.length === 0}
        >
          {(found) => (
            <ul className="ms-people">
              {found.receivers.map((one, at) => {
                const name = one.displayName || one.userName || one.userId;
                return (
                  <li key={`${one.userId}${at}`}>
                    <Face name={name} />
                    <span>
                      {name} <span className="pg-code">{one.userName}</span>
                      {one.supplierName ? <small>{one.supplierName}</small> : null}
                    </span>
                    {one.busiest ? (
                      <em className="pc-warn" title={say(["本周收到最多的十人之一", "Among the ten with most messages this week"])}>
                        <TriangleAlert size={12} aria-hidden /> {say([`本周 ${one.weekCount ?? 0} 条`, `${one.weekCount ?? 0} this week`])}
                      </em>
                    ) : (
                      <em>{say([`本周 ${one.weekCount ?? 0}`, `${one.weekCount ?? 0} this week`])}</em>
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </PanelState>
      </section>
    </>
  );
}
