import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { zoneOf } from "../forecast.ts";

/** One period of a forecast. */
export interface Slot {
  readonly start: string;
  readonly end: string;
}

/** Heads of the periods: days, and the zone they lie in. */
export function Heads({ slots, doc, type }: { readonly slots: readonly Slot[]; readonly doc: Row; readonly type: string }) {
  const say = useText();
  const zone = { firmPeriods: Number(doc["firmPeriods"] ?? 0), materialPeriods: Number(doc["materialPeriods"] ?? 0) };
  const words = { FIRM: say(["锁定", "Firm"]), MATERIAL: say(["备料", "Material"]), FREE: "" };
  return (
    <tr>
      <th className="fm-item">{say(["物料 · 收货组织", "Item · place"])}</th>
      <th className="fm-kind" />
      {slots.map((slot, i) => (
        <th key={slot.start} className={`fm-${zoneOf(i, zone).toLowerCase()}`}>
          <span>{type === "MONTH" ? slot.start.slice(0, 7) : slot.start.slice(5)}</span>
          <small>{words[zoneOf(i, zone)]}</small>
        </th>
      ))}
      <th className="fm-total">{say(["合计", "Total"])}</th>
    </tr>
  );
}

/** What each zone binds both sides to: whoever promises reads it beside the figures. */
export function ZoneTerms({ doc }: { readonly doc: Row }) {
  const say = useText();
  const [firm, material] = [Number(doc["firmPeriods"] ?? 0), Number(doc["materialPeriods"] ?? 0)];
  const terms = [
    firm > 0 && {
      tone: "firm",
      text: say([
        `锁定（前 ${firm} 期）：需求不再下调，确须下调时说明原因。`,
        `Firm (first ${firm}): demand cannot be lowered without a reason.`,
      ]),
    },
    material > firm && {
      tone: "material",
      text: say([
        `备料（至第 ${material} 期）：请按此备料，数量仍可调整。`,
        `Material (to period ${material}): buy material; quantities can still change.`,
      ]),
    },
    {
      tone: "free",
      text: say([
        "其余时段仅供参考。预测不构成采购义务，以订单为准。",
        "Other periods are for information. Orders bind, forecasts do not.",
      ]),
    },
  ].filter((one) => one !== false);
  return (
    <ul className="fm-terms">
      {terms.map(({ tone, text: said }) => (
        <li key={tone}>
          <i className={`fm-${tone}`} aria-hidden />
          {said}
        </li>
      ))}
    </ul>
  );
}
