import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { today } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import "./order.css";

/** Today as the server's clock says, in the reader's day. */
export { today };

/** One figure over a list: the number of rows it leads to, so that card and list can never differ. */
export interface Card {
  readonly key: string;
  readonly label: Text;
  readonly query: Row;
  readonly tone?: "late" | "soon";
  press(): void;
}

interface Props {
  readonly entity: Entity;
  readonly list: string;
  readonly cards: readonly Card[];
}

/** How many rows a list has under a filter. */
export const counted = async (entity: Entity, list: string, query: Row): Promise<number> =>
  (await entityCall.page(entity, { list, pageIndex: 1, pageRows: 1, count: "exact", ...query })).page?.count ?? 0;

/** Figures over a desk, each one press away from its rows. */
export function Cards({ entity, list, cards }: Props) {
  const say = useText();
  const key = JSON.stringify([entity.name, list, cards.map((card) => card.query)]);
  const load = useLoad(key, () => Promise.all(cards.map((card) => counted(entity, list, card.query))));
  useChanged(entity.name, load.again);
  return (
    <div className="or-cards" role="group" aria-label={say(["概况", "At a glance"])}>
      {cards.map((card, at) => {
        const count = load.data?.[at];
        return (
          <button key={card.key} type="button" className="or-card" onClick={card.press}>
            <span>{say(card.label)}</span>
            <b className={`pg-figure${card.tone && count ? ` dp-${card.tone}` : ""}`}>{load.error ? "—" : (count ?? "…")}</b>
          </button>
        );
      })}
    </div>
  );
}
