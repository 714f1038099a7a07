import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import type { Tone } from "#kernel/web/block/layout.tsx";
import { today } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";

/** Today as the server's clock says, in the reader's day. */
export { today };

/** One figure over a list: the number of rows it leads to, so that card and list can never differ. */
export interface Card {
  readonly key: string;
  readonly label: Text;
  readonly query: Row;
  readonly tone?: Tone;
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
    <FigureStrip
      label={say(["概况", "At a glance"])}
      figures={cards.map((card, at) => {
        const count = load.data?.[at];
        return {
          key: card.key,
          label: say(card.label),
          value: load.error ? "—" : (count ?? "…"),
          open: card.press,
          tone: count ? card.tone : undefined,
        };
      })}
    />
  );
}
