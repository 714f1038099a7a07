import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { WordsPreview } from "./WordsPreview.tsx";
import type { Seen } from "#kernel/seen.ts";
import { amountText } from "#kernel/page-format.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { Face } from "#kernel/web/part/Face.tsx";
import { useInstance, wordsIn } from "./instances.tsx";
import type { msgInstance } from "../instance.entity.ts";

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const marked = 10;

/** What a checker looks at before a message leaves: its words, its cost, and twenty of its receivers by chance. */
export function CheckPanel({ row }: { readonly row: Seen<typeof msgInstance> }) {
  const say = useText();
  const load = useInstance(String(row.id), row.versionNum);
  const cost = text(row.costEstimate);
  // the ten with most messages this week carry a mark, as long as they got any
  const busiest = new Set(
    (load.data?.sample ?? [])
      .filter((sampled) => sampled.lastWeek > 0)
      .slice(0, marked)
      .map((sampled) => sampled.userId),
  );
  return (
    <>
      <Inline as="section" spread="between">
        <Words size="strong">{say([`${String(row.totalCount)} 条投递`, `${String(row.totalCount)} deliveries`])}</Words>
        <span>
          {cost && Number(cost) > 0
            ? say([`预计费用 ${amountText(cost, "CNY")}`, `Estimated cost ${amountText(cost, "CNY")}`])
            : say(["不产生费用", "Free of charge"])}
        </span>
      </Inline>
      <section className="pg-block">
        <h3 className="pg-h3">{say(["内容", "Content"])}</h3>
        <Stack gap="s">
          {(["CN", "EN"] as const).map((language) => {
            const { title, content } = wordsIn(load.data, language);
            return <WordsPreview key={language} language={language} title={title || text(row.title)} content={content} />;
          })}
        </Stack>
      </section>
      <section className="pg-block">
        <h3 className="pg-h3">{say(["随机 20 位接收人", "Twenty random receivers"])}</h3>
        <PanelState load={load} empty={say(["没有接收人。", "There are no recipients."])} isEmpty={(found) => found.sample.length === 0}>
          {(found) => (
            <ItemList>
              {found.sample.map(({ userId, userName, displayName, lastWeek }) => {
                const name = displayName || userName;
                const week = say([`本周 ${lastWeek} 条`, `${lastWeek} this week`]);
                return (
                  <Item
                    key={userId}
                    lead={<Face name={name} />}
                    title={
                      <>
                        {name} <span className="pg-code">{userName}</span>
                      </>
                    }
                    end={
                      busiest.has(userId) ? (
                        <Mark tone="warning" tip={say(["本周收到最多的十人之一", "Among the ten with most messages this week"])}>
                          {week}
                        </Mark>
                      ) : (
                        <Words size="small">{week}</Words>
                      )
                    }
                  />
                );
              })}
            </ItemList>
          )}
        </PanelState>
      </section>
    </>
  );
}
