import type { Entity } from "#kernel/entity.ts";
import { spokenKey, type Row } from "#kernel/page-document.ts";
import type { Language } from "#kernel/text.ts";

/** A ship-to as a paper says it to its reader: name, address, consignee. Whoever may not read places (no declaration) gets the name alone, in their language already. */
export function placeWords(info: Entity | undefined, place: Row, language: Language): string {
  const said = (key: string): unknown => info?.fields[key] && place[spokenKey(info.fields[key], key, place, language)];
  const address = said("addressFull") || said("address");
  return [said("deliveryName") ?? place["name"], address, [said("consignee"), place["consigneePhone"]].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(" · ");
}
