import type { Row } from "#kernel/page-document.ts";
import { amountText } from "#kernel/page-format.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { Face } from "#kernel/web/part/Face.tsx";
import { TriangleAlert } from "lucide-react";
import { useInstance, wordsIn } from "./instances.tsx";
import { langOf, MessageBody } from "./kinds.tsx";

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const marked = 10;

/** What a checker looks at before a message leaves: its words, its cost, and twenty of its receivers by chance. */
export function CheckPanel({ row }: { readonly row: Row }) {
  const say = useText();
  const load = useInstance(String(row["id"]), row["versionNum"]);
  const cost = text(row["costEstimate"]);
  // the ten with most messages this week carry a mark, as long as they got any
  const busiest = new Set(
    (load.data?.sample ?? [])
      .filter((one) => one.lastWeek > 0)
      .slice(0, marked)
      .map((one) => one.userId),
  );
  return (
    <>
      <section className="pg-block ms-cost">
        <b>{say([`${String(row["totalCount"])} 条投递`, `${String(row["totalCount"])} deliveries`])}</b>
        <span>
          {cost && Number(cost) > 0
            ? say([`预计费用 ${amountText(cost, "CNY")}`, `Estimated cost ${amountText(cost, "CNY")}`])
            : say(["不产生费用", "Free of charge"])}
        </span>
      </section>
      <section className="pg-block">
        <h3 className="pg-h3">{say(["内容", "Content"])}</h3>
        <div className="ms-stack">
          {(["CN", "EN"] as const).map((language) => {
            const { title, content } = wordsIn(load.data, language);
            return (
              <div key={language} className="ms-preview">
                <small>{language === "CN" ? say(["中文", "Chinese"]) : say(["英文", "English"])}</small>
                <div lang={langOf(language)}>
                  <b>{title || text(row["title"]) || "–"}</b>
                  <MessageBody content={content} />
                </div>
              </div>
            );
          })}
        </div>
      </section>
      <section className="pg-block">
        <h3 className="pg-h3">{say(["随机 20 位接收人", "Twenty random receivers"])}</h3>
        <PanelState load={load} empty={say(["没有接收人。", "There are no recipients."])} isEmpty={(found) => found.sample.length === 0}>
          {(found) => (
            <ul className="ms-people">
              {found.sample.map((one) => {
                const name = one.displayName || one.userName;
                const week = say([`本周 ${one.lastWeek} 条`, `${one.lastWeek} this week`]);
                return (
                  <li key={one.userId}>
                    <Face name={name} />
                    <span>
                      {name} <span className="pg-code">{one.userName}</span>
                    </span>
                    {busiest.has(one.userId) ? (
                      <em className="pc-warn" title={say(["本周收到最多的十人之一", "Among the ten with most messages this week"])}>
                        <TriangleAlert size={12} aria-hidden /> {week}
                      </em>
                    ) : (
                      <em>{week}</em>
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
